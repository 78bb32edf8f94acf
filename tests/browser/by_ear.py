"""A whole deal as somebody plays it who sees nothing: by keys alone, and by what a screen reader is given.

What is heard is written down as a text that people can read and tests compare:

    > Tab                 a key that was pressed
      * button "Pass"     what has the focus now: role, name, description, states; in front the groups just entered
      - You pass.         said when there is a pause
      ! Not allowed.      said at once
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Any

from browser_steps import what_next
from playwright.sync_api import Page, TimeoutError

FOLDER = Path(__file__).parents[1] / "data" / "by_ear"
KEEP = "AMITY_KEEP_TRANSCRIPTS"
"""With this in the environment a transcript that has changed is written anew instead of failing the test."""

LISTEN = """(() => {
  // The seed that a player adds is the same every time.
  const draw = Crypto.prototype.getRandomValues
  Crypto.prototype.getRandomValues = function (array) {
    return array.length === 32 ? array.fill(7) : draw.call(this, array)
  }

  const LIVE = '[aria-live], [role=status], [role=alert], [role=log]'
  const WHOLE = '[aria-atomic=true], [role=status], [role=alert]'
  const saidLast = new WeakMap()
  window.heard = []

  const words = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data
    if (node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === 'true' || !node.checkVisibility()) return ''
    return node.ariaLabel ?? [...node.childNodes].map(words).join(node.matches('p, div, li, tr, td, th') ? ' ' : '')
  }
  const regionOf = (node) => (node instanceof Element ? node : node.parentElement)?.closest(LIVE) ?? null
  const say = (region, nodes) => {
    // How quick the connection is belongs to the day, not to the game.
    if (!region.isConnected || region.matches('[aria-live=off], .connection') || !region.checkVisibility()) return
    // What lies outside a dialog is shut off while it is open.
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
    if (dialog && !dialog.contains(region)) return
    const text = nodes.map(words).join(' ').replace(/\\s+/g, ' ').trim()
    if (text === '') return
    const urgent = region.ariaLive === 'assertive' || region.role === 'alert'
    window.heard.push({ urgent, text, told: region.role === 'log' })
  }
  new MutationObserver((records) => {
    const whole = new Set()
    for (const { target, addedNodes, type } of records) {
      const region = regionOf(target)
      if (region === null) {
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          // Regions of which the whole is read when they appear with their text.
          for (const one of [node, ...node.querySelectorAll(LIVE)]) if (one.matches(WHOLE)) whole.add(one)
        }
      } else if (region.matches(WHOLE)) whole.add(region)
      else if (type === 'characterData') say(region, [target])
      else for (const node of addedNodes) say(region, [node])
    }
    for (const region of whole) {
      const text = words(region)
      if (saidLast.get(region) === text) continue
      saidLast.set(region, text)
      say(region, [region])
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
})()"""
"""Notes in the page what live regions say."""

TOLD = "window.heard.filter((one) => one.told).length"
"""How much the table has told so far."""

STATES = {
    "checked": {"true": "checked", "false": "not checked", "mixed": "partly checked"},
    "pressed": {"true": "pressed", "false": "not pressed"},
    "expanded": {"true": "expanded", "false": "collapsed"},
    "disabled": {"true": "not available"},
    "invalid": {"true": "invalid"},
}
ROLES = {"DisclosureTriangle": "summary", "none": "nothing", "RootWebArea": "page"}
GROUPS = ("dialog", "group", "radiogroup", "region", "toolbar", "list", "main", "complementary", "banner", "form")
"""Their names are read when the focus comes into them."""


class Ear:
    """Presses keys on a page, and writes down what is heard. Made before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lines: list[str] = []
        page.add_init_script(LISTEN)
        self._cdp = page.context.new_cdp_session(page)
        self._focus = ""
        self._groups: list[str] = []
        self._heard = 0

    def press(self, *keys: str) -> None:
        """Press keys that change nothing at the table."""
        for key in keys:
            self.lines.append(f"> {key}")
            self.page.keyboard.press(key)
            self._listen()

    def type(self, text: str) -> None:
        """Write into the field that has the focus, instead of what stands there."""
        self.lines.append(f"> writes {text}")
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        self._listen()

    def act(self, key: str) -> str:
        """Press a key that does something at the table, of which it tells; what the player is asked for next."""
        told: int = self.page.evaluate(f"() => {TOLD}")
        self.lines.append(f"> {key}")
        self.page.keyboard.press(key)
        return self.wait(told)

    def wait(self, told: int | None = None) -> str:
        """Wait until the player is asked for something (if given, after the table has told more than that)."""
        try:
            if told is not None:
                self.page.wait_for_function(f"told => {TOLD} > told", arg=told)
            kind = what_next(self.page)
        except TimeoutError as error:
            self._listen()
            raise AssertionError("nothing is asked for after: " + "\n".join(self.lines[-40:])) from error
        self._listen()
        return kind

    def go_to(self, name: str, key: str = "Tab") -> None:
        """Press a key, Tab or an arrow, until what has the focus, or a group around it, begins with this."""
        for _ in range(60):
            if any(one.startswith(name) for one in (*self._groups, self._focus)):
                return
            self.press(key)
        raise AssertionError(f"{name} is not reached with {key}: " + "\n".join(self.lines[-60:]))

    @property
    def focus(self) -> str:
        """What has the focus, as it is read."""
        return self._focus

    def _listen(self) -> None:
        """Let the page come to rest, and write down what was said and what has the focus now."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        said: list[dict[str, Any]] = self.page.evaluate("from => window.heard.slice(from)", self._heard)
        self._heard += len(said)
        self.lines += [f"  {'!' if one['urgent'] else '-'} {one['text']}" for one in said]
        focus, groups = self._focused()
        moved = self.page.evaluate("() => window.lastFocus !== (window.lastFocus = document.activeElement)")
        if moved or (focus, groups) != (self._focus, self._groups):
            entered = [group for group in groups if group not in self._groups]
            self.lines.append("  * " + ", ".join([*entered, focus]))
            self._focus, self._groups = focus, groups

    def _focused(self) -> tuple[str, list[str]]:
        node = self._cdp.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        asked = {"objectId": node["objectId"], "fetchRelatives": True}
        nodes = {one["nodeId"]: one for one in self._cdp.send("Accessibility.getPartialAXTree", asked)["nodes"]}
        backend = self._cdp.send("DOM.describeNode", {"objectId": node["objectId"]})["node"]["backendNodeId"]
        own = next(one for one in nodes.values() if one.get("backendDOMNodeId") == backend)
        groups: list[str] = []
        above = nodes.get(own.get("parentId", ""))
        while above is not None:
            if _value(above, "role") in GROUPS and _value(above, "name"):
                groups.insert(0, f'{_value(above, "role")} "{_value(above, "name")}"')
            above = nodes.get(above.get("parentId", ""))
        return _described(own), groups


def _value(node: dict[str, Any], name: str) -> str:
    return str(node.get(name, {}).get("value", ""))


def _described(node: dict[str, Any]) -> str:
    role = ROLES.get(_value(node, "role"), _value(node, "role"))
    parts = [role if role in ("nothing", "page") else f'{role} "{_value(node, "name")}"']
    if role in ("textbox", "spinbutton", "combobox", "slider"):
        parts.append(_value(node, "value"))
    if description := _value(node, "description"):
        parts.append(f"({description})")
    for state in node.get("properties", []):
        value = str(state["value"].get("value", "")).lower()
        if word := STATES.get(state["name"], {}).get(value):
            parts.append(word)
    return " ".join(part for part in parts if part)


def compare(name: str, lines: list[str]) -> None:
    """Check a transcript against the one that is kept.

    :raises AssertionError: they differ; the message shows where, and how the new one is kept.
    """
    path = FOLDER / f"{name}.txt"
    found = "\n".join(lines) + "\n"
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    if found == kept:
        return
    if os.environ.get(KEEP):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
        return
    changes = difflib.unified_diff(kept.splitlines(), found.splitlines(), "kept", "heard now", lineterm="", n=4)
    raise AssertionError(
        "\n".join([*list(changes)[:80], f"If this is how it is to be read: {KEEP}=1 writes {path.name} anew."])
    )
