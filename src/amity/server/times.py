"""How long things last."""

from __future__ import annotations

from typing import Final

DAY_MS: Final = 86_400_000
