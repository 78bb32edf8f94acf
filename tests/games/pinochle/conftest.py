"""The naive second reading of the rules lies beside the tests, not in the package."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[2]
if str(TESTS) not in sys.path:
    sys.path.insert(0, str(TESTS))
