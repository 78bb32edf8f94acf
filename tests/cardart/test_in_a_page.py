"""A browser shows faces of the written sprites by reference, under the strictest policy, in the page's colours."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[2]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Cards</title>
<link rel="stylesheet" href="/page.css">
<svg id="plain" width="100" height="140"><use href="/diamonds.svg#9D"/></svg>
<svg id="recoloured" width="100" height="140"><use href="/diamonds.svg#9D"/></svg>
<svg id="absent" width="100" height="140"><use href="/diamonds.svg#NS"/></svg>
<svg id="excuse" width="100" height="140"><use href="/trumps.svg#EXCUSE"/></svg>
</html>"""


class Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", "default-src 'none'; img-src 'self'; style-src 'self'")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Keep the test's output quiet."""


@pytest.fixture(scope="module")
def page(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "cardart", str(folder), "--contact-sheet"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"152 files written to {folder}\n"
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "page.css").write_text("#recoloured { --suit-diamonds: #1b62b5 }", encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            tab = browser.new_page()
            tab.goto(f"http://127.0.0.1:{server.server_address[1]}/", wait_until="networkidle")
            yield tab
            browser.close()
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.browser
def test_faces_appear_by_reference(page: Page) -> None:
    plain, absent, excuse = (page.locator(f"#{name}").screenshot() for name in ("plain", "absent", "excuse"))
    assert plain != absent
    assert excuse not in (plain, absent)


@pytest.mark.browser
def test_the_page_sets_the_colours(page: Page) -> None:
    assert page.locator("#plain").screenshot() != page.locator("#recoloured").screenshot()
