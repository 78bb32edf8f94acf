"""The client on the device: installed, without a connection, through losses of it, and replaced by the next version."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_steps import GUARD, PHONE, check_screen, start, what_next
from PIL import Image, ImageChops
from playwright.sync_api import Browser, BrowserContext, Page, expect

from amity.server.static import FOLDER
from build_tools.icons import ICONS, PUBLIC, draw

SETTINGS = "localStorage.setItem('amity.settings', JSON.stringify({ pace: 'fast', sound: false, lastCards: false }))"

KEPT = """async () => {
  await navigator.serviceWorker.ready
  const kept = []
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname)
  }
  return kept
}"""
"""The addresses of all that this device keeps."""

RUN = """
import sys, uvicorn
from pathlib import Path
from amity.server.app import create_app
from amity.server.settings import read_settings
uvicorn.run(create_app(read_settings(), Path(sys.argv[1])), host="127.0.0.1", port=int(sys.argv[2]), log_level="error")
"""


class Server:
    """A server with a client of its own that can be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.client = folder / "client"
        shutil.copytree(FOLDER, self.client)
        self._folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; the pages try until it answers."""
        environment = {
            **os.environ,
            "AMITY_DATABASE": str(self._folder / "amity.sqlite3"),
            "AMITY_BOT_DELAY_MIN_MS": "0",
            "AMITY_BOT_DELAY_MAX_MS": "0",
            "AMITY_BETWEEN_DEALS_MS": "600000",
        }
        command = [sys.executable, "-c", RUN, str(self.client), str(self.port)]
        self._process = subprocess.Popen(command, env=environment)

    def stop(self) -> None:
        """End it as an operator does."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
            self._process = None


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    assert (FOLDER / "index.html").is_file(), "the client is not built: make assets"
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def device(chrome: Browser, own_server: Server) -> Iterator[BrowserContext]:
    context = chrome.new_context(
        base_url=own_server.address,
        viewport={"width": PHONE[0], "height": PHONE[1]},
        reduced_motion="reduce",
        locale="en",
    )
    context.set_default_timeout(GUARD)
    context.add_init_script(f"if (!localStorage.getItem('amity.settings')) {SETTINGS}")
    yield context
    context.close()


def first_visit(context: BrowserContext, server: Server) -> Page:
    """A page of the application, when the server answers and the device has kept what it keeps."""
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    _reach(server.port)
    page.goto("/")
    expect(page.locator("input[name=game]").first).to_be_attached()
    wanted = {"/cards/spades.svg", "/cards/trumps.svg"}
    wanted |= {f"/assets/{path.name}" for path in texts(server.client, "en")}
    _until(lambda: wanted <= set(page.evaluate(KEPT)), "the device does not keep the client")
    assert errors == []
    return page


def texts(client: Path, language: str) -> list[Path]:
    """The files of the built client with the texts of a language."""
    files = sorted((client / "assets").glob(f"{language}[.-]*.js"))
    assert len(files) > 10
    return files


def _reach(port: int) -> None:
    def answers() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            return False
        return True

    _until(answers, "the server does not answer")


def _until(condition: Callable[[], Any], otherwise: str) -> None:
    end = time.monotonic() + GUARD / 1000
    while not condition():
        assert time.monotonic() < end, otherwise
        time.sleep(0.05)


def test_the_device_keeps_the_client_and_nothing_of_matches(device: BrowserContext, own_server: Server) -> None:
    page = first_visit(device, own_server)
    start(page, "mate")
    what_next(page)
    kept: list[str] = page.evaluate(KEPT)
    assert "/index.html" in kept
    assert any(path.startswith("/assets/TableScreen") for path in kept)
    assert not [path for path in kept if path.startswith(("/api", "/ws", "/t/"))]
    # One language: what nobody speaks here takes no room.
    assert not [path for path in kept if re.match(r"/assets/(fr|ko|pt_BR|zh_Hans)[.-]", path)]


