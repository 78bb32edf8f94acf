"""``python -m amity.server``: the server with the settings of the environment."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the server; its exit code."""
    # Imported here: the processes for bots import this module too, and need no server.
    from amity.server.run import serve

    return serve()


if __name__ == "__main__":
    sys.exit(main())
