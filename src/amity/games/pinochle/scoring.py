"""The score of a deal and the end of the match. Rules: pinochle, Score."""

from __future__ import annotations

from collections.abc import Sequence

from amity.games.pinochle.events import DealScored, ScoreLine, SideScore
from amity.games.pinochle.options import PinochleOptions
from amity.match import MatchEnded


def side_score(before: int, melds: int, tricks: int, *, melds_void: bool, bid: int | None) -> tuple[SideScore, bool]:
    """The sheet of one side, and whether it made its bid.

    ``melds_void`` when the side needed a trick for its melds and took none; ``bid`` is ``None`` for the side that
    did not win the auction, which always scores what it made.
    """
    lines = [ScoreLine("melds", melds)]
    if melds_void and melds:
        lines.append(ScoreLine("melds_without_trick", -melds))
    lines.append(ScoreLine("tricks", tricks))
    made = sum(line.points for line in lines)
    if bid is None or made >= bid:
        return SideScore(before, tuple(lines), made, before + made), True
    if made:
        lines.append(ScoreLine("not_scored", -made))
    lines.append(ScoreLine("bid_subtracted", -bid))
    return SideScore(before, tuple(lines), -bid, before - bid), False


def score_deal(
    options: PinochleOptions,
    deal: int,
    bidder: int,
    bid: int,
    *,
    totals: Sequence[int],
    melds: Sequence[int],
    tricks: Sequence[int],
    tricks_taken: Sequence[int],
) -> DealScored:
    """The score of a deal; the sequences are by side."""
    bidders = bidder % 2
    sheets = []
    made = False
    for side in range(2):
        sheet, reached = side_score(
            totals[side],
            melds[side],
            tricks[side],
            melds_void=options.trick_needed_for_melds and not tricks_taken[side],
            bid=bid if side == bidders else None,
        )
        sheets.append(sheet)
        if side == bidders:
            made = reached
    return DealScored(deal, bidder, bid, made, (sheets[0], sheets[1]))


def winning_side(options: PinochleOptions, totals: Sequence[int], bidders: int) -> int | None:
    """The side that has won the match with these totals, if one has; ``bidders`` is the side that had the bid."""
    reached = [total >= options.target for total in totals]
    if not any(reached):
        return None
    if not all(reached):
        return reached.index(True)
    if options.both_reach == "higher" and totals[0] != totals[1]:
        return 0 if totals[0] > totals[1] else 1
    return bidders


def match_ended(totals: Sequence[int], winner: int) -> MatchEnded:
    """The end of a match that one side has won; ``totals`` by side."""
    return MatchEnded(
        (totals[0], totals[1], totals[0], totals[1]), tuple(1 if seat % 2 == winner else 3 for seat in range(4))
    )
