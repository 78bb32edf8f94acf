"""An account, and the matches of a guest that are taken into it, by pointer and by key, on a desktop and on a phone."""

from __future__ import annotations

import json

import pytest
from browser_steps import DESKTOP, PHONE, Hands, NewPage, check_screen, press, start, what_next
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("size", "hands", "name"),
    [
        pytest.param(DESKTOP, "keyboard", "Ann of keys", id="desktop-keyboard"),
        pytest.param(PHONE, "pointer", "Ann of taps", id="phone-pointer"),
    ],
)
def test_a_guest_makes_an_account_and_deletes_it(
    new_page: NewPage, size: tuple[int, int], hands: Hands, name: str
) -> None:
    page = new_page(size)
    start(page, "mate")
    what_next(page)
    page.goto("/")
    press(page, page.get_by_role("button", name="Account and matches"), hands)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_contain_text("under way")
    check_screen(page)
    press(page, dialog.get_by_text("Log in or make an account"), hands)
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_label("Password", exact=True).fill("four cards about friends")
    press(page, dialog.get_by_role("button", name="Make an account"), hands)
    expect(dialog).to_contain_text(f"You are logged in as {name}.")
    expect(dialog.get_by_role("listitem")).to_contain_text("under way")
    check_screen(page)
    press(page, dialog.get_by_text("My data"), hands)
    with page.expect_download() as download:
        press(page, dialog.get_by_role("link", name="Download"), hands)
    data = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert data["account"]["name"] == name and len(data["matches"]) == 1
    # No script can read who is logged in.
    assert "amity_session" not in page.evaluate("document.cookie")
    press(page, dialog.get_by_text("Delete the account"), hands)
    dialog.get_by_label("Password", exact=True).last.fill("four cards about friends")
    press(page, dialog.get_by_role("button", name="Delete for good"), hands)
    expect(dialog.get_by_text("The account is deleted.")).to_be_visible()
    expect(dialog).to_contain_text("You play as a guest")
