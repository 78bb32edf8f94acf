"""A pack of cards and the two-way mapping between faces and text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from amity.errors import ParseError


@dataclass(frozen=True)
class Pack:
    """A pack: its faces in a fixed order, each ``copies`` times.

    >>> from amity.cards import PINOCHLE
    >>> PINOCHLE.parse_face("10s"), PINOCHLE.face_name(22)
    (22, '10S')
    """

    name: str
    codes: tuple[str, ...]
    """The text code of every face, in face order."""
    suits: str
    """The suit letters in the order of the faces, low to high where the game ranks suits."""
    ranks: tuple[str, ...]
    """The ranks of a plain suit, low to high."""
    copies: int = 1
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other spellings that are accepted, by the code they mean."""
    _faces: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        faces = {code: face for face, code in enumerate(self.codes)}
        faces.update({alias: faces[code] for alias, code in self.aliases.items()})
        object.__setattr__(self, "_faces", faces)

    def __len__(self) -> int:
        """How many cards the pack has, copies included."""
        return len(self.codes) * self.copies

    def parse_face(self, text: str) -> int:
        """The face that a code names, in either case.

        :raises ParseError: ``unknown_card`` with the text and the pack's name.
        """
        face = self._faces.get(text.upper())
        if face is None:
            raise ParseError("unknown_card", text=text, pack=self.name)
        return face

    def face_name(self, face: int) -> str:
        """The code of a face."""
        return self.codes[face]

    def parse_faces(self, text: str) -> list[int]:
        """The faces of a list separated by spaces or commas, in the order written.

        :raises ParseError: ``unknown_card``; ``too_many_copies`` when a face stands there more often than the
            pack has it.
        """
        faces = [self.parse_face(word) for word in text.replace(",", " ").split()]
        for face, count in Counter(faces).items():
            if count > self.copies:
                raise ParseError("too_many_copies", card=self.codes[face], count=count, copies=self.copies)
        return faces

    def face_names(self, faces: Iterable[int]) -> str:
        """The codes of faces, separated by spaces."""
        return " ".join(self.codes[face] for face in faces)

    def suit_of(self, face: int) -> str:
        """The suit letter of a plain-suit face; ``""`` for jokers, trumps of the tarot pack and the Excuse."""
        suit = face // len(self.ranks)
        return self.suits[suit] if suit < len(self.suits) else ""
