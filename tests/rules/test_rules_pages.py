"""The rules pages: every example is what the engine says, every translation has what the English page has."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import rules_engine

from amity import games
from amity.match import describe_options
from build_tools.rules import (
    LANGUAGES,
    RULES,
    RulesError,
    _Page,
    compile_rules,
    example_rows,
    lesson_games,
    make_page,
    page_games,
    read_examples,
)

EXAMPLES = [(game, name) for game in page_games() for name in read_examples(game)]
PAGES = [(language, game) for language in LANGUAGES for game in page_games()]
TRANSLATIONS = [pair for pair in PAGES if pair[0] != "en"]
FIELD = re.compile(r"\{([a-z_]+)\}")


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_the_engine_answers_as_the_example_says(game: str, name: str) -> None:
    for check in read_examples(game)[name]["checks"]:
        assert check["answer"], "an example that says nothing"
        found = rules_engine.ask(game, check)
        for key, expected in check["answer"].items():
            if check["ask"] == "order":
                assert found[key] == expected
            assert rules_engine.same(game, key, expected, found[key]), f"{key}: {found[key]!r} instead of {expected!r}"


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_an_example_draws_cards_of_its_game(game: str, name: str) -> None:
    rows = example_rows(read_examples(game)[name])
    assert rows
    texts = (RULES.parents[1] / "src" / "amity" / "locale" / "en" / "learn.po").read_text(encoding="utf-8")
    for row in rows:
        assert row["cards"], name
        assert f'msgid "learn.row.{row["label"]}"' in texts, row["label"]
        for card in row["cards"]:
            rules_engine.PACKS[game].parse_face(card)


@pytest.mark.parametrize(("language", "game"), PAGES)
def test_a_page_can_be_made_and_names_cards_of_its_game(language: str, game: str) -> None:
    blocks = make_page(game, language)
    assert blocks[0]["kind"] == "heading" and blocks[0]["level"] == 1
    for code in re.findall(r"'cards': \[([^\]]*)\]", str([block for block in blocks if block["kind"] != "example"])):
        for card in re.findall(r"'([^']+)'", code):
            rules_engine.PACKS[game].parse_face(card)


@pytest.mark.parametrize("game", page_games())
def test_the_english_page_shows_every_example(game: str) -> None:
    shown = [block["name"] for block in make_page(game, "en") if block["kind"] == "example"]
    assert sorted(shown) == sorted(read_examples(game))


def outline(language: str, game: str) -> list[tuple[Any, ...]]:
    """What no language changes: sections, examples, the size of tables and lists, in their order."""
    found: list[tuple[Any, ...]] = []
    for block in make_page(game, language):
        match block["kind"]:
            case "heading":
                found.append(("heading", block["level"], block["name"]))
            case "example":
                found.append(("example", block["name"]))
            case "table":
                found.append(("table", len(block["head"]), len(block["rows"])))
            case "list":
                found.append(("list", block["ordered"], len(block["items"])))
    return found


@pytest.mark.parametrize(("language", "game"), TRANSLATIONS)
def test_a_translation_has_the_sections_and_examples_of_the_english_page(language: str, game: str) -> None:
    assert outline(language, game) == outline("en", game)


def captions(language: str, game: str) -> list[list[str]]:
    text = (RULES / language / f"{game}.md").read_text(encoding="utf-8")
    return [sorted(FIELD.findall(caption)) for caption in re.findall(r"```example [^\n]*\n(.*?)```", text, re.DOTALL)]


@pytest.mark.parametrize(("language", "game"), TRANSLATIONS)
def test_a_translation_fills_in_what_the_english_captions_do(language: str, game: str) -> None:
    assert captions(language, game) == captions("en", game)


@pytest.mark.parametrize(("language", "game"), TRANSLATIONS)
def test_a_translation_names_the_same_cards_and_numbers(language: str, game: str) -> None:
    def facts(of: str) -> dict[str, tuple[set[str], set[str]]]:
        text = (RULES / of / f"{game}.md").read_text(encoding="utf-8")
        sections = re.split(r"^#+ .*\{#([a-z0-9-]+)\}$", text, flags=re.MULTILINE)
        found = {}
        for name, body in zip(sections[1::2], sections[2::2], strict=True):
            cards = {card for span in re.findall(r"`([^`\n]+)`", body) for card in span.split()}
            plain = re.sub(r"`[^`\n]+`|```example.*", "", body)
            numbers = set(re.findall(r"\d{2,}", re.sub(r"(?<=\d)[ .,](?=\d{3}\b)", "", plain)))
            found[name] = (cards - {"example"}, numbers)
        return found

    english, translated = facts("en"), facts(language)
    for name, (cards, numbers) in english.items():
        assert translated[name] == (cards, numbers), f"section {name}"


@pytest.mark.parametrize(("language", "game"), PAGES)
def test_a_page_explains_every_option_and_preset(language: str, game: str) -> None:
    """The section of the options has a line for each option, under the name that the form has for it."""
    text = (RULES / language / f"{game}.md").read_text(encoding="utf-8")
    section = text.partition("{#options}")[2].partition("\n## ")[0].lower()
    from amity.text import message

    for option in describe_options(games.get(game).options_type):
        name = message(f"option.{game}.{option['name']}", language=language)
        assert plain(name) in plain(section), name
    if len(games.get(game).presets) > 1:
        for preset in games.get(game).presets:
            assert plain(message(f"preset.{game}.{preset}", language=language)) in plain(section), preset


def plain(text: str) -> str:
    """As it is compared: without case, and whatever the spaces and apostrophes are."""
    return re.sub(r"\s+", " ", text.replace("’", "'").replace("\N{NARROW NO-BREAK SPACE}", " ")).lower()


REQUIRED = ("aim", "cards", "course", "score", "options")


@pytest.mark.parametrize("game", page_games())
def test_a_page_has_the_sections_that_every_page_has(game: str) -> None:
    names = [block["name"] for block in make_page(game, "en") if block["kind"] == "heading"]
    assert set(REQUIRED) <= set(names)
    assert len(set(names)) == len(names)


def page_of(tmp_path: Path, text: str) -> list[dict[str, Any]]:
    path = tmp_path / "page.md"
    path.write_text(text, encoding="utf-8")
    return _Page(path, read_examples("mate")).blocks()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("# Mate", "name of its section"),
        ("A card `XS`", "is no card"),
        ("```example nothing\nText\n```", "no example called"),
        ("```example plain\n{nothing}\n```", "no field nothing"),
        ("[a link](https://example.org)", "has no place"),
        ("![a picture](x.png)", "has no place"),
        ("> a quotation", "has no place"),
        ("---", "has no place"),
    ],
)
def test_what_has_no_place_on_a_page_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        page_of(tmp_path, text)


def test_html_stays_text(tmp_path: Path) -> None:
    (block,) = page_of(tmp_path, "Is <b>this</b> <script>alert(1)</script>?")
    assert block == {"kind": "paragraph", "spans": ["Is <b>this</b> <script>alert(1)</script>?"]}


def test_every_page_and_lesson_becomes_a_module_of_its_own(tmp_path: Path) -> None:
    compile_rules(tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    pages = {f"{language}.{game}.rules.js" for language, game in PAGES}
    assert names == {"games.js"} | pages | {
        f"{language}.{game}.lesson.js" for language in LANGUAGES for game in lesson_games()
    }
