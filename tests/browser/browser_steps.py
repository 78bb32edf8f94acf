"""What a person does at a table, by pointer or by keyboard, and what must be true of every screen on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

DESKTOP = (1440, 900)
PHONE = (360, 640)
SIDE = (640, 360)
"""The same phone on its side."""
GUARD = 30_000
"""Milliseconds after which a condition that should come true is given up. No test waits for a time."""

NewPage = Callable[..., Page]
"""Makes a page; see the fixture ``new_page``."""

Hands = Literal["pointer", "keyboard"]

WHAT_NEXT = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].some((node) => node.offsetParent !== null)
  const free = (selector) => shown(`${selector}:not(:disabled, [aria-disabled=true])`)
  if (shown('dialog[open]')) return 'dialog'
  const button = (name) => [...document.querySelectorAll('.felt button:not(:disabled, [aria-disabled=true])')].some(
    (node) => node.textContent.trim() === name)
  if (shown('.felt a[href="/"]')) return 'over'
  if (button('Next game') || button('Next deal')) return 'score'
  if (button('To the play')) return shown('.hand[data-active=true]') ? 'melds' : null
  if (free('.bids .primary') || free('.bids .pass')) return 'bid'
  if (free('.suits button')) return 'trump'
  if (button('Put nothing aside')) return 'place'
  if (shown('.callable') || free('[data-testid=call]')) return 'call'
  if (button('No slam')) return 'slam'
  if (shown('[data-testid=discard]')) return 'discard'
  if (shown('.placed.ready')) return 'placed'
  if (shown('.hand[data-active=true] button.legal')) return 'play'
  if (shown('.hand[data-active=true] .tile:not(.dim)')) return button('Bury') ? 'bury' : 'play'
  return null
}"""
"""What the screen asks for, read from the page as a person would; null while others act. Melds laid out while somebody
else leads go away by themselves and ask for nothing."""

GLIMPSE = """selector => {
  const look = () => (window.glimpsed ||= document.querySelector(selector) !== null)
  window.glimpsed = false
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
}"""

LAYOUT = """() => {
  const problems = []
  const width = document.documentElement.clientWidth
  const whole = document.documentElement.scrollWidth
  if (whole > width) problems.push(`the page is ${whole} wide`)
  const scope = document.querySelector('dialog[open]') ?? document
  const visible = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0
  for (const node of scope.querySelectorAll('button, a, select, input, summary')) {
    if (!visible(node) || node.closest('.sr-only') || node.matches('[type=radio]')) continue
    const target = node.matches('.switch input') ? node.closest('label') : node
    const box = target.getBoundingClientRect()
    if (box.height < 43.5) problems.push(`${node.className || node.textContent} is ${box.height} high`)
    if (box.width < 24) problems.push(`${node.className || node.textContent} is ${box.width} wide`)
    if (node.closest('.felt, .bar') && (box.right < 24 || box.left > width - 24)) {
      problems.push(`${node.outerHTML.slice(0, 80)} is outside`)
    }
  }
  const walker = document.createTreeWalker(scope === document ? document.body : scope, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement
    if (walker.currentNode.data.trim() === '' || !visible(node)) continue
    const size = Number.parseFloat(getComputedStyle(node).fontSize)
    if (size < 12) problems.push(`"${walker.currentNode.data.trim()}" is ${size}px`)
  }
  return problems
}"""
"""Sideways scrolling, targets that are too small, text that is too small."""

