"""``amity play``: a match against bots, on the whole screen or line by line."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from amity.cli._arguments import Whole
from amity.cli._output import error_sentence
from amity.errors import AmityError, InvalidRequest, ParseError
from amity.text import card_code, card_text, message

if TYPE_CHECKING:
    from amity.bots import Bot
    from amity.cli._sitting import Sitting
    from amity.games import Game
    from amity.match import Action, Match

LISTED = 16
"""Longer lists of actions are cut here; what is not listed can still be typed."""
HINTS = 3
"""Choices that a hint names."""
SMALL = 10
"""Below this a tenth of a point is worth telling."""
LONGEST_PACE = 60
"""Seconds."""
LOOK_SECONDS = 0.5
"""Between two looks at whether there is still a terminal."""
HUNG_UP = 129
"""The exit code of a process that has lost its terminal: 128 and the number of SIGHUP."""
CLAIM = "claim"
"""Typed alone, this claims the rest with the leads that the view offers."""


def play(
    game: str = "",
    /,
    *,
    preset: str = "",
    option: tuple[str, ...] = (),
    seat: Whole | None = None,
    seats: Whole | None = None,
    bots: str = "",
    name: str = "",
    seed: Whole | None = None,
    plain: bool = False,
    pace: float = 0.7,
    colours: Whole = 4,
    record: Path | None = None,
    resume: Path | None = None,
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
        File that keeps the match as a record, from its start on.
    resume
        Record of a match to play on, which is kept in it; in place of the game and what settles its cards.
    """
    from amity import games
    from amity.cli import _sitting

    if colours not in (2, 4):
        raise InvalidRequest("bad_colours", colours=colours)
    if not 0 <= pace <= LONGEST_PACE:
        raise InvalidRequest("bad_pace", pace=pace)
    if resume is not None:
        if game or preset or option or seats is not None or seed is not None:
            raise InvalidRequest("resume_settles")
        sitting = _sitting.resumed(resume, seat=seat, bots=bots, name=name)
    elif not game:
        raise InvalidRequest("game_missing", games=games.names())
    else:
        sitting = _sitting.begun(game, preset, option, seat or 0, seats, bots or "club", name, seed)
    plain = plain or not _has_screen()
    file = record or resume
    if record is not None and record != resume and record.exists():
        raise InvalidRequest("record_exists", file=str(record))

    def keep() -> None:
        if file is not None:
            sitting.keep(file)

    keep()

    def hung_up(*_: object) -> NoReturn:
        # Not by an exception, which could end the keeping itself.
        try:
            keep()
        finally:
            os._exit(HUNG_UP)

    if plain and hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        # On the whole screen the match is kept already.
        signal.signal(signal.SIGHUP, hung_up)
    if sitting.seed is not None:
        print(message("cli.welcome", {"game": message(f"game.{game}"), "seed": str(sitting.seed)}))
    try:
        if plain:
            Terminal(sitting.game, sitting.match, sitting.seat, sitting.names).run(sitting.opponents)
        else:
            _on_the_whole_screen(sitting, pace, colours == 4, keep, "" if file is None else str(file))
    finally:
        keep()
    if file is not None:
        print(message("tui.saved", {"file": str(file)}))


def _has_screen() -> bool:
    """Whether there is a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _on_the_whole_screen(sitting: Sitting, pace: float, four: bool, keep: Callable[[], None], kept_in: str) -> None:
    """Play in the application, and say how the match ended where the screen was."""
    from amity import tui
    from amity.tui.app import TableApp

    match = sitting.match
    controller = tui.Controller(sitting.game, match, sitting.seat, sitting.names, sitting.opponents)
    with _ends_with_terminal():
        TableApp(controller, pace=pace, four=four, keep=keep, kept_in=kept_in).run()
    if match.result is None:
        print(message("cli.goodbye"))
    else:
        for line in controller.people.tell_end(match.game, match.result):
            print(line)


@contextmanager
def _ends_with_terminal() -> Iterator[None]:
    """End the process when its terminal is gone, without a word: the match is kept after every step.

    Nothing in the application would: what it still wants to write there waits for ever.
    """
    done = threading.Event()

    def watch() -> None:
        while os.isatty(0):
            if done.wait(LOOK_SECONDS):
                return
        os._exit(HUNG_UP)

    threading.Thread(target=watch, name="terminal", daemon=True).start()
    try:
        yield
    finally:
        done.set()


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
