"""What a word needs around it: the article of a noun, the particle behind a Korean word.

The client has the same rules in ``web/src/text/grammar.ts``.
"""

from __future__ import annotations

import re
from typing import Final

ARTICLES: Final = {
    "le": {"le": "le", "la": "la", "l’": "l’"},
    "du": {"le": "du", "la": "de la", "l’": "de l’"},
    "au": {"le": "au", "la": "à la", "l’": "à l’"},
    "o": {"o": "o", "a": "a"},
    "do": {"o": "do", "a": "da"},
    "ao": {"o": "ao", "a": "à"},
    "no": {"o": "no", "a": "na"},
}
"""What a text asks for (``{du card}``), in the form before a masculine noun; by the article that the noun has."""

PARTICLES: Final = r"은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로|\(이\)"
"""Korean particles as texts have them behind a field: the form after a consonant and the form after a vowel."""

_CHOICES: Final = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)": ("이", ""),
}
_LAST_SOUND: Final = re.compile(r"([0-9]|[가-힣]|[A-Za-z]+)[^0-9A-Za-z가-힣]*$")
_FOREIGN: Final = re.compile(r"[^\W\d_A-Za-z가-힣]")
_LETTERS_WITH_FINAL: Final = "LMNR"
_RIEUL: Final = 8
"""The place of ㄹ among the finals of a syllable."""


def split_noun(text: str) -> tuple[str, str]:
    """A noun's article and the noun: ``la|dame``; no article for a text that has none."""
    article, bar, noun = text.partition("|")
    return (article, noun) if bar else ("", text)


def with_article(wanted: str, article: str, shown: str) -> str:
    """``shown`` behind the article that a text asks for: ``de la`` before ``dame`` where ``du`` is wanted."""
    form = ARTICLES.get(wanted.lower(), {}).get(article, "")
    if not form:
        return shown
    whole = f"{form}{shown}" if form.endswith("’") else f"{form} {shown}"
    return whole[0].upper() + whole[1:] if wanted[0].isupper() else whole


def particle(choice: str, word: str) -> str:
    """The form of a particle behind a word by its last sound; both forms where nobody knows how the word sounds.

    >>> particle("을(를)", "스페이드 10"), particle("(으)로", "7"), particle("이(가)", "Ada")
    ('을', '로', '가')
    """
    after_consonant, after_vowel = _CHOICES[choice]
    final = _final_of(word)
    if final is None:
        return choice
    if choice == "(으)로" and final == _RIEUL:
        return after_vowel
    return after_consonant if final else after_vowel


def _final_of(word: str) -> int | None:
    """The final consonant of the last syllable: 0 for none, 8 for ㄹ, another number for others; ``None``: unknown."""
    found = _LAST_SOUND.search(word)
    if found is None or _FOREIGN.search(word[found.start() :]):
        return None
    last = found[1]
    if last.isascii() and last.isdigit():
        # 영 일 이 삼 사 오 육 칠 팔 구; tens, hundreds and thousands end in a consonant as 영 does.
        return (21, _RIEUL, 0, 16, 0, 0, 1, _RIEUL, _RIEUL, 0)[int(last)]
    if not last.isascii():
        return (ord(last) - ord("가")) % 28
    if last.isupper():
        return {"L": _RIEUL, "R": _RIEUL}.get(last[-1], int(last[-1] in _LETTERS_WITH_FINAL))
    lower = last.lower()
    if lower.endswith("l"):
        return _RIEUL
    # As a name is written in Hangul: Karen 캐런, Tom 톰, Bob 밥, Jack 잭, but Ted 테드 and Max 맥스.
    return int(re.search(r"(?:[mn]|ng|[aeiou](?:ck|[bckpt]))$", lower) is not None)