OVERLAP = """() => {
  const problems = []
  const scope = document.querySelector('dialog[open]') ?? document
  const called = (node) => node.ariaLabel ?? (node.textContent.trim() || node.title || node.outerHTML.slice(0, 60))
  const there = [...scope.querySelectorAll('button, a, select, input, summary')].filter(
    (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('.sr-only') && node.clientWidth > 1)
  const seen = (node) => {
    // Only the part that is not scrolled away.
    let box = node.getBoundingClientRect()
    for (let around = node.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue
      const edge = around.getBoundingClientRect()
      const [left, top] = [Math.max(box.left, edge.left), Math.max(box.top, edge.top)]
      const [right, bottom] = [Math.min(box.right, edge.right), Math.min(box.bottom, edge.bottom)]
      box = new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    return box
  }
  const boxes = there.map(seen)
  there.forEach((node, index) => {
    const box = boxes[index]
    if (box.width < 8 || box.height < 8) return
    if (node.closest('.felt') && !node.closest('.hand') && node.matches('button, a') && box.width < 43.5) {
      problems.push(`${called(node)} is ${box.width} wide`)
    }
    let free = 0
    for (let x = box.left + 2; x < box.right; x += 4) {
      const hit = document.elementFromPoint(x, box.top + Math.min(22, box.height / 2))
      if (hit !== null && (node.contains(hit) || hit.closest('label')?.contains(node))) free += 4
    }
    const least = Math.min(24, box.width - 8)
    if (free < least) problems.push(`of ${called(node)} only ${free} pixels can be hit`)
    if (node.closest('.hand')) return
    there.slice(index + 1).forEach((other, step) => {
      const second = boxes[index + 1 + step]
      if (node.contains(other) || other.contains(node) || other.closest('.hand')) return
      const across = Math.min(box.right, second.right) - Math.max(box.left, second.left)
      const down = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top)
      if (across > 2 && down > 2) problems.push(`${called(node)} and ${called(other)} overlap`)
    })
  })
  return problems
}"""
"""Targets that lie over each other, or under something; cards of a hand overlap, but each shows enough to be hit."""

_AXE = Axe()


def check_screen(page: Page) -> None:
    """Accessibility rules and layout of what is shown now."""
    results: dict[str, Any] = _AXE.run(
        page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
    ).response
    found = [
        f"{violation['id']}: {node['html'][:160]} ({node.get('failureSummary', '')[:200]})"
        for violation in results["violations"]
        for node in violation["nodes"]
    ]
    found += page.evaluate(LAYOUT)
    assert not found, "\n".join(found)


def start(page: Page, game: str, *, clock: bool = False) -> None:
    """From the home page to a table against bots."""
    page.goto("/")
    page.locator(f"input[name=game][value={game}]").check()
    if game == "pinochle" and not clock:
        page.get_by_label("No clock").check()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Start playing").click()
    expect(page.locator(".felt")).to_be_visible()


def what_next(page: Page) -> str:
    """Wait until the person is asked for something, and say what."""
    answer: str = page.wait_for_function(WHAT_NEXT).json_value()
    return answer


@contextmanager
def glimpsed(page: Page, selector: str) -> Iterator[None]:
    """What is done inside makes the page show this, if only for a moment; asking again and again could miss it."""
    page.evaluate(GLIMPSE, selector)
    yield
    page.wait_for_function("() => window.glimpsed")


def press(page: Page, button: Locator, hands: Hands) -> None:
    """Use a button; the keyboard reaches it by tabbing only."""
    if hands == "pointer":
        button.click()
        return
    tab_to(page, button)
    page.keyboard.press("Enter")


def tab_to(page: Page, target: Locator) -> None:
    """Tab until the focus is on the target."""
    for _ in range(80):
        if target.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("not reached with the tab key")


def play_legal_card(page: Page) -> None:
    """Play the first legal card by pointer and wait until it has left the hand."""
    hand = page.locator(".hand")
    before = int(hand.get_attribute("data-count") or 0)
    tap(hand.locator("button.legal").first)
    expect(hand.locator("button.raised")).to_have_count(1)
    tap(hand.locator("button.raised"))
    expect(page.locator(f".hand[data-count='{before}']")).to_have_count(0)


FREE_POINT = """(node) => {
  const box = node.getBoundingClientRect()
  for (let y = box.top + 4; y < box.bottom && y < innerHeight; y += 8) {
    for (let x = box.left + 4; x < box.right && x < innerWidth; x += 4) {
      const around = [[-3, 0], [3, 0], [0, -3], [0, 3]]
      const all = around.every(([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest('button') === node)
      if (all) return [x, y]
    }
  }
  return null
}"""
"""A point of a card that no other card lies over."""


def tap(card: Locator) -> None:
    """Tap a card where it can be seen."""
    point = card.evaluate(FREE_POINT)
    assert point is not None, "nothing of the card can be seen"
    card.page.mouse.click(*point)
