"""Bits and chance for compiled code.

Masks are int64 and never negative. Chance is an array of one uint64, the state of a xorshift64* generator: the same
seed gives the same choices on every machine. Every function here can be called from compiled code only.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload_method, register_jitable

Chance = npt.NDArray[np.uint64]

_MULTIPLIER: Final = np.uint64(0x2545F4914F6CDD1D)
_12: Final = np.uint64(12)
_25: Final = np.uint64(25)
_27: Final = np.uint64(27)
_32: Final = np.uint64(32)
_11: Final = np.uint64(11)
_UNIT: Final = 1.0 / (1 << 53)
_FALSE: Final = ir.Constant(ir.IntType(1), 0)
"""Asks for a defined answer when no bit is set."""


def new_chance(seed: int) -> Chance:
    """A generator for a seed of any size; usable in plain Python."""
    word = np.random.SeedSequence(abs(seed) * 2 + (seed < 0)).generate_state(1, np.uint64)
    return np.array([int(word[0]) | 1], np.uint64)


def _instruction(emit: Callable[..., Any]) -> Callable[[int], int]:
    """A function of compiled code that becomes a single machine instruction."""
    return cast("Callable[[int], int]", intrinsic(emit))


@_instruction
def count_bits(_context: Any, mask: Any) -> Any:
    """How many bits are set."""

    def emit(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), emit


@overload_method(types.Integer, "bit_count")
def _bit_count(number: Any) -> Any:
    """Let rules that use ``int.bit_count`` be compiled."""

    def count(number: Any) -> Any:
        return count_bits(number)

    return count


@_instruction
def lowest_bit(_context: Any, mask: Any) -> Any:
    """Place of the lowest bit that is set; 64 when none is."""

    def emit(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], _FALSE)

    return types.int64(types.int64), emit


@_instruction
def highest_bit(_context: Any, mask: Any) -> Any:
    """Place of the highest bit that is set; −1 when none is."""

    def emit(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], _FALSE)
        return builder.sub(zeros.type(63), zeros)

    return types.int64(types.int64), emit


@register_jitable
def random_word(chance: Chance) -> Any:
    """64 random bits, as uint64."""
    word = chance[0]
    word ^= word >> _12
    word ^= word << _25
    word ^= word >> _27
    chance[0] = word
    return word * _MULTIPLIER


@register_jitable
def random_below(chance: Chance, limit: int) -> int:
    """A random number from 0 to ``limit`` − 1; ``limit`` stays below 2³¹, so that the bias is below 2⁻³²·limit."""
    return int(random_word(chance) >> _32) * limit >> 32


@register_jitable
def random_unit(chance: Chance) -> float:
    """A random number from 0 to below 1."""
    return np.float64(random_word(chance) >> _11) * _UNIT


@register_jitable
def random_bit(chance: Chance, mask: int) -> int:
    """The place of a random bit of a mask that has one."""
    skip = random_below(chance, count_bits(mask))
    while skip > 0:
        mask &= mask - 1
        skip -= 1
    return lowest_bit(mask)
