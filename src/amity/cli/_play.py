"""``amity play``: a match against bots, on the whole screen or line by line."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from amity.cli._arguments import Whole
from amity.cli._output import error_sentence
from amity.errors import AmityError, InvalidRequest, ParseError
from amity.text import card_code, card_text, message

if TYPE_CHECKING:
    from amity.bots import Bot
    from amity.games import Game
    from amity.match import Action, Match
    from amity.shuffle import MatchRandom

LISTED = 16
"""Longer lists of actions are cut here; what is not listed can still be typed."""
HINTS = 3
"""Choices that a hint names."""
SMALL = 10
"""Below this a tenth of a point is worth telling."""
LONGEST_PACE = 60
"""Seconds."""
CLAIM = "claim"
"""Typed alone, this claims the rest with the leads that the view offers."""


def play(
    game: str,
    /,
    *,
    preset: str = "",
    option: tuple[str, ...] = (),
    seat: Whole = 0,
    seats: Whole | None = None,
    bots: str = "club",
    name: str = "",
    seed: Whole | None = None,
    plain: bool = False,
    pace: float = 0.7,
    colours: Whole = 4,
    record: Path | None = None,
) -> None:
    """Play a match against bots in the terminal.

    Parameters
    ----------
    game
        Name of the game.
    preset
        Preset of options; the game's first unless named.
    option
        name=value, an option that differs from the preset; may be repeated.
    seat
        Your seat, counted from 0; 0 unless said otherwise.
    seats
        Number of players, where the game leaves a choice.
    bots
        One level for all bots, or one for every seat (yours is left out), separated by commas; club unless said
        otherwise.
    name
        Your name.
    seed
        Seed of all chance, to play the same cards again.
    plain
        Ask line by line, as is always done where input or output is no terminal.
    pace
        Seconds for which a bot's move is seen at least; 0.7 unless said otherwise.
    colours
        2 or 4: how many colours the suits have; 4 unless said otherwise.
    record
        File that keeps the match as a record when it ends.
    """
    from amity import bots as players
    from amity import games
    from amity.cli import _choices

    found = games.get(game)
    options = _choices.options_from(found, preset, option)
    levels = _choices.levels_for_seats(found, bots, seats)
    if not 0 <= seat < len(levels):
        raise InvalidRequest("no_such_seat", seat=seat, seats=len(levels))
    if colours not in (2, 4):
        raise InvalidRequest("bad_colours", colours=colours)
    if not 0 <= pace <= LONGEST_PACE:
        raise InvalidRequest("bad_pace", pace=pace)
    seed = secrets.randbelow(1_000_000_000) if seed is None else seed
    random = _choices.match_random(seed, 0)
    match = found.new_match(options, len(levels), random)
    opponents = {
        place: players.make(game, level, _choices.bot_seed(seed, 0, place))
        for place, level in enumerate(levels)
        if place != seat
    }
    names = [
        message("cli.bot_name", {"number": place, "level": message(f"level.{level}")})
        for place, level in enumerate(levels)
    ]
    names[seat] = name or message("cli.own_name")
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(message("cli.welcome", {"game": message(f"game.{game}"), "seed": str(seed)}))
        Terminal(found, match, seat, names).run(opponents)
    else:
        from amity import tui
        from amity.tui.app import TableApp

        TableApp(tui.Controller(found, match, seat, names, opponents), pace=pace, four=colours == 4).run()
    if record is not None:
        _keep(record, match, random, names, preset or next(iter(found.presets)))


def _keep(file: Path, match: Match, random: MatchRandom, names: Sequence[str], preset: str) -> None:
    """Write the record of a match, finished or not, and say so."""
    from amity import games
    from amity.record import Fairness, Record, write
    from amity.shuffle import commitment

    kept = Record(
        game=games.get(match.game),
        options=match.options,
        names=tuple(names),
        events=tuple(match.events),
        fairness=Fairness(random.match, commitment(random.server_seed), random.server_seed),
        rules_version=match.rules_version,
        preset=preset,
    )
    file.write_text(write(kept), encoding="utf-8")
    print(message("tui.saved", {"file": str(file)}))


class Terminal:
    """One person's seat at a match, on standard input and output."""

    def __init__(self, game: Game, match: Match, seat: int, names: Sequence[str]) -> None:
        from amity import tables

        self.game = game
        self.match = match
        self.seat = seat
        self.people = tables.People(names, seat, game.name)
        self.table = tables.make(game.name, self.people)
        self.told = 0
        """How many events have been told."""

    def run(self, opponents: dict[int, Bot]) -> None:
        """Play until the match is over, the person quits or the input ends."""
        from amity import bots

        while not self.match.over:
            bots.step_chance_and_bots(self.match, opponents)
            self._tell()
            if not self.match.over and not self._turn():
                print(message("cli.goodbye"))
                return

    def _tell(self) -> None:
        for event in self.match.history(self.seat)[self.told :]:
            for line in self.table.sentences(event):
                print(line)
        self.told = self.match.version

    def _turn(self) -> bool:
        """Ask until an action is accepted; whether the person goes on."""
        self._show()
        while True:
            print(message("cli.prompt"), end=" ", flush=True)
            text = sys.stdin.readline()
            if not text:
                print()
                return False
            word = text.strip().lower()
            if word in ("quit", "q", "exit"):
                return False
            if word in ("help", "h", "?"):
                print(message("cli.help"))
            elif word == "hint":
                self._hint()
            elif word in ("", "table", "t"):
                self._show()
            elif self._act(text.strip()):
                return True

    def _hint(self) -> None:
        """Print what the best bot would choose among, best first, and what it is worth where that is known."""
        from amity import bots

        name = self.game.name
        adviser = bots.make(name, bots.levels(name)[-1], self.match.version)
        print(message("client.hint.asked"))
        for action, expected in bots.advise(adviser, self.match.view(self.seat), self.match.history(self.seat))[:HINTS]:
            words = self.people.action(action)
            if expected is not None:
                shown = f"{expected:+.1f}" if abs(expected) < SMALL else f"{expected:+.0f}"
                worth = message(f"client.hint.worth.{name}", {"worth": shown.replace("-", "−")})
                words = message("client.hint.choice", {"action": words, "worth": worth})
            print(f"      {words}")

    def _show(self) -> None:
        view = self.match.view(self.seat).with_help()
        print()
        for line in self.table.show(view):
            print(line)
        if view.claim_action() is not None:
            print(message("cli.claim"))
        actions = view.legal_actions()
        if len(actions) == 1:
            print(message("cli.only_action", {"action": self.people.action(actions[0])}))
            return
        print(message("cli.actions"))
        for number, action in enumerate(actions[:LISTED], start=1):
            print(f"{number:4}  {self.people.action(action)}")
        if len(actions) > LISTED:
            print(message("cli.more_actions", {"n": len(actions) - LISTED, "last": self._written(actions[-1])}))

    def _act(self, text: str) -> bool:
        """Carry out what was typed, or say why not."""
        try:
            self.match.apply(self.seat, self._read(text))
        except AmityError as error:
            print(error_sentence(error, self.people.names, self.people.pack))
            if isinstance(error, ParseError):
                print(message("cli.try_help"))
            return False
        self._tell()
        return True

    def _read(self, text: str) -> Action:
        """The action that a number of the list, a whole action or what distinguishes it (a card, a bid) names.

        :raises ParseError: ``unknown_action`` or a card error.
        """
        view = self.match.view(self.seat)
        if text.lower() == CLAIM and (claim := view.with_help().claim_action()) is not None:
            return claim
        actions = view.legal_actions()
        numbered = {str(number): action for number, action in enumerate(actions[:LISTED], start=1)}
        if text in numbered:
            return numbered[text]
        text = " ".join(card_code(text, pack=self.people.pack).split())
        write = self.game.notation.write_action
        written = {write(action).lower(): action for action in actions}
        if text.lower() in written:
            return written[text.lower()]
        verbs = dict.fromkeys(entry.partition(" ")[0] for entry in written)
        try:
            return self.game.notation.parse_action(text)
        except ParseError as error:
            # "10S" alone: try it with each verb that there is now, and as a card played, so that playing one too early
            # is explained by the rules.
            for verb in (*verbs, "play"):
                try:
                    return self.game.notation.parse_action(f"{verb} {text}")
                except ParseError:
                    continue
            raise error

    def _written(self, action: Action) -> str:
        text = self.game.notation.write_action(action)
        return re.sub(r"\b(?:10|[1-9JNQKA])[SHDC]\b", lambda code: card_text(code[0], pack=self.people.pack), text)
