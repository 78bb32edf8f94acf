"""Every screen of the client in every language on a small phone: the right language, nothing cut off, every glyph."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import friends_table
import pytest
import tarot_table
from browser_steps import PHONE, NewPage, play_legal_card, start, what_next
from playwright.sync_api import Page, expect

from amity.games.friends import FriendsMatch
from amity.games.friends.actions import Bid as FriendsBid
from amity.games.friends.actions import Bury, Call, FriendsAction, Pass, Play
from amity.games.tarot.actions import Bid
from amity.games.tarot.match import TarotMatch
from amity.text import languages, message
from build_tools.catalogues import LOCALE

pytestmark = pytest.mark.browser

LANGUAGES = languages()

OVERFLOW = """() => {
  const problems = new Set()
  const scope = document.querySelector('dialog[open]') ?? document.body
  const tell = ({ tagName, className }, text, what) => problems.add(`${what}: "${text}" in ${tagName}.${className}`)
  const root = document.documentElement
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim()
    const node = walker.currentNode.parentElement
    if (text === '' || node.closest('.sr-only, option, svg')) continue
    if (!node.checkVisibility({ visibilityProperty: true })) continue
    // A person may have a name as long as he likes.
    if (node.closest('[data-name], .name')) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const box = range.getBoundingClientRect()
    if (box.width === 0) continue
    let scrolls = false
    let unseen = false
    for (let around = node; around !== null && !scrolls; around = around.parentElement) {
      const style = getComputedStyle(around)
      const clips = style.overflowX !== 'visible' && style.display !== 'inline'
      const control = around.matches('button, a.button, summary, th, td, .segments span, .chip')
      if (!clips && !control) continue
      const edge = around.getBoundingClientRect()
      // What is there for the ear only.
      unseen = edge.width < 2
      if (unseen) break
      if (box.left < edge.left - 1 || box.right > edge.right + 1) tell(around, text, 'too wide')
      scrolls = style.overflowY === 'auto' || style.overflowY === 'scroll'
      const cut = style.overflowY === 'hidden' || style.overflowY === 'clip'
      if ((cut || control) && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2)) tell(around, text, 'too high')
    }
    if (unseen) continue
    if (box.right > innerWidth + 1 || box.left < -1) tell(node, text, 'beyond the screen')
  }
  const pen = document.createElement('canvas').getContext('2d')
  for (const select of scope.querySelectorAll('select')) {
    if (!select.checkVisibility()) continue
    const style = getComputedStyle(select)
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    const shown = select.selectedOptions[0]?.text ?? ''
    if (pen.measureText(shown).width > room + 1) tell(select, shown, 'too long')
  }
  for (const control of scope.querySelectorAll('.felt button, .felt input, .felt section')) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.hand, .sr-only')) continue
    const { left, right } = control.getBoundingClientRect()
    if (left < -1 || right > innerWidth + 1) tell(control, control.textContent.trim(), 'beyond the screen')
  }
  if (root.scrollWidth > root.clientWidth) problems.add('the page scrolls sideways')
  return [...problems]
}"""
"""Texts that reach beyond the control or the box they stand in, or beyond the screen."""

MISSING = """(characters) => {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const picture = (character) => {
    pen.clearRect(0, 0, 48, 48)
    pen.fillText(character, 4, 36)
    return pen.getImageData(0, 0, 48, 48).data.join()
  }
  pen.canvas.width = pen.canvas.height = 48
  pen.font = `32px ${getComputedStyle(document.body).fontFamily}`
  // What is drawn for a character that no font has.
  const nothing = new Set(['\\u{10fffd}', '\\u0378', '\\u{e0fff}'].map(picture))
  return [...characters].filter((character) => nothing.has(picture(character)))
}"""


def tag_of(language: str) -> str:
    return language.replace("_", "-")


def speak(page: Page, language: str) -> None:
    """Load the page again in another language, and wait for it."""
    page.evaluate(
        """language => {
          const kept = JSON.parse(localStorage.getItem('amity.settings') ?? '{}')
          localStorage.setItem('amity.settings', JSON.stringify({ ...kept, language }))
        }""",
        language,
    )
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", tag_of(language))


def check_every_language(page: Page, ready: str, then: Callable[[str], None] = lambda _language: None) -> None:
    """Nothing is cut off on this screen in any language; in the end it is in English again.

    ``ready`` selects what is there when the screen is; ``then`` goes on from it in the language.
    """
    found = []
    for language in (*(name for name in LANGUAGES if name != "en"), "en"):
        speak(page, language)
        expect(page.locator(ready).first).to_be_visible()
        found += [f"{language}: {problem}" for problem in page.evaluate(OVERFLOW)]
        then(language)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_has_a_glyph(new_page: NewPage, language: str) -> None:
    texts = json.loads((LOCALE / f"{language}.json").read_text(encoding="utf-8"))["messages"]
    characters = sorted(
        {character for text in texts.values() for character in "".join(text) if character.isprintable()}
    )
    page = new_page(PHONE, settings=f"{{ language: '{language}' }}")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", tag_of(language))
    assert page.evaluate(MISSING, ["\U0010fffd"]), "what has no glyph is found"
    missing = page.evaluate(MISSING, [one for one in characters if not one.isspace()])
    assert missing == [], "no font has these: apt-get install fonts-noto-cjk"


def test_the_browser_names_the_language_and_the_person_another(new_page: NewPage) -> None:
    page = new_page(PHONE)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto("/")
    heading = partial(message, "client.home.welcome")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_text(heading(language="en"))).to_be_visible()
    assert len([url for url in requests if re.search(r"/(?:en|fr|ko|pt_BR|zh_Hans)[.-][^/]*\.js$", url)]) == 1, requests
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Language").select_option("ko")
    expect(page.get_by_text(heading(language="ko"))).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    expect(page.get_by_label(message("client.name", language="ko"), exact=True)).to_have_value("Ada")
    page.get_by_role("button", name=message("client.settings", language="ko")).click()
    page.get_by_role("dialog").get_by_role("combobox").select_option("zh_Hans")
    expect(page.get_by_role("dialog", name=message("client.settings", language="zh_Hans"))).to_be_visible()
    page.reload()
    expect(page.get_by_text(heading(language="zh_Hans"))).to_be_visible()


@pytest.mark.parametrize("game", ["mate", "pinochle", "friends", "tarot"])
def test_home(new_page: NewPage, game: str) -> None:
    page = new_page(PHONE)
    page.goto("/")
    page.locator(f"input[name=game][value={game}]").check()
    found: list[str] = []

    def open_rules(language: str) -> None:
        page.locator("summary").click()
        expect(page.locator("details[open]")).to_be_visible()
        found.extend(f"{language}: {problem}" for problem in page.evaluate(OVERFLOW))
        page.locator(".quick button").last.click()
        page.locator(".seats select").last.select_option("open")
        found.extend(f"{language}, friends: {problem}" for problem in page.evaluate(OVERFLOW))

    check_every_language(page, ".start", open_rules)
    assert not found, "\n".join(found)


def test_waiting_and_invitation(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/")
    page.locator("input[name=game][value=pinochle]").check()
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    check_every_language(page, "main")
    guest = new_page(PHONE)
    guest.goto(page.url.partition("#")[0])
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    check_every_language(guest, "main button")
    alone = new_page(PHONE)
    alone.goto("/")
    alone.get_by_role("button", name="Play now").click()
    expect(alone.get_by_role("button", name="Start with bots now")).to_be_visible()
    check_every_language(alone, "main .now button")


DIALOGS = (
    "client.scores",
    "client.log",
    "client.settings",
    "client.help",
    "client.fairness",
    "client.players",
    "client.leave",
    "client.adjourn",
    "client.resign",
)


def test_dialogs(new_page: NewPage) -> None:
    page = new_page(PHONE)
    start(page, "pinochle")
    what_next(page)
    found: list[str] = []

    def open_all(language: str) -> None:
        say = partial(message, language=language)
        for key in DIALOGS:
            page.get_by_role("button", name=say("client.menu"), exact=True).click()
            found.extend(f"{language}, menu: {problem}" for problem in page.evaluate(OVERFLOW))
            page.get_by_role("dialog").get_by_role("button", name=say(key), exact=True).click()
            expect(page.get_by_role("dialog", name=say(key))).to_be_visible()
            found.extend(f"{language}, {key}: {problem}" for problem in page.evaluate(OVERFLOW))
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)

    check_every_language(page, ".felt", open_all)
    assert not found, "\n".join(found)


def test_chat_and_an_adjourned_match(new_page: NewPage) -> None:
    player, page = new_page(PHONE), new_page(PHONE)
    start(player, "mate")
    page.goto(player.url)
    expect(page.locator(".felt")).to_be_visible()
    player.get_by_role("button", name="Chat").click()
    player.get_by_role("button", name="One moment, please.").click()
    player.keyboard.press("Escape")
    found: list[str] = []

    def talk(language: str) -> None:
        say = partial(message, language=language)
        page.get_by_role("button", name=re.compile(f"^{say('client.chat')}")).click()
        panel = page.get_by_role("region", name=say("client.chat"))
        expect(panel.get_by_role("listitem").filter(has_text=say("client.chat.phrase.one_moment"))).to_be_visible()
        panel.get_by_role("button", name=say("client.chat.about", {"name": "Ada"})).click()
        found.extend(f"{language}: {problem}" for problem in page.evaluate(OVERFLOW))

    check_every_language(page, ".felt", talk)
    assert not found, "\n".join(found)
    player.get_by_role("button", name="Menu").click()
    player.get_by_role("dialog").get_by_role("button", name="Adjourn").click()
    player.get_by_role("dialog", name="Adjourn").get_by_role("button", name="Adjourn").click()
    check_every_language(player, ".card-panel")


def test_mate(new_page: NewPage) -> None:
    page = new_page(PHONE)
    start(page, "mate")
    if what_next(page) == "place":
        check_every_language(page, ".felt button")
        page.get_by_role("button", name="Put nothing aside").click()
    play_through(page)


def test_pinochle(new_page: NewPage) -> None:
    page = new_page(PHONE)
    start(page, "pinochle")
    while (kind := what_next(page)) in ("bid", "trump", "melds"):
        if kind == "bid":
            check_every_language(page, ".bids button")
            page.locator(".bids button:not(:disabled, [aria-disabled=true])").last.click()
            expect(page.locator(".bids button")).to_have_count(0)
        elif kind == "trump":
            check_every_language(page, ".suits button")
            page.locator(".suits button").first.click()
            expect(page.locator(".suits button")).to_have_count(0)
        else:
            check_every_language(page, ".felt button")
            page.get_by_role("button", name="To the play").click()
    play_through(page)


def test_clock(new_page: NewPage) -> None:
    page = new_page(PHONE)
    start(page, "pinochle", clock=True)
    assert what_next(page) == "bid"
    check_every_language(page, ".bids button")


def play_through(page: Page) -> None:
    """Play the deal; check the first tricks and the score."""
    seen = 0
    while what_next(page) in ("play", "placed"):
        if seen in (0, 2):
            check_every_language(page, ".hand")
            what_next(page)
        seen += 1
        if page.locator(".placed.ready").count():
            page.locator(".placed.ready").click()
        else:
            play_legal_card(page)
    found = page.evaluate(OVERFLOW)
    for language in LANGUAGES:
        speak_at_once(page, language)
        found += [f"{language}: {problem}" for problem in page.evaluate(OVERFLOW)]
    assert not found, "\n".join(found)


def speak_at_once(page: Page, language: str) -> None:
    """Change the language in the settings, where loading the page again would go on to the next thing."""
    page.keyboard.press("Escape")
    now = str(page.locator("html").get_attribute("lang")).replace("-", "_")
    page.get_by_role("button", name=message("client.menu", language=now), exact=True).click()
    settings = page.get_by_role("dialog")
    settings.get_by_role("button", name=message("client.settings", language=now), exact=True).click()
    settings.get_by_role("combobox").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", tag_of(language))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def friends_until(phase: str) -> Callable[[FriendsMatch], None]:
    """Play on until Ada is asked for something in that phase, or until the match is over."""

    def prepare(match: FriendsMatch) -> None:
        while not match.over and (match.view(0).phase, match.to_act) != (phase, 0):
            assert match.to_act is not None
            match.apply(match.to_act, friends_move(match, match.to_act))

    return prepare


def friends_move(match: FriendsMatch, seat: int) -> FriendsAction:
    view = match.view(seat).with_help()
    if view.phase == "open_bid" and seat == 0:
        return FriendsBid("2D", 1)
    if view.phase in ("open_bid", "pre_bid", "swap_bid"):
        return Pass()
    if view.phase == "bury":
        return Bury(tuple(view.suggestions[0].cards))
    if view.phase == "call":
        return Call("AS", 4) if not view.calls else Call("10C", 2)
    return Play(tuple(view.suggestions[-1].cards))


@pytest.mark.parametrize("phase", ["open_bid", "bury", "call", "play", "over"])
def test_friends(new_page: NewPage, database: Path, phase: str) -> None:
    code, tokens = friends_table.store_table(database, friends_until(phase))
    page = new_page(PHONE)
    page.goto(f"/t/{code}#seat={tokens[0]}")
    check_every_language(page, ".felt button")


def tarot_until(phase: str) -> Callable[[TarotMatch], None]:
    """Play on until Ada is asked for something in that phase, or until the match is over."""

    def prepare(match: TarotMatch) -> None:
        while not match.over and (match.view(0).phase, match.to_act) != (phase, 0):
            assert match.to_act is not None
            match.apply(match.to_act, match.view(match.to_act).legal_actions()[0])

    return prepare


@pytest.mark.parametrize("phase", ["bidding", "calling", "slam", "discard", "play", "over"])
def test_tarot(new_page: NewPage, database: Path, phase: str) -> None:
    own = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 * KS QS NS JS"
    said = [] if phase == "bidding" else [Bid("guard"), *[Bid(None)] * 4]
    seat = tarot_table.store_table(
        database,
        5,
        {0: own},
        dealer=4,
        said=said,
        options={"deals": 1},
        prepare=tarot_until(phase),
        people=friends_table.NAMES[1:5],
    )
    page = new_page(PHONE)
    page.goto(seat)
    check_every_language(page, ".felt button")