def test_opens_without_any_connection_and_says_what_works(device: BrowserContext, own_server: Server) -> None:
    page = first_visit(device, own_server)
    own_server.stop()
    device.set_offline(True)
    page.goto("/")
    section = page.get_by_role("region", name="Without a connection")
    expect(section).to_be_visible()
    expect(section.get_by_role("link", name="Rules")).to_have_count(4)
    check_screen(page)
    for game in ("mate", "pinochle", "tarot", "friends"):
        page.goto(f"/rules/{game}")
        expect(page.locator("main h2").first).to_be_visible()
        page.goto(f"/learn/{game}")
        expect(page.locator("main h1, main h2").first).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
    # Real cards can be scored, and the sheet is still there afterwards.
    page.goto("/")
    section.get_by_role("link", name="Scorer").click()
    page.get_by_role("button", name="Begin the sheet").click()
    page.get_by_role("radio", name="Nobody: a draw").check()
    page.get_by_role("button", name="Write it down").click()
    expect(page.get_by_role("button", name="Enter game 2")).to_be_visible()
    page.reload()
    expect(page.get_by_text("the game is drawn")).to_be_visible()
    # It comes back by itself.
    page.goto("/")
    expect(section).to_be_visible()
    own_server.start()
    _reach(own_server.port)
    device.set_offline(False)
    expect(page.locator("input[name=game]").first).to_be_attached()


def move_while_it_is_lost(page: Page, own_server: Server) -> str:
    """Play a card of Mate when nothing reaches the server; how many the hand has before."""
    body = {
        "game": "mate",
        "name": "Ada",
        "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}],
        "options": {"foreplacing": False},
        "clock": False,
    }
    seat = page.request.post("/api/tables", data=body).json()
    page.goto(f"/t/{seat['table']}#seat={seat['token']}")
    while (moment := what_next(page)) != "play":
        # The bot has led what cannot be followed.
        assert moment == "score", moment
        page.get_by_role("button", name="Next game").click()
    banner = page.locator(".connection")
    own_server.stop()
    expect(banner).to_contain_text("The connection is lost")
    legal = page.locator(".hand button.legal").first
    legal.focus()
    page.keyboard.press("Enter")
    expect(banner).to_contain_text("Your move is kept")
    check_screen(page)
    return page.locator(".hand").get_attribute("data-count") or ""


def test_a_move_made_while_the_connection_is_lost_is_kept_and_sent(device: BrowserContext, own_server: Server) -> None:
    page = first_visit(device, own_server)
    count = move_while_it_is_lost(page, own_server)
    banner = page.locator(".connection")
    own_server.start()
    _reach(own_server.port)
    banner.get_by_role("button", name="Try now").click()
    expect(banner).to_have_count(0)
    expect(page.locator(f".hand[data-count='{count}']")).to_have_count(0)
    what_next(page)


def test_the_move_is_still_kept_when_the_page_is_loaded_again(device: BrowserContext, own_server: Server) -> None:
    page = first_visit(device, own_server)
    count = move_while_it_is_lost(page, own_server)
    page.reload()
    expect(page.get_by_role("status").first).to_contain_text("Your move is kept")
    check_screen(page)
    own_server.start()
    _reach(own_server.port)
    expect(page.locator(".hand")).to_have_attribute("data-count", str(int(count) - 1))
    what_next(page)
    # It was sent, and is not sent again.
    page.reload()
    what_next(page)
    expect(page.locator(".hand")).to_have_attribute("data-count", str(int(count) - 1))
    expect(page.get_by_role("alert").filter(has_text="since you decided")).to_have_count(0)


def test_a_kept_move_that_comes_too_late_is_refused_with_a_reason(device: BrowserContext, own_server: Server) -> None:
    page = first_visit(device, own_server)
    count = move_while_it_is_lost(page, own_server)
    table = page.url
    page.goto("about:blank")
    own_server.start()
    _reach(own_server.port)
    # The same seat on another page decides otherwise; what the first has kept is known to that one alone.
    other = device.new_page()
    other.goto(table)
    what_next(other)
    other.locator(".hand button.legal").last.focus()
    other.keyboard.press("Enter")
    expect(other.locator(".hand")).to_have_attribute("data-count", str(int(count) - 1))
    what_next(other)
    now = other.locator(".hand").get_attribute("data-count")
    page.goto(table)
    expect(page.get_by_text("Something has happened since you decided").first).to_be_visible()
    expect(page.locator(".hand")).to_have_attribute("data-count", str(now))
    expect(other.locator(".hand")).to_have_attribute("data-count", str(now))


