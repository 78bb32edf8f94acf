"""``python -m cardart OUTPUT_DIR [--contact-sheet]`` writes every pack, and the contact sheets if asked."""

import argparse
from pathlib import Path

from cardart import contact_sheet, write


def main() -> None:
    """Write the files and say how many there are."""
    parser = argparse.ArgumentParser(prog="python -m cardart", description="Draw every playing card as SVG.")
    parser.add_argument("directory", type=Path, help="where the files go")
    parser.add_argument("--contact-sheet", action="store_true", help="also write an HTML page for each pack")
    options = parser.parse_args()
    files = write(options.directory)
    if options.contact_sheet:
        files += contact_sheet(options.directory)
    print(f"{len(files)} files written to {options.directory}")


if __name__ == "__main__":
    main()
