"""A match as one text file: written, parsed, replayed to the identical state, and verified.

The form is described in ``docs/record.md``. The body's lines belong to the game's notation; this package knows the
tags, the seeds and how to check what a record claims.
"""

from amity.record._record import MAXIMUM_CHARACTERS, Fairness, Record, parse, write
from amity.record._verify import Check, Verification, verify

__all__ = ["MAXIMUM_CHARACTERS", "Check", "Fairness", "Record", "Verification", "parse", "verify", "write"]
