"""npm for the client, with the Node.js that is a Python package: ``python -m build_tools.client run test``."""

from __future__ import annotations

import subprocess
import sys

from build_tools.assets import CLIENT, npm_command


def main() -> int:
    """Run npm with the given arguments in the client's folder."""
    command, environment = npm_command(*sys.argv[1:])
    return subprocess.run(command, cwd=CLIENT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
