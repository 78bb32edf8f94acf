"""Verifiable chance. The known answers are computed here a second time, from docs/shuffle.md, by other means."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amity.errors import VerificationError
from amity.shuffle import ALGORITHM, MatchRandom, commitment, deal_in_packets, draw_seed, verify_commitment

SEED = bytes(range(32))


def words_by_the_book(seed: bytes, parts: list[bytes], count: int) -> list[int]:
    """docs/shuffle.md, Streams, read slowly."""
    header = b""
    for part in parts:
        header += len(part).to_bytes(4, "big") + part
    words: list[int] = []
    block = 0
    while len(words) < count:
        digest = hmac.new(seed, header + block.to_bytes(8, "big"), hashlib.sha256).digest()
        words += [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
        block += 1
    return words[:count]


def test_a_stream_is_what_the_document_says() -> None:
    random = MatchRandom(SEED, "K7Q2MX", (b"seat zero", b""))
    parts = [ALGORITHM.encode(), b"K7Q2MX", b"3", b"1", b"shuffle", b"seat zero", b""]
    stream = random.stream("shuffle", deal=3, attempt=1)
    assert [stream.below(2**32) for _ in range(20)] == words_by_the_book(SEED, parts, 20)


def test_known_shuffle() -> None:
    shuffled = MatchRandom(SEED, "K7Q2MX").stream("shuffle", deal=1).shuffled(range(10))
    words = iter(words_by_the_book(SEED, [ALGORITHM.encode(), b"K7Q2MX", b"1", b"0", b"shuffle"], 9))
    expected = list(range(10))
    for place in range(9, 0, -1):
        other = next(words) % (place + 1)
        expected[place], expected[other] = expected[other], expected[place]
    assert shuffled == expected


@given(st.integers(1, 2**32), st.integers(0, 1000))
def test_draws_are_in_range(bound: int, deal: int) -> None:
    stream = MatchRandom(SEED, "m").stream("cut", deal)
    assert all(0 <= stream.below(bound) < bound for _ in range(20))


def test_draws_have_no_bias() -> None:
    stream = MatchRandom(SEED, "m").stream("shuffle")
    counts = Counter(stream.below(7) for _ in range(70_000))
    # Chi-square with 6 degrees of freedom: 33 is beyond one in 100,000, and the stream is fixed.
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 33


def test_words_above_the_largest_multiple_are_thrown_away() -> None:
    """With a bound just above 2³¹ about half of all words have to go."""
    bound = 2**31 + 1
    stream = MatchRandom(SEED, "m").stream("gaps")
    words = words_by_the_book(SEED, [ALGORITHM.encode(), b"m", b"0", b"0", b"gaps"], 40)
    expected = [word for word in words if word < bound]
    assert [stream.below(bound) for _ in expected] == expected


def test_seats_purposes_deals_and_attempts_all_matter() -> None:
    streams = [
        MatchRandom(SEED, "m", (b"a", b"")).stream("shuffle", 1),
        MatchRandom(SEED, "m", (b"", b"a")).stream("shuffle", 1),
        MatchRandom(SEED, "m1").stream("shuffle", 1),
        MatchRandom(SEED, "m").stream("shuffle", 11),
        MatchRandom(SEED, "m").stream("shuffle", 1),
        MatchRandom(SEED, "m").stream("shuffle", 1, 1),
        MatchRandom(SEED, "m").stream("redeal", 1),
        MatchRandom(bytes(32), "m").stream("shuffle", 1),
    ]
    assert len({stream.below(2**32) for stream in streams}) == len(streams)


def test_commitments() -> None:
    seed = draw_seed()
    assert len(seed) == 32
    verify_commitment(seed, commitment(seed).upper())
    with pytest.raises(VerificationError) as refusal:
        verify_commitment(seed, commitment(SEED))
    assert refusal.value.code == "commitment_mismatch"


def test_the_seed_does_not_show_in_a_repr() -> None:
    assert SEED.hex() not in repr(MatchRandom(SEED, "m"))
    assert "x01" not in repr(MatchRandom(SEED, "m"))


def test_packets() -> None:
    assert deal_in_packets(list(range(12)), (1, 0), 3) == {1: [0, 1, 2, 6, 7, 8], 0: [3, 4, 5, 9, 10, 11]}
