"""Talk at a table, and putting a match off and coming back to it, on a phone and on a wide screen."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser


def shot(page: Page, name: str) -> None:
    """Keep a picture where somebody wants to look at them."""
    if folder := os.environ.get("AMITY_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def two_people(new_page: NewPage) -> tuple[Page, Page]:
    """Ada on a wide screen and Grace on a phone, in a game of Mate."""
    host, guest = new_page(DESKTOP), new_page(PHONE)
    host.goto("/")
    host.locator("input[name=game][value=mate]").check()
    host.get_by_label("Your name").fill("Ada")
    host.get_by_role("button", name="With friends").click()
    host.get_by_role("button", name="Open the table").click()
    guest.goto(host.get_by_label("Invitation link").input_value())
    guest.get_by_label("Your name").fill("Grace")
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        expect(page.locator(".felt")).to_be_visible()
    return host, guest


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Chat")


def open_chat(page: Page) -> Locator:
    page.get_by_role("button", name=re.compile("^Chat")).click()
    expect(panel(page)).to_be_visible()
    return panel(page)


def test_two_people_talk_and_one_mutes_blocks_and_reports(new_page: NewPage) -> None:
    ada, grace = two_people(new_page)
    chat = open_chat(ada)
    expect(chat.get_by_text("Nobody has said anything yet.")).to_be_visible()
    expect(chat.get_by_label("Message")).to_be_focused()
    ada.keyboard.type("Shall we?")
    ada.keyboard.press("Enter")
    expect(chat.get_by_role("listitem").filter(has_text="Shall we?")).to_be_visible()
    expect(chat.get_by_label("Message")).to_have_value("")
    # Told once, counted, and not in the way.
    expect(grace.get_by_role("button", name="Chat, 1 new line")).to_be_visible()
    expect(grace.get_by_test_id("chat-said")).to_have_text("Ada says: Shall we?")
    expect(ada.get_by_test_id("chat-said")).to_have_text("")
    sheet = open_chat(grace)
    expect(sheet.get_by_text("Shall we?")).to_be_visible()
    expect(grace.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    sheet.get_by_role("button", name="Good luck!").click()
    expect(chat.get_by_text("Good luck!", exact=True).first).to_be_visible()
    for page, name in ((ada, "chat-desktop"), (grace, "chat-phone")):
        check_screen(page)
        shot(page, name)
    # A phrase is read in the reader's own language.
    reader = new_page(DESKTOP, '{"language": "fr"}')
    reader.goto(ada.url)
    expect(reader.locator(".felt")).to_be_visible()
    reader.get_by_role("button", name=re.compile("^Discussion")).click()
    expect(reader.get_by_role("listitem").filter(has_text="Bonne chance")).to_be_visible()
    reader.get_by_label("Message").fill("Ada a le roi")
    reader.keyboard.press("Enter")
    expect(reader.get_by_role("listitem").filter(has_text="Ada a le roi")).to_be_visible()
    # What is done about somebody stands at his lines.
    sheet.get_by_role("button", name="About the line by Ada").click()
    check_screen(grace)
    shot(grace, "chat-about")
    sheet.get_by_role("button", name="Report").click()
    expect(sheet.get_by_role("status")).to_have_text("Reported. Whoever runs this server will see it.")
    sheet.get_by_role("button", name="About the line by Ada").click()
    sheet.get_by_role("button", name="Mute here").click()
    expect(sheet.get_by_text("Shall we?")).to_have_count(0)
    grace.reload()
    sheet = open_chat(grace)
    expect(sheet.get_by_text("Good luck!").first).to_be_visible()
    expect(sheet.get_by_text("Shall we?")).to_have_count(0)
    sheet.get_by_text("Not shown").click()
    sheet.get_by_role("button", name="Show again").click()
    expect(sheet.get_by_text("Shall we?")).to_be_visible()
    sheet.get_by_role("button", name="About the line by Ada").click()
    sheet.get_by_role("button", name="Block").click()
    expect(sheet.get_by_text("Shall we?")).to_have_count(0)
    sheet.get_by_text("Not shown").click()
    expect(sheet.get_by_role("button", name="Unblock")).to_be_visible()
    chat.get_by_label("Message").fill("Are you there?")
    ada.keyboard.press("Enter")
    expect(chat.get_by_text("Are you there?")).to_be_visible()
    sheet.get_by_role("button", name="Unblock").click()
    expect(sheet.get_by_text("Are you there?")).to_be_visible()
    # What spectators say does not reach the players.
    for page in (ada, grace):
        assert "roi" not in page.content()
    # Closed by the key, the focus is where it was.
    ada.keyboard.press("Escape")
    expect(panel(ada)).to_have_count(0)
    expect(ada.get_by_role("button", name="Chat", exact=True)).to_be_focused()


def test_too_much_is_refused_and_the_text_comes_back(new_page: NewPage) -> None:
    ada, _ = two_people(new_page)
    chat = open_chat(ada)
    for number in range(12):
        chat.get_by_label("Message").fill(f"line {number}")
        ada.keyboard.press("Enter")
        if chat.get_by_text("That was fast").count():
            break
    expect(chat.get_by_text("That was fast")).to_be_visible()
    expect(chat.get_by_label("Message")).not_to_have_value("")
    check_screen(ada)


def test_two_people_put_a_match_off_and_come_back(new_page: NewPage) -> None:
    ada, grace = two_people(new_page)
    cards = grace.locator(".hand button").evaluate_all("nodes => nodes.map((node) => node.dataset.card)")
    grace.get_by_role("button", name="Menu").click()
    grace.get_by_role("dialog").get_by_role("button", name="Adjourn").click()
    expect(grace.get_by_role("dialog", name="Adjourn")).to_contain_text("The other players are asked first.")
    check_screen(grace)
    shot(grace, "adjourn-dialog")
    grace.get_by_role("dialog", name="Adjourn").get_by_role("button", name="Adjourn").click()
    expect(grace.get_by_text("You have asked to adjourn.")).to_be_visible()
    expect(ada.get_by_text("Grace would like to adjourn the match.")).to_be_visible()
    for page, name in ((ada, "adjourn-asked-desktop"), (grace, "adjourn-asked-phone")):
        check_screen(page)
        shot(page, name)
    # Taken back, asked again, and agreed.
    grace.get_by_role("button", name="Take back").click()
    expect(ada.get_by_text("Grace would like to adjourn the match.")).to_have_count(0)
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("dialog").get_by_role("button", name="Adjourn").click()
    ada.get_by_role("dialog", name="Adjourn").get_by_role("button", name="Adjourn").click()
    grace.get_by_role("button", name="Agree").click()
    for page, name in ((ada, "adjourned-desktop"), (grace, "adjourned-phone")):
        expect(page.get_by_role("heading", name="Adjourned")).to_be_visible()
        check_screen(page)
        shot(page, name)
    link = grace.get_by_label("Link to come back").input_value()
    assert "#seat=" in link
    grace.close()
    ada.get_by_role("button", name="I am back").click()
    expect(ada.get_by_text("You are back. Waiting for: Grace")).to_be_visible()
    # On another device, by the link.
    again = new_page(PHONE)
    again.goto(link)
    expect(again.get_by_role("heading", name="Adjourned")).to_be_visible()
    again.get_by_role("button", name="I am back").click()
    for page in (ada, again):
        expect(page.locator(".felt")).to_be_visible()
    assert again.locator(".hand button").evaluate_all("nodes => nodes.map((node) => node.dataset.card)") == cards


def test_alone_with_bots_there_is_nobody_to_talk_to_and_a_match_waits(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/")
    page.locator("input[name=game][value=mate]").check()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Start playing").click()
    expect(page.locator(".hand")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Adjourn").click()
    expect(page.get_by_role("dialog", name="Adjourn")).not_to_contain_text("The other players")
    expect(page.get_by_role("button", name=re.compile("^Chat"))).to_have_count(0)
    page.get_by_role("dialog", name="Adjourn").get_by_role("button", name="Adjourn").click()
    expect(page.get_by_role("heading", name="Adjourned")).to_be_visible()
    expect(page.get_by_role("button", name="Go on with bots")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="I am back").click()
    expect(page.locator(".hand")).to_be_visible()
