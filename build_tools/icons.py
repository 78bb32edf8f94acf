"""Draw the application's icons from ``web/public/icon.svg``: ``python -m build_tools.icons``.

Home screens want pictures in pixels. They are drawn by Chromium, which the browser tests use as well, and kept in the
repository, so that building the client needs no browser; a test compares them with the drawing.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PUBLIC: Final = Path(__file__).resolve().parent.parent / "web" / "public"
ICONS: Final = {
    "192.png": (192, False),
    "512.png": (512, False),
    "maskable-192.png": (192, True),
    "maskable-512.png": (512, True),
    "apple.png": (180, True),
}
"""Width and height in pixels of each icon, and whether the platform cuts its corners."""

SAFE: Final = 0.8
"""The part in the middle of a picture that no platform cuts away."""


def drawing(whole: bool) -> str:
    """The drawing as SVG; ``whole`` fills the square and keeps everything else in the safe part."""
    text = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    if not whole:
        return text
    rounded = '<rect width="64" height="64" rx="14" fill="#1f5246"/>'
    if rounded not in text:
        raise ValueError(f"icon.svg has no ground {rounded}")
    edge = 32 * (1 - SAFE)
    ground = f'<rect width="64" height="64" fill="#1f5246"/><g transform="translate({edge} {edge}) scale({SAFE})">'
    return text.replace(rounded, ground).replace("</svg>", "</g></svg>")


def draw(browser: Browser) -> dict[str, bytes]:
    """The icons as PNG, by file name."""
    icons = {}
    for name, (size, whole) in ICONS.items():
        page = browser.new_page(viewport={"width": size, "height": size})
        svg = drawing(whole).replace("<svg ", f'<svg width="{size}" height="{size}" style="display:block" ', 1)
        page.set_content(f'<body style="margin:0">{svg}')
        icons[name] = page.screenshot(omit_background=True)
        page.close()
    return icons


def main() -> int:
    """Write the icons."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("AMITY_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        folder = PUBLIC / "icons"
        folder.mkdir(exist_ok=True)
        for name, content in draw(browser).items():
            (folder / name).write_bytes(content)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
