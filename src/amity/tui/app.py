"""The application."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from amity.match import Action
from amity.text import message
from amity.tui._cards import cards_line
from amity.tui._controller import Controller
from amity.tui._dialogs import Confirm, Notice
from amity.tui._scene import Choice, Scene
from amity.tui._widgets import Choices, Hand, Log, TableView

DIGITS = 9
"""Choices that a digit picks."""


class TableApp(App[None]):
    """One match at the terminal.

    ``pace`` is the number of seconds that a bot's move is seen at least, ``four`` whether the suits have four colours
    instead of two; ``keep`` is called whenever there is more of the match to keep, and ``kept_in`` names the file.
    """

    TITLE = "Amity"
    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", show=False),
        Binding("l", "last_trick", show=False),
        Binding("s", "scores", show=False),
        Binding("c", "colours", show=False),
        Binding("w", "other_way", show=False),
        Binding("pageup", "scroll_log(-1)", show=False),
        Binding("pagedown", "scroll_log(1)", show=False),
        Binding("question_mark,f1", "help", show=False),
        # Instead of what Textual does by itself, which is to leave at once.
        Binding("q,ctrl+q,ctrl+c", "leave", show=False),
        *(Binding(str(digit), f"pick({digit})", show=False) for digit in range(1, DIGITS + 1)),
    ]

    def __init__(
        self,
        controller: Controller,
        *,
        pace: float = 0.7,
        four: bool = True,
        keep: Callable[[], None] = lambda: None,
        kept_in: str = "",
    ) -> None:
        super().__init__()
        self.controller = controller
        self.pace = pace
        self.four = four
        self.keep = keep
        self.kept_in = kept_in
        self.choices: tuple[Choice, ...] = ()
        self.ways: Sequence[Action] = ()
        """What the raised cards can mean."""
        self.way = 0
        """Which of the ways is sent."""
        self._scene: Scene | None = None
        """What is on the screen."""
        self._acted = asyncio.Event()
        """Set when the person has done what was awaited."""
        self._thinking = False

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield TableView(self.controller.people)
            with Vertical(id="side"):
                yield Choices(id="choices", markup=False)
                yield Log(id="log")
        yield Static(id="prompt")
        with Horizontal(id="meaning"):
            yield Static(id="chosen")
            yield Static(id="way")
        yield Hand(self.controller.people)
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begin to play."""
        keys = [
            ("h", "tui.key.hint"),
            ("l", "client.last_trick"),
            ("s", "client.scores"),
            ("c", "tui.key.colours"),
            ("?", "tui.key.help"),
            ("q", "tui.key.quit"),
        ]
        line = Text(" ", no_wrap=True, overflow="ellipsis")
        for key, label in keys:
            line.append(f" {key} ", "bold reverse")
            line.append(f" {message(label)}  ")
        self.query_one("#keys", Static).update(line)
        self.run_worker(self._play(), exclusive=True)

    def on_unmount(self) -> None:
        """Nobody waits for a search any more."""
        self.controller.stop()

    @property
    def asks(self) -> bool:
        """Whether the person is asked for something now, and sees it."""
        return self.controller.awaited == "person" and self._scene is not None and not self._acted.is_set()

    async def _play(self) -> None:
        controller = self.controller
        while controller.awaited != "nothing":
            self._acted.clear()
            self._show()
            match controller.awaited:
                case "deal":
                    if controller.at_score:
                        await self._sheet(message("tui.next"))
                    controller.deal()
                case "bot":
                    await self._bot()
                case "person":
                    await self._acted.wait()
            self._keep()
        self._show()
        await self._sheet(message("tui.leave"))
        self.exit()

    def _keep(self) -> None:
        """Keep the match; where that fails, say so and play on."""
        try:
            self.keep()
        except OSError as error:
            params = {"name": self.kept_in, "reason": error.strerror or str(error)}
            self.notify(message("error.file", params), severity="error", markup=False)

    async def _bot(self) -> None:
        """Let the bot in turn act, not before its last predecessor's move was seen for a while."""
        question = self.controller.question()
        begun = time.monotonic()
        action = await asyncio.to_thread(question.answer)
        if (left := begun + self.pace - time.monotonic()) > 0:
            await asyncio.sleep(left)
        self.controller.bot_acts(question.seat, action)

    async def _sheet(self, button: str) -> None:
        """Show the last score sheet, or that the deal was not played, until it is closed."""
        sheets = self.controller.score_sheets()
        ending = self._ending()
        body = Text("\n").join(map(Text, [*(sheets[-1] if sheets else []), *ending]))
        await self.push_screen_wait(Notice(message("client.scores"), body, button))

    def _ending(self) -> list[str]:
        match = self.controller.match
        return list(self.controller.people.tell_end(match.game, match.result)) if match.result is not None else []

    def _show(self) -> None:
        """Draw the present moment."""
        controller = self.controller
        scene = self._scene = controller.scene
        self.query_one(Log).tell(controller.news())
        self.query_one("#title", Static).update(Text(scene.title, "bold"))
        self.query_one(TableView).show(scene, four=self.four)
        hand = self.query_one(Hand)
        hand.show(scene, four=self.four)
        self._say(scene.prompt)
        self._named()
        self._list(scene.choices)
        if controller.awaited == "person":
            (hand if scene.wanted is not None else self.query_one("#choices")).focus()

    def _say(self, text: str, style: str = "bold") -> None:
        self.query_one("#prompt", Static).update(Text(text, style))

    def _named(self) -> None:
        """Say what the raised cards are, in the usual way, and whether there are others."""
        chosen = self.query_one(Hand).selection.chosen
        self.way = 0
        self.ways = ()
        if chosen and self._scene is not None and self._scene.wanted is not None:
            self.ways = self.controller.ways(chosen)
        self._say_way()

    def _say_way(self) -> None:
        said, more = Text(), Text()
        if self.ways:
            said = Text.assemble("⏎ ", self.controller.named(self.ways[self.way]))
        if len(self.ways) > 1:
            words = f" {message('client.friends.split.open')} {self.way + 1}/{len(self.ways)}"
            more = Text.assemble((" w ", "bold reverse"), words)
        self.query_one("#chosen", Static).update(said)
        self.query_one("#way", Static).update(more)

    def _list(self, choices: Iterable[Choice]) -> None:
        self.choices = tuple(choices)
        widget = self.query_one("#choices", OptionList)
        widget.clear_options()
        widget.add_options(
            Option(Text(f"{number} {choice.label}" if number <= DIGITS else f"  {choice.label}"))
            for number, choice in enumerate(self.choices, start=1)
        )
        widget.display = bool(self.choices)
        if self.choices:
            widget.highlighted = 0

    # What the person does

    def _done(self, refusal: str | None) -> None:
        if refusal is None:
            self._acted.set()
        else:
            self._say(refusal, "bold red")

    def on_hand_sent(self) -> None:
        """Carry out what the raised cards, or the one at the cursor, mean."""
        scene, selection = self._scene, self.query_one(Hand).selection
        if scene is None or scene.wanted is None or not selection.cards or not self.asks:
            return
        if not selection.raised and scene.wanted != 1:
            selection.toggle(selection.cursor)
            self.query_one(Hand).refresh()
            self._named()
            return
        ways = self.ways or self.controller.ways((selection.cards[selection.cursor],))
        self._done(self.controller.act(ways[self.way]))

    def on_hand_changed(self) -> None:
        """Other cards are raised: say what they are."""
        if self._scene is not None:
            self._say(self._scene.prompt)
        self._named()

    def on_click(self, event: events.Click) -> None:
        """What the raised cards are can be clicked to send them, and the other ways to see them."""
        if event.widget is not None and event.widget.id == "chosen":
            self.on_hand_sent()
        elif event.widget is not None and event.widget.id == "way":
            self.action_other_way()

    def action_other_way(self) -> None:
        """Announce the raised cards in the next way that there is."""
        if self.ways:
            self.way = (self.way + 1) % len(self.ways)
            self._say_way()

    def action_scroll_log(self, pages: int) -> None:
        """Look back at what has happened, or forward again."""
        log = self.query_one(Log)
        log.scroll_relative(y=pages * max(1, log.size.height - 1), animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Carry out the choice."""
        self.action_pick(event.option_index + 1)

    def action_pick(self, number: int) -> None:
        """Carry out a choice of the list, or raise the cards that it suggests."""
        if not 0 < number <= len(self.choices) or not self.asks:
            return
        choice = self.choices[number - 1]
        if choice.action is not None:
            self._done(self.controller.act(choice.action))
        else:
            self._raise(choice.cards)

    def _raise(self, cards: Sequence[str]) -> None:
        hand = self.query_one(Hand)
        hand.selection.raise_only(cards)
        hand.refresh()
        hand.focus()
        self._named()

    def action_hint(self) -> None:
        """Ask the best bot."""
        if self.controller.awaited == "person" and not self._thinking:
            self.run_worker(self._hint(), group="hint")

    async def _hint(self) -> None:
        self._thinking = True
        version = self.controller.match.version
        self._say(message("client.hint.asked"))
        question = self.controller.adviser()
        hints = await asyncio.to_thread(self.controller.hints, question)
        self._thinking = False
        if self.controller.match.version != version or self._scene is None:
            return
        self._say(self._scene.prompt)
        lines = Text("\n").join(Text(hint.words) for hint in hints)
        await self.push_screen_wait(Notice(message("tui.key.hint"), lines))
        selection = self.query_one(Hand).selection
        if hints and self.asks and self._scene.wanted is not None and not selection.raised:
            self._raise(hints[0].cards)

    def action_last_trick(self) -> None:
        """Show the last trick."""
        if self._scene is None or not self._scene.last_trick:
            self._say(message("tui.no_trick"))
            return
        lines = [
            Text.assemble(f"{row.label}  ", cards_line(row.cards, self.controller.people, four=self.four))
            for row in self._scene.last_trick
        ]
        self.push_screen(Notice(message("client.last_trick"), Text("\n").join(lines)))

    def action_scores(self) -> None:
        """Show all score sheets, the last one first."""
        sheets = self.controller.score_sheets()
        lines = [line for sheet in reversed(sheets) for line in (*sheet, "")]
        body = "\n".join(lines) or message("tui.no_scores")
        self.push_screen(Notice(message("client.scores"), Text(body)))

    def action_help(self) -> None:
        """Say what the keys do."""
        self.push_screen(Notice(message("tui.key.help"), Text(message("tui.help"))))

    def action_colours(self) -> None:
        """Two colours or four."""
        self.four = not self.four
        if self._scene is not None:
            self.query_one(TableView).show(self._scene, four=self.four)
            self.query_one(Hand).show(self._scene, four=self.four)

    def action_leave(self) -> None:
        """Leave, once that is confirmed."""

        def answered(answer: bool | None) -> None:
            if answer:
                self.exit()

        ask = message("tui.quit.kept", {"file": self.kept_in}) if self.kept_in else message("tui.quit.ask")
        question = Confirm(ask, message("tui.quit.yes"), message("tui.quit.no"))
        self.push_screen(question, answered)
