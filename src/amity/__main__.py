"""``python -m amity`` is the command ``amity``."""

import sys

from amity.cli import main

if __name__ == "__main__":
    sys.exit(main())
