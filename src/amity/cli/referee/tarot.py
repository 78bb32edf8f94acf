"""Referee questions about Tarot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from amity.errors import InvalidRequest
from amity.games.tarot.actions import CONTRACTS, Contract
from amity.games.tarot.bidding import COEFFICIENTS
from amity.games.tarot.scoring import SLAM_POINTS, Side, score_lines, shares

_ALL_POINTS: Final = 91
_CONTRACTS: Final[Mapping[str, Contract]] = {contract: contract for contract in COEFFICIENTS}
_SIDES: Final[Mapping[str, Side]] = {"attack": "attack", "defence": "defence"}
_HANDFUL_BONUSES: Final = (0, 20, 30, 40, 50, 60)
"""One handful, or two shown in the same deal; 22 cards do not make more."""


def score(
    *,
    players: int,
    contract: str,
    points: float,
    bouts: int,
    petit: str = "",
    handful_bonus: int = 0,
    slam: tuple[str, ...] = (),
    alone: bool = False,
) -> dict[str, object]:
    """What a deal brings the taker, each defender and the partner. Rules: tarot, Score.

    ``contract`` is petite, guard, guard_without or guard_against; ``points`` (0 to 91, halves allowed) and ``bouts``
    (0 to 3) are those counted for the attack; ``petit`` says which side, attack or defence, took the petit in the
    last trick; ``handful_bonus`` is the sum of the handfuls' bonuses; ``slam`` is announced_made, made,
    announced_failed or defence, and the last two may both be given. ``alone`` says that a taker among five has no
    partner. Whether points and slam fit each other is not asked.

    Answers ``{"taker", "defender"}``, with five players and a partner ``"partner"`` as well.

    :raises InvalidRequest: ``tarot_players``, ``tarot_contract``, ``tarot_points``, ``tarot_bouts``, ``tarot_petit``,
        ``tarot_handful_bonus`` or ``tarot_slam``.
    """
    if players not in (3, 4, 5):
        raise InvalidRequest("tarot_players", players=players)
    if contract not in _CONTRACTS:
        raise InvalidRequest("tarot_contract", contract=contract, contracts=list(CONTRACTS))
    if not 0 <= points <= _ALL_POINTS or 2 * points != int(2 * points):
        raise InvalidRequest("tarot_points", points=points)
    if not 0 <= bouts <= 3:
        raise InvalidRequest("tarot_bouts", bouts=bouts)
    if petit and petit not in _SIDES:
        raise InvalidRequest("tarot_petit", petit=petit)
    if handful_bonus not in _HANDFUL_BONUSES:
        raise InvalidRequest("tarot_handful_bonus", bonus=handful_bonus, bonuses=list(_HANDFUL_BONUSES))
    # Only a slam announced and missed leaves room for another entry: the defence may have made one.
    if any(entry not in SLAM_POINTS for entry in slam) or (
        len(slam) > 1 and sorted(slam) != ["announced_failed", "defence"]
    ):
        raise InvalidRequest("tarot_slam", slam=list(slam), slams=list(SLAM_POINTS))
    lines = score_lines(
        _CONTRACTS[contract],
        int(2 * points),
        bouts,
        _SIDES[petit] if petit else None,
        [(None, handful_bonus)],
        [entry for entry in SLAM_POINTS if entry in slam],
    )
    pays = sum(line.points for line in lines)
    to_taker, to_partner = shares(players, players == 5 and not alone)
    answer: dict[str, object] = {"taker": to_taker * pays, "defender": -pays}
    if to_partner:
        answer["partner"] = to_partner * pays
    return answer


ASKS: Final[Mapping[str, Callable[..., dict[str, object]]]] = {"score": score}
