"""A disk that loses what was not synced, below SQLite: a VFS for APSW, and APSW in the form that SQLAlchemy drives."""

from __future__ import annotations

import contextlib
import itertools
import random
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import apsw

SECTOR = 512
"""What a disk writes whole or not at all."""

Write = tuple[int, bytes | None]
"""Where and what; without bytes the file is cut there."""


class PowerOff(OSError):
    """There is no disk any more."""


class Disk:
    """The files of a folder as they would be found after a power cut, which comes before operation ``cut_at``.

    With ``syncs`` false it lies: it says that it has synced, and has not.
    """

    def __init__(self, cut_at: int, chance: random.Random, *, syncs: bool = True) -> None:
        self.left = cut_at
        self.off = False
        self._chance = chance
        self._syncs = syncs
        self._synced: dict[str, bytearray] = {}
        self._waiting: dict[str, list[Write]] = {}

    def opened(self, name: str) -> None:
        path = Path(name)
        if name not in self._synced and path.exists() and path.stat().st_size > 0:
            self._synced[name] = bytearray(path.read_bytes())

    def happens(self) -> None:
        """Count an operation."""
        self.left -= 1
        if self.left <= 0:
            self.off = True
        if self.off:
            raise PowerOff

    def wrote(self, name: str, write: Write) -> None:
        self._waiting.setdefault(name, []).append(write)

    def synced(self, name: str) -> None:
        if self._syncs:
            file = self._synced.setdefault(name, bytearray())
            for write in self._waiting.pop(name, []):
                _apply(file, write)

    def found_after(self, folder: Path) -> None:
        """Write what is left into a folder. Of what was not synced, each piece is there, or not, or in part."""
        for name in {*self._synced, *self._waiting}:
            file = bytearray(self._synced.get(name, b""))
            for where, data in self._waiting.get(name, []):
                if data is None:
                    if self._chance.random() < 0.5:
                        _apply(file, (where, None))
                    continue
                sectors = [data[start : start + SECTOR] for start in range(0, len(data), SECTOR)]
                kept = self._chance.choice((0, len(sectors), self._chance.randint(0, len(sectors))))
                for number in sorted(self._chance.sample(range(len(sectors)), kept)):
                    _apply(file, (where + number * SECTOR, sectors[number]))
            (folder / Path(name).name).write_bytes(file)


def _apply(file: bytearray, write: Write) -> None:
    where, data = write
    if data is None:
        del file[where:]
        return
    if len(file) < where:
        file.extend(bytes(where - len(file)))
    file[where : where + len(data)] = data


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        self._name = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        disk.opened(self._name)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802 - SQLite's own names
        self._disk.happens()
        super().xWrite(data, offset)
        self._disk.wrote(self._name, (offset, bytes(data)))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._disk.happens()
        super().xTruncate(size)
        self._disk.wrote(self._name, (size, None))

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.happens()
        super().xSync(flags)
        self._disk.synced(self._name)


class _Vfs(apsw.VFS):
    def __init__(self, name: str, disk: Disk) -> None:
        super().__init__(name, "")
        self._disk = disk

    def xOpen(self, name: Any, flags: list[int]) -> _File:  # noqa: N802
        return _File(self._disk, name, flags)


_NUMBERS = itertools.count()


def driver_on(disk: Disk) -> ModuleType:
    """A database driver, as Python defines them, whose files are on this disk."""
    name = f"power-{next(_NUMBERS)}"
    vfs = _Vfs(name, disk)
    driver = ModuleType(name)
    for known in (
        *("Error", "DatabaseError", "OperationalError", "IntegrityError", "InterfaceError", "DataError"),
        *("InternalError", "ProgrammingError", "NotSupportedError", "Warning", "sqlite_version_info"),
        *("sqlite_version", "paramstyle", "apilevel", "threadsafety", "Binary", "PARSE_DECLTYPES", "PARSE_COLNAMES"),
    ):
        setattr(driver, known, getattr(sqlite3, known))
    driver.vfs = vfs  # type: ignore[attr-defined]
    driver.connect = lambda path, **_named: _Connection(path, name)  # type: ignore[attr-defined]
    return driver


class _Connection:
    isolation_level: str | None = None

    def __init__(self, path: str, vfs: str) -> None:
        self._connection = apsw.Connection(path, vfs=vfs)
        # Without shared memory there can be only one connection. Small, so that there are many checkpoints.
        for pragma in ("locking_mode=EXCLUSIVE", "wal_autocheckpoint=8"):
            self._connection.execute(f"PRAGMA {pragma}")

    def cursor(self) -> _Cursor:
        return _Cursor(self._connection)

    def create_function(self, *_: Any, **__: Any) -> None:
        """The store uses none."""

    def commit(self) -> None:
        if not self._connection.getautocommit():
            _Cursor(self._connection).execute("COMMIT")

    def rollback(self) -> None:
        if not self._connection.getautocommit():
            _Cursor(self._connection).execute("ROLLBACK")

    def close(self) -> None:
        # What closing would still write is of no use, once there is no power.
        with contextlib.suppress(apsw.Error, PowerOff):
            self._connection.close(force=True)


class _Cursor:
    arraysize = 1
    lastrowid = None

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> _Cursor:
        cursor = self._connection.cursor()
        try:
            before = self._connection.total_changes()
            cursor.execute(sql, parameters)
            try:
                self.description = cursor.getdescription()
                self.description = [(*column, *[None] * 5) for column in self.description] or None
            except apsw.ExecutionCompleteError:
                self.description = None
            self._rows = list(cursor)
            self.rowcount = self._connection.total_changes() - before
        except apsw.ConstraintError as error:
            raise sqlite3.IntegrityError(str(error)) from error
        except (apsw.Error, PowerOff) as error:
            raise sqlite3.OperationalError(str(error)) from error
        return self

    def executemany(self, sql: str, many: Sequence[Any]) -> _Cursor:
        for parameters in many:
            self.execute(sql, parameters)
        return self

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchmany(self, size: int = 1) -> list[Any]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def close(self) -> None:
        self._rows = []
