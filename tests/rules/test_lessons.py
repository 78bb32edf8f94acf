"""The scripts of the first lessons, played through the engine: all that the texts say is so."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
import rules_engine

from amity import games
from amity.cards import FRIENDS
from amity.games import friends, mate, pinochle, tarot
from amity.games.friends.events import Dealt as FriendsDealt
from amity.games.friends.legal import legal_plays
from amity.games.mate.events import Dealt as MateDealt
from amity.games.pinochle.events import Dealt as PinochleDealt
from amity.games.tarot.events import Dealt as TarotDealt
from amity.match import Match
from amity.shuffle import MatchRandom
from build_tools.rules import GAMES, LANGUAGES, RULES, lesson_games, lesson_texts, make_lesson, read_script

MATCHES = {
    "mate": mate.MateMatch,
    "pinochle": pinochle.PinochleMatch,
    "tarot": tarot.TarotMatch,
    "friends": friends.FriendsMatch,
}
LESSONS = [(language, game) for language in LANGUAGES for game in lesson_games()]


def dealt(game: str, deal: dict[str, Any]) -> Any:
    hands = tuple(tuple(hand.split()) for hand in deal["hands"])
    match game:
        case "mate":
            return MateDealt(1, deal["dealer"], hands, swapped=False)
        case "pinochle":
            return PinochleDealt(1, deal["dealer"], hands)
        case "tarot":
            dog = tuple(deal["dog"].split())
            return TarotDealt(1, deal["dealer"], hands, dog, True, None, tuple(range(1, len(dog) + 1)))
    return FriendsDealt(1, 0, None, deal["starter"], deal["level"], hands, tuple(deal["base"].split()))


def begin(game: str, script: dict[str, Any]) -> Match:
    options = games.parse_options(games.get(game), "original", script["options"])
    match = MATCHES[game](options, len(script["deal"]["hands"]), MatchRandom.from_number(0))
    event = dealt(game, script["deal"])
    pack = Counter(
        card for hand in (*event.hands, getattr(event, "dog", ()), getattr(event, "base", ())) for card in hand
    )
    example = MATCHES[game](options, len(script["deal"]["hands"]), MatchRandom.from_number(1))
    fresh = example.deal()[0]
    every = (*fresh.hands, getattr(fresh, "dog", ()), getattr(fresh, "base", ()))
    whole = Counter(card for hand in every for card in hand)
    # Hands of a large pack may be short, as the lesson says then.
    assert pack < whole if script.get("short") else pack == whole, "the script deals another pack"
    match.fold(event)
    return match


def own_hand(match: Match, seat: int) -> list[str]:
    view: Any = match.view(seat)
    return sorted(view.hands[seat] if hasattr(view, "hands") else view.hand)


def move(match: Match, parse: Any, text: str) -> None:
    """Make a move of the script. ``2 leads QS QS`` only says what is led of a throw."""
    mover, _, action = text.partition(" ")
    if action.startswith("leads "):
        view: Any = match.view(None)
        assert [(play.seat, list(play.cards)) for play in view.trick] == [(int(mover), action.split()[1:])], text
        return
    assert match.to_act == int(mover), text
    match.apply(int(mover), parse(action))


def check_answer(game: str, match: Any, seat: int, step: dict[str, Any]) -> None:
    """The cards asked for may be played, and those called legal are the ones that can be part of a play."""
    name = step["name"]
    verb, asked = step.get("verb", "play"), step["ask"]
    hand = set(own_hand(match, seat))
    legal = hand
    if verb in ("play", "place") and len(asked) == 1 and game != "friends":
        texts = {games.get(game).notation.write_action(action) for action in match.legal_actions()}
        legal = {card for card in hand if f"{verb} {card}" in texts}
    elif game == "friends" and verb == "play" and match.trick:
        legal = {FRIENDS.codes[face] for play in legal_plays(match.lead, match.hands[seat]) for face in play}
    assert legal == set(step.get("legal", hand)), f"{name}: {sorted(legal)}"
    # To point at a card that may not be played says so, which only makes sense if there is one.
    assert "legal" not in step or legal < hand, name
    assert set(asked) < hand or len(hand) == 1, name


@pytest.mark.parametrize("game", lesson_games())
def test_the_engine_plays_the_script(game: str) -> None:
    script = read_script(game)
    parse = games.get(game).notation.parse_action
    match: Any = begin(game, script)
    seat = script["seat"]
    for step in script["steps"]:
        name = step["name"]
        for text in step.get("moves", ()):
            move(match, parse, text)
        if "hand" in step:
            assert own_hand(match, seat) == sorted(step["hand"].split()), name
        view: Any = match.view(seat)
        for key, value in step.get("expect", {}).items():
            found = getattr(view, key) if hasattr(view, key) else getattr(match, key)
            assert found == value or list(found) == value, f"{name}: {key} is {found}"
        for key, value in step.get("sheet", {}).items():
            found = getattr(match.sheets[-1], key)
            assert found == (tuple(value) if isinstance(value, list) else value), f"{name}: {key} is {found}"
        if "friends" in step:
            assert sorted(step["friends"]) == sorted(friend for friend in match.friends if friend is not None), name
        for check in step.get("checks", ()):
            found = rules_engine.ask(game, check)
            for key, expected in check["answer"].items():
                assert rules_engine.same(game, key, expected, found[key]), f"{name}: {key} is {found[key]!r}"
        if "mark" in step:
            shown = " ".join(str(value) for value in (own_hand(match, seat), *step.get("moves", ())))
            assert all(re.search(rf"(?<![\w]){re.escape(card)}(?![\w])", shown) for card in step["mark"]), name
        if "ask" in step:
            assert match.to_act == seat, name
            check_answer(game, match, seat, step)
            match.apply(seat, parse(" ".join((step.get("verb", "play"), *step["ask"]))))
        for choice in step.get("choices", ()):
            if choice is not None:
                assert match.to_act == seat, name
                assert parse(choice) in match.legal_actions(), f"{name}: {choice}"
        if step.get("choices", [None])[step.get("right", 0)] is not None:
            match.apply(seat, parse(step["choices"][step["right"]]))


@pytest.mark.parametrize("game", lesson_games())
def test_a_lesson_has_twelve_steps_and_asks(game: str) -> None:
    steps = read_script(game)["steps"]
    assert len(steps) >= 12
    assert sum("ask" in step or "choices" in step for step in steps) >= 6
    assert len({step["name"] for step in steps}) == len(steps)


@pytest.mark.parametrize(("language", "game"), LESSONS)
def test_a_lesson_says_something_at_every_step(language: str, game: str) -> None:
    lesson = make_lesson(game, language)
    for step in lesson["steps"]:
        assert step["title"] and step["text"], f"{game}.{step['name']} in {language}"
        assert len(step["choices"]) != 1 and (not step["choices"] or 0 <= step["right"] < len(step["choices"]))


def cards_and_numbers(texts: dict[str, Any]) -> list[tuple[str, ...]]:
    """What no language changes in the texts of a step: cards, and numbers of two digits or more."""
    words = str(texts["text"]) + str(texts["choices"]) + str(texts["wrong"])
    codes = sorted(set(re.findall(r"'([^' ]+)'", " ".join(re.findall(r"'cards': \[([^\]]*)\]", words)))))
    plain = re.sub(r"'cards': \[[^\]]*\]", "", words)
    return [tuple(codes), tuple(sorted(set(re.findall(r"\d{2,}", re.sub(r"(?<=\d)[\s,.](?=\d{3})", "", plain)))))]


@pytest.mark.parametrize(("language", "game"), [pair for pair in LESSONS if pair[0] != "en"])
def test_a_translation_names_the_same_cards_and_numbers(language: str, game: str) -> None:
    english = lesson_texts(RULES / "en" / f"{game}.lesson.md")
    translated = lesson_texts(RULES / language / f"{game}.lesson.md")
    assert list(translated) == list(english)
    for name, texts in english.items():
        assert cards_and_numbers(translated[name]) == cards_and_numbers(texts), f"{game}.{name} in {language}"
        assert len(translated[name]["wrong"]) == len(texts["wrong"])


def test_every_game_of_a_script_is_known() -> None:
    names = {path.stem for path in (RULES / "lessons").glob("*.json")}
    assert names and names <= set(GAMES)
    texts = {path.name.split(".")[0] for language in LANGUAGES for path in (RULES / language).glob("*.lesson.md")}
    assert texts == names
