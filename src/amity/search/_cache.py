"""Where compiled search code is kept between starts.

numba keeps compiled functions on disk and notices a change in the file of the function itself, but not in the files
of the functions it calls. So every kernel gets a folder of its own in the user's cache folder, named by a hash of all
the sources that go into it. (The folder of the package may be read-only, and is no place for it anyway.)
"""

from __future__ import annotations

import atexit
import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

_lock: Final = threading.Lock()


def cache_root() -> Path:
    """The folder for compiled code: under ``NUMBA_CACHE_DIR`` if that is set, else in the user's cache folder."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "amity" / "compiled"


def sources_digest(modules: Sequence[str]) -> str:
    """16 hexadecimal digits that change when the source of one of the modules does; none of them is imported."""
    digest = hashlib.sha256()
    for name in modules:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(name)
        digest.update(name.encode())
        digest.update(Path(spec.origin).read_bytes())
    return digest.hexdigest()[:16]


def load_kernel(kernel: str, inlined: Sequence[str]) -> ModuleType:
    """Import a module of compiled functions with its disk cache in the right folder; may take seconds.

    ``inlined`` are the modules whose functions are compiled into it. Where nothing can be written the code is
    compiled anew at every start.
    """
    with _lock:
        loaded = sys.modules.get(kernel)
        if loaded is not None:
            return loaded
        import numba

        folder = cache_root() / f"{kernel.rpartition('.')[2].strip('_')}-{sources_digest((kernel, *inlined))}"
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = str(_writable(folder))
        try:
            return importlib.import_module(kernel)
        finally:
            config.CACHE_DIR = before


def _writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        # A folder that nobody else can have filled: cached code is executed when it is loaded.
        own = tempfile.mkdtemp(prefix="amity-compiled-")
        atexit.register(shutil.rmtree, own, ignore_errors=True)
        return Path(own)