def test_opening_it_again_leads_back_to_the_table(device: BrowserContext, own_server: Server) -> None:
    page = first_visit(device, own_server)
    start(page, "mate")
    what_next(page)
    table = page.url
    page.close()
    own_server.stop()
    manifest = json.loads((own_server.client / "manifest.en.webmanifest").read_text(encoding="utf-8"))
    page = device.new_page()
    # Without a connection as well: the table waits for it.
    page.goto(manifest["start_url"])
    expect(page).to_have_url(table)
    expect(page.get_by_role("status").first).to_contain_text("The connection is lost")
    own_server.start()
    _reach(own_server.port)
    what_next(page)
    page.go_back()
    expect(page.locator("input[name=game]").first).to_be_attached()


def test_a_new_version_is_offered_but_not_while_a_deal_is_played(device: BrowserContext, own_server: Server) -> None:
    page = first_visit(device, own_server)
    start(page, "mate")
    what_next(page)
    worker = own_server.client / "sw.js"
    script = worker.read_text(encoding="utf-8")
    version = re.search(r"version:`([0-9a-f]{12})`", script)
    assert version is not None
    worker.write_text(script.replace(version[1], "0123456789ab"), encoding="utf-8")
    html = own_server.client / "index.html"
    html.write_text(html.read_text(encoding="utf-8").replace("<title>Amity", "<title>Next"), encoding="utf-8")
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    waiting = "async () => (await navigator.serviceWorker.getRegistration()).waiting?.state === 'installed'"
    _until(lambda: page.evaluate(waiting), "the next version is not kept")
    offer = page.get_by_role("button", name="Reload")
    expect(page.locator(".felt")).to_be_visible()
    expect(offer).to_have_count(0)
    page.get_by_role("link", name="Home").click()
    expect(offer).to_be_visible()
    check_screen(page)
    with page.expect_navigation():
        offer.click()
    expect(page.locator("input[name=game]").first).to_be_attached()
    expect(offer).to_have_count(0)
    names: list[str] = page.evaluate("caches.keys()")
    assert "amity-client-0123456789ab" in names
    next_page = "async () => (await (await caches.open('amity-client-0123456789ab')).match('/index.html')).text()"
    assert "<title>Next" in page.evaluate(next_page)


def test_it_can_be_installed_in_every_language(own_server: Server, device: BrowserContext) -> None:
    page = first_visit(device, own_server)
    session = device.new_cdp_session(page)
    found: dict[str, Any] = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("/manifest.en.webmanifest")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Every profile of a test is a private window, and that is all that is wrong.
    assert [error["errorId"] for error in errors] == ["in-incognito"]
    descriptions = set()
    for language in ("en", "fr", "ko", "pt_BR", "zh_Hans"):
        answer = device.request.get(f"/manifest.{language}.webmanifest")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        manifest = answer.json()
        assert manifest["lang"] == language.replace("_", "-")
        assert manifest["id"] == "/"
        descriptions.add(manifest["description"])
        for icon in manifest["icons"]:
            assert device.request.get(icon["src"]).ok
    assert len(descriptions) == 5


def test_the_icons_are_drawn_from_our_own_drawing(chrome: Browser) -> None:
    for name, content in draw(chrome).items():
        size = ICONS[name][0]
        kept, drawn = (
            Image.open(io.BytesIO(data)).convert("RGBA") for data in ((PUBLIC / "icons" / name).read_bytes(), content)
        )
        assert kept.size == drawn.size == (size, size)
        histogram = ImageChops.difference(kept, drawn).convert("L").histogram()
        # Edges may be smoothed a little differently by another Chromium.
        assert sum(histogram[48:]) < size * size / 200, name
