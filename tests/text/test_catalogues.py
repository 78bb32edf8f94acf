"""Compiling catalogues."""

from __future__ import annotations

import gettext
import json
import subprocess
from pathlib import Path

import pytest

from build_tools.assets import node_folder
from build_tools.catalogues import (
    CatalogueError,
    client_modules,
    client_types,
    compile_catalogues,
    differences,
    read_catalogue,
)

POLISH_RULE = "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)"


def header(language: str, rule: str, count: int) -> str:
    return (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        f'"Plural-Forms: nplurals={count}; plural={rule};\\n"\n\n'
    )


def write_catalogue(locale: Path, language: str, body: str, domain: str = "common") -> Path:
    rule, count = (POLISH_RULE, 3) if language == "pl" else ("(n != 1)", 2)
    folder = locale / language
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{domain}.po").write_text(header(language, rule, count) + body, encoding="utf-8")
    return folder


def test_texts_of_all_domains_are_compiled_for_python_and_the_client(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "en", 'msgid "b.two"\nmsgstr "Two {cards}"\n')
    write_catalogue(tmp_path, "en", 'msgid "cli.one"\nmsgstr "One"\n', domain="cli")
    body = 'msgid "error.of_mate"\nmsgstr "No"\n\nmsgid "option.mate.games"\nmsgstr "Games"\n'
    write_catalogue(tmp_path, "en", body, domain="mate")
    write_catalogue(tmp_path, "en", 'msgid "client.mate.go"\nmsgstr "Go"\n', domain="client")
    client = tmp_path / "client"
    assert compile_catalogues(tmp_path, client) == ["en"]
    compiled = json.loads((tmp_path / "en.json").read_text(encoding="utf-8"))
    assert compiled["messages"].items() >= {"b.two": "Two {cards}", "cli.one": "One", "error.of_mate": "No"}.items()
    module = (client / "en.js").read_text(encoding="utf-8")
    assert "Two {cards}" in module
    assert "cli.one" not in module, "the client never shows what belongs to the command line"
    assert "option.mate.games" in module, "options are chosen before the game is loaded"
    assert "error.of_mate" not in module and "client.mate.go" not in module
    of_mate = (client / "en.mate.js").read_text(encoding="utf-8")
    assert "error.of_mate" in of_mate and "client.mate.go" in of_mate
    assert '  | "b.two"' in (client / "keys.ts").read_text(encoding="utf-8")


def test_plural_forms_follow_the_language(tmp_path: Path) -> None:
    body = (
        'msgid "points"\nmsgid_plural "points.plural"\n'
        'msgstr[0] "{n} punkt"\nmsgstr[1] "{n} punkty"\nmsgstr[2] "{n} punktów"\n'
    )
    catalogue = read_catalogue(write_catalogue(tmp_path, "pl", body))
    assert catalogue.texts() == {"points": ("{n} punkt", "{n} punkty", "{n} punktów")}
    module = tmp_path / "pl.mjs"
    module.write_text(client_modules(catalogue)["pl"], encoding="utf-8")
    script = (
        f"import {{ plural, messages }} from {json.dumps(module.as_uri())};"
        "console.log(JSON.stringify([...Array(200).keys()].map(plural)), messages.points.length)"
    )
    done = subprocess.run(
        [str(node_folder() / "node"), "--input-type=module", "-e", script],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    forms, count = done.stdout.rsplit(" ", 1)
    expected = gettext.c2py(catalogue.plural_rule)
    assert json.loads(forms) == [expected(n) for n in range(200)]
    assert int(count) == 3


def test_types_name_every_key(tmp_path: Path) -> None:
    catalogue = read_catalogue(write_catalogue(tmp_path, "en", 'msgid "a.b"\nmsgstr "x"\n\nmsgid "a.c"\nmsgstr "y"\n'))
    assert 'export type MessageKey =\n  | "a.b"\n  | "a.c";' in client_types(catalogue)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ('msgid "a"\nmsgstr ""\n', "a has no text"),
        ('msgid "a"\nmsgstr "{Name}"\n', "brace"),
        ('msgid "a"\nmsgstr "open { brace"\n', "brace"),
        ('msgid "a"\nmsgid_plural "a.plural"\nmsgstr[0] "one"\n', "needs 2 plural forms"),
        ('msgid "a"\nmsgid_plural "many"\nmsgstr[0] "one"\nmsgstr[1] "more"\n', "plural id of a must be a.plural"),
        ('#, fuzzy\nmsgid "a"\nmsgstr "x"\n', "fuzzy"),
        ('msgid "a"\nmsgstr "x"\nnonsense\n', r"common\.po"),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_said(tmp_path: Path, body: str, complaint: str) -> None:
    with pytest.raises(CatalogueError, match=complaint):
        read_catalogue(write_catalogue(tmp_path, "en", body))


def test_key_stands_in_one_domain_only(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "en", 'msgid "a"\nmsgstr "x"\n', domain="first")
    folder = write_catalogue(tmp_path, "en", 'msgid "a"\nmsgstr "y"\n', domain="second")
    with pytest.raises(CatalogueError, match=r"a stands in first\.po already"):
        read_catalogue(folder)


def test_what_a_language_lacks_is_listed_and_taken_from_english(tmp_path: Path) -> None:
    body = (
        'msgid "a"\nmsgstr "x {n}"\n\nmsgid "b"\nmsgstr "only {here}"\n\n'
        'msgid "c"\nmsgid_plural "c.plural"\nmsgstr[0] "one"\nmsgstr[1] "{n} many"\n'
    )
    english = read_catalogue(write_catalogue(tmp_path, "en", body))
    polish = read_catalogue(write_catalogue(tmp_path, "pl", 'msgid "a"\nmsgstr "y"\n\nmsgid "z"\nmsgstr "zbędne"\n'))
    assert list(differences(english, english)) == []
    assert list(differences(polish, english)) == [
        "common: b is missing",
        "common: c is missing",
        "common: z does not exist in en",
    ]
    compile_catalogues(tmp_path, None)
    compiled = json.loads((tmp_path / "pl.json").read_text(encoding="utf-8"))
    assert compiled["messages"] == {"a": "y", "b": "only {here}", "c": ["one", "{n} many", "{n} many"]}
    assert compiled["decimal"] == ","


def test_fields_that_differ_from_english_are_told(tmp_path: Path) -> None:
    english = read_catalogue(write_catalogue(tmp_path, "en", 'msgid "a"\nmsgstr "{player} plays {card}"\n'))
    french = read_catalogue(write_catalogue(tmp_path, "fr", 'msgid "a"\nmsgstr "{player} joue {le cards}"\n'))
    (told,) = differences(french, english)
    assert told.startswith("common: a has the fields ['cards', 'player']")


def test_french_gets_its_spaces(tmp_path: Path) -> None:
    body = 'msgid "a"\nmsgstr "L\'as : « {card} » ? À {player} ; non !"\n'
    catalogue = read_catalogue(write_catalogue(tmp_path, "fr", body))
    assert catalogue.texts() == {
        "a": "L’as\u00a0: «\u202f{card}\u202f»\u202f? À {player}\u202f; non\u202f!",
    }
