"""The languages: complete, with the plural rules and the typography they have."""

from __future__ import annotations

import gettext
import re
import unicodedata

import pytest
from babel import Locale

from build_tools.catalogues import LOCALE, SOURCE, Text, differences, read_catalogues

CATALOGUES = read_catalogues(LOCALE)
ENGLISH = CATALOGUES[SOURCE]
TRANSLATIONS = {language: catalogue for language, catalogue in CATALOGUES.items() if language != SOURCE}


def forms(text: Text) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else text


def test_there_are_five() -> None:
    assert set(CATALOGUES) == {"en", "fr", "ko", "pt_BR", "zh_Hans"}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_language_has_every_text_with_the_fields_of_english(language: str) -> None:
    assert sorted(differences(TRANSLATIONS[language], ENGLISH)) == [], "python -m build_tools.catalogues missing"


@pytest.mark.parametrize("language", CATALOGUES)
def test_plural_rule_is_the_one_of_the_language(language: str) -> None:
    """As far as numbers go here; that French has a form of its own for millions does not matter."""
    form = gettext.c2py(CATALOGUES[language].plural_rule)
    names = Locale.parse(language).plural_form
    pairs = {(form(number), names(number)) for number in range(10_000)}
    assert len(pairs) == len({index for index, _ in pairs}) == len({name for _, name in pairs})
    assert {index for index, _ in pairs} == set(range(CATALOGUES[language].plural_count))


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_text_with_plural_forms_in_english_has_them_where_its_number_is_shown(language: str) -> None:
    """What is told without the number may be the same for all numbers; what shows it may not."""
    texts = TRANSLATIONS[language].texts()
    wrong = [
        key
        for key, text in ENGLISH.texts().items()
        if isinstance(text, tuple)
        and TRANSLATIONS[language].plural_count > 1
        and isinstance(texts[key], str)
        and "{n}" in texts[key]
    ]
    assert wrong == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_text_is_clean(language: str) -> None:
    """Composed characters, no spaces at the ends or in pairs, no leftover of another script's punctuation."""
    wrong = [
        (key, form)
        for key, text in CATALOGUES[language].texts(without=("cli",)).items()
        for form in forms(text)
        if unicodedata.normalize("NFC", form) != form
        or (form != form.strip() and key != "list.comma")
        or "  " in form
        or (language == "zh_Hans" and re.search(r"[一-鿿][,;:!?]", form))
    ]
    assert wrong == []


def test_french_punctuation_has_its_narrow_spaces() -> None:
    """Before : ; ! ? and inside « » stands a space at which no line breaks."""
    wrong = [
        (key, form)
        for key, text in CATALOGUES["fr"].texts().items()
        for form in forms(text)
        if re.search(r"[^\u00a0\u202f:;!?(][:;!?»](?:\s|$)|«[^\u00a0\u202f]", form)
    ]
    assert wrong == []


def test_korean_particles_fit_every_word() -> None:
    """Behind a field a particle has both of its forms, of which the right one is chosen; behind a word it has one."""
    bare = re.compile(r"\}[”)]*(?:은|는|이|가|을|를|과|와|으로|로)(?=[\s.,!?]|$)")
    both = re.compile(r"[^}”)](?:은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로)")
    wrong = [
        (key, form)
        for key, text in CATALOGUES["ko"].texts().items()
        for form in forms(text)
        if bare.search(form) or both.search(form)
    ]
    assert wrong == []
