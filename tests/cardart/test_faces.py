"""Every face of every pack: complete, well formed, safe to embed, readable in an overlapped hand."""

import gzip
import math
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import cardart
from cardart import paint
from cardart.alphabet import LETTERS as ALPHABET
from cardart.backs import BACKS
from cardart.numbers import layout
from cardart.packs import LETTERS, drawing, face_name, suit_ids
from cardart.paths import bounds, parse
from cardart.suits import INDEX_RIGHT, SYMBOLS

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "symbol", "g", "path", "title", "metadata"}
COLOUR = re.compile(r"var\(--[a-z]+(-[a-z]+)*,#[0-9a-f]{6}\)")
PACK_LETTERS = [(pack, letters) for pack in cardart.PACKS for letters in LETTERS]

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def expected_codes(pack: str) -> list[str]:
    ranks = "A 2 3 4 5 6 7 8 9 10 J Q K" if pack == "french" else "1 2 3 4 5 6 7 8 9 10 J N Q K"
    suited = [rank + suit for suit in "SHDC" for rank in ranks.split()]
    others = ["BJ", "RJ"] if pack == "french" else [*(f"T{value}" for value in range(1, 22)), "EXCUSE"]
    return suited + others + ["back-1", "back-2", "back-3"]


def times(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def matrix(transform: str) -> Matrix:
    result = IDENTITY
    for name, text in re.findall(r"(\w+)\(([^)]*)\)", transform):
        values = [float(value) for value in text.split()]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, values[0], values[1])
        elif name == "scale":
            step = (values[0], 0, 0, values[1], 0, 0)
        else:
            assert name == "rotate"
            x, y = values[1:] if len(values) == 3 else (0.0, 0.0)
            cos, sin = math.cos(math.radians(values[0])), math.sin(math.radians(values[0]))
            step = (cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos)
        result = times(result, step)
    return result


def corner_points(data: str) -> Iterator[tuple[float, float]]:
    """End points of a path's commands, which (unlike control points) always lie on the shape."""
    x = y = 0.0
    for letter, values in parse(data):
        if letter == "H":
            x = values[-1]
        elif letter == "V":
            y = values[-1]
        elif letter != "Z":
            x, y = values[-2], values[-1]
        yield x, y


def placed_points(element: ElementTree.Element, outer: Matrix = IDENTITY) -> Iterator[tuple[float, float]]:
    here = times(outer, matrix(element.get("transform", "")))
    if element.tag == SVG + "path":
        a, b, c, d, e, f = here
        for x, y in corner_points(element.get("d", "")):
            yield a * x + c * y + e, b * x + d * y + f
    for child in element:
        yield from placed_points(child, here)


def symbols(pack: str, letters: str = "") -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(cardart.sprite(pack, letters))
    return {symbol.get("id", ""): symbol for symbol in root.iter(SVG + "symbol")}


def index_groups(symbol: ElementTree.Element) -> list[ElementTree.Element]:
    return [group for group in symbol.iter(SVG + "g") if group.get("class") == "index"]


@pytest.mark.parametrize(("pack", "letters"), PACK_LETTERS)
def test_sprite_holds_every_face_once(pack: str, letters: str) -> None:
    root = ElementTree.fromstring(cardart.sprite(pack, letters))
    ids = [element.get("id") for element in root.iter() if element.get("id") is not None]
    assert ids == expected_codes(pack) + list(suit_ids(pack))
    for element in root.iter(SVG + "symbol"):
        suit = element.get("id", "").startswith("suit-")
        assert element.get("viewBox") == ("0 0 100 100" if suit else "0 0 250 350")


def test_number_of_faces() -> None:
    assert {pack: len(codes) for pack, codes in cardart.PACKS.items()} == {"french": 54, "tarot": 78}


@pytest.mark.parametrize(("pack", "letters"), PACK_LETTERS)
def test_only_plain_shapes_and_themable_colours(pack: str, letters: str) -> None:
    text = cardart.sprite(pack, letters)
    for element in ElementTree.fromstring(text).iter():
        assert element.tag.removeprefix(SVG) in ALLOWED
        assert set(element.attrib).isdisjoint({"style", "href", "onload", "onclick"})
        for attribute in ("fill", "stroke"):
            value = element.get(attribute)
            assert value is None or value == "none" or COLOUR.fullmatch(value), value
        if element.tag == SVG + "path":
            assert element.get("fill") is not None
    assert "url(" not in text
    assert "href" not in text
    assert text.count("http") == 1  # the namespace


def test_path_data_uses_only_the_commands_the_parser_knows() -> None:
    for pack in cardart.PACKS:
        for data in re.findall(r' d="([^"]*)"', cardart.sprite(pack)):
            assert re.fullmatch(r"M[MLHVCZ0-9. -]*", data), data


@pytest.mark.parametrize("pack", cardart.PACKS)
def test_single_faces(pack: str) -> None:
    for code in expected_codes(pack):
        text = cardart.face_svg(code, pack)
        root = ElementTree.fromstring(text)
        assert root.get("viewBox") == "0 0 250 350"
        assert root.findtext(SVG + "title") == face_name(code)
        assert "CC0" in (root.findtext(SVG + "metadata") or "")
        assert drawing(code) in text


def test_names() -> None:
    names = {code: face_name(code) for code in ("AS", "10H", "ND", "T21", "EXCUSE", "BJ", "back-2")}
    assert names == {
        "AS": "Ace of spades",
        "10H": "10 of hearts",
        "ND": "Knight of diamonds",
        "T21": "Trump 21",
        "EXCUSE": "Excuse",
        "BJ": "Black joker",
        "back-2": "Card back 2",
    }


def test_the_records_code_of_the_excuse_is_understood() -> None:
    assert cardart.face_svg("*", "tarot") == cardart.face_svg("EXCUSE", "tarot")


@pytest.mark.parametrize(("code", "pack"), [("NS", "french"), ("BJ", "tarot"), ("11S", "french"), ("AS", "piquet")])
def test_unknown_faces_are_refused(code: str, pack: str) -> None:
    with pytest.raises(KeyError):
        cardart.face_svg(code, pack)


def test_unknown_letters_are_refused() -> None:
    with pytest.raises(KeyError):
        cardart.face_svg("AS", letters="xx")


@pytest.mark.parametrize(("pack", "letters"), PACK_LETTERS)
def test_index_is_inside_what_an_overlapped_hand_shows(pack: str, letters: str) -> None:
    for code, symbol in symbols(pack, letters).items():
        groups = index_groups(symbol)
        if code.startswith(("back-", "suit-")):
            assert groups == []
            continue
        upright, turned = groups
        assert upright.get("transform") is None
        assert turned.get("transform") == "rotate(180 125 175)"
        assert [ElementTree.tostring(child) for child in upright] == [ElementTree.tostring(child) for child in turned]
        tops, bottoms = [], []
        for path in upright.iter(SVG + "path"):
            left, top, right, bottom = bounds(path.get("d", ""))
            half = float(path.get("stroke-width", "0")) / 2
            assert left - half >= 4, code
            assert right + half <= INDEX_RIGHT == 0.36 * 250, code
            tops.append(top - half)
            bottoms.append(bottom + half)
        assert min(tops) >= 10
        assert max(bottoms) <= 146, "the panel of court cards begins here"


def test_rank_is_about_a_quarter_of_the_cards_width_high() -> None:
    for pack in cardart.PACKS:
        for code, symbol in symbols(pack).items():
            if code in ("BJ", "RJ", "EXCUSE") or code.startswith(("back-", "suit-")):
                continue
            rank = next(index_groups(symbol)[0].iter(SVG + "path"))
            _, top, _, bottom = bounds(rank.get("d", ""))
            height = bottom - top + float(rank.get("stroke-width", "0"))
            assert 0.25 <= height / 250 <= 0.29, code


@pytest.mark.parametrize("pack", cardart.PACKS)
def test_nothing_leaves_the_card(pack: str) -> None:
    for code, symbol in symbols(pack).items():
        wide, high = (100, 100) if code.startswith("suit-") else (250, 350)
        for x, y in placed_points(symbol):
            assert 0 <= x <= wide, (code, x, y)
            assert 0 <= y <= high, (code, x, y)


@pytest.mark.parametrize("pack", cardart.PACKS)
def test_faces_differ_without_colour(pack: str) -> None:
    colourless = {code: re.sub(r"var\([^)]*\)", "", drawing(code)) for code in expected_codes(pack)}
    assert len(set(colourless.values())) == len(colourless)


@pytest.mark.parametrize(("pack", "letters"), PACK_LETTERS)
def test_indices_differ_without_colour(pack: str, letters: str) -> None:
    indices = []
    for code, symbol in symbols(pack, letters).items():
        if not code.startswith(("back-", "suit-")):
            indices.append(re.sub(r"var\([^)]*\)", "", ElementTree.tostring(index_groups(symbol)[0], "unicode")))
    assert len(set(indices)) == len(indices) == len(cardart.PACKS[pack])


def test_suit_symbols_are_different_shapes() -> None:
    assert set(SYMBOLS) == set("SHDCTN")
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)


@pytest.mark.parametrize("count", range(1, 11))
def test_pip_layout(count: int) -> None:
    pips = layout(count)
    assert len(pips) == len(set(pips)) == count
    mirrored = sorted(((250 - x, 350 - y) for x, y in pips), key=lambda pip: (pip[1], pip[0]))
    if count != 7:  # the seven alone has no symmetry, as on every French-suited pack
        assert mirrored == pips


def test_number_cards_show_their_number() -> None:
    for suit in "SHDC":
        alone = len(parse(SYMBOLS[suit]))
        for count in range(2, 11):
            longest = max(re.findall(r' d="([^"]*)"', drawing(f"{count}{suit}")), key=len)
            assert len(parse(longest)) == count * alone


def test_letters_of_other_languages() -> None:
    english, french = symbols("tarot"), symbols("tarot", "fr")
    changed = {code for code in english if ElementTree.tostring(english[code]) != ElementTree.tostring(french[code])}
    assert changed == {rank + suit for suit in "SHDC" for rank in "KQNJ"}
    assert set("AKQJNVCDR0123456789") == set(ALPHABET)
    ranks = {len({ElementTree.tostring(index_groups(french[rank + "S"])[0]) for rank in "KQNJ"})}
    assert ranks == {4}


def test_four_colours() -> None:
    two, four = cardart.face_svg("9D"), cardart.face_svg("9D", four_colour=True)
    assert two != four
    assert "var(--suit-diamonds,#1b62b5)" in four
    assert paint.SUIT["D"] not in four
    assert cardart.face_svg("9S") == cardart.face_svg("9S", four_colour=True)
    defaults = [re.search("#[0-9a-f]{6}", paint.in_four_colours(paint.SUIT[suit])) for suit in "SHDC"]
    assert len({found[0] for found in defaults if found}) == 4


@pytest.mark.parametrize("back", BACKS)
def test_backs_are_the_same_upside_down(back: str) -> None:
    for data in re.findall(r' d="([^"]*)"', drawing(back)):
        points = {(round(x), round(y)) for x, y in corner_points(data)}
        for x, y in points:
            assert any(math.dist((250 - x, 350 - y), other) <= 2 for other in points), (back, x, y)


def test_bouts_are_gold() -> None:
    gold = {code for code in cardart.PACKS["tarot"] if paint.GOLD in _index_text(code)}
    assert gold == {"T1", "T21", "EXCUSE"}


def _index_text(code: str) -> str:
    return ElementTree.tostring(index_groups(symbols("tarot")[code])[0], "unicode")


def test_written_files(tmp_path: Path) -> None:
    first, second = cardart.write(tmp_path / "one" / "cards"), cardart.write(tmp_path / "two")
    names = [file.relative_to(tmp_path / "one" / "cards").as_posix() for file in first]
    assert names == [file.relative_to(tmp_path / "two").as_posix() for file in second]
    assert {"spades.svg", "spades-fr.svg", "trumps.svg", "french/AS.svg", "tarot/T21.svg"} <= set(names)
    assert len(names) == 12 + 54 + 78 + 2 * 3
    assert [file.read_bytes() for file in first] == [file.read_bytes() for file in second]
    assert all(file.read_bytes().endswith(b"</svg>\n") for file in first)


@pytest.mark.parametrize("letters", cardart.LETTERS)
def test_every_picture_stands_in_one_sheet(letters: str) -> None:
    """As in the sprites of the packs, which hold it too."""
    wanted = {code: ElementTree.tostring(one) for pack in cardart.PACKS for code, one in symbols(pack, letters).items()}
    found: dict[str, bytes] = {}
    for name, text in cardart.sheets().items():
        stem, _, its_letters = name.removesuffix(".svg").partition("-")
        if its_letters != letters and stem in ("spades", "hearts", "diamonds", "clubs"):
            continue
        for symbol in ElementTree.fromstring(text).iter(SVG + "symbol"):
            assert symbol.get("id") not in found
            found[symbol.get("id", "")] = ElementTree.tostring(symbol)
    assert {code: text.strip() for code, text in found.items()} == {code: text.strip() for code, text in wanted.items()}


def test_sheets_are_small() -> None:
    """A browser reads each without a pause that is felt."""
    sizes = {name: (len(text), len(gzip.compress(text.encode(), mtime=0))) for name, text in cardart.sheets().items()}
    assert max(size for size, _ in sizes.values()) < 200_000, sizes
    assert sum(packed for name, (_, packed) in sizes.items() if "-" not in name) < 100_000, sizes


def test_licence_file() -> None:
    text = (Path(cardart.__file__).parent / "LICENSE").read_text(encoding="utf-8")
    assert "CC0 1.0 Universal" in text
    assert "SPDX-License-Identifier: CC0-1.0" in text


def test_contact_sheets(tmp_path: Path) -> None:
    for file, pack in zip(cardart.contact_sheet(tmp_path / "sheets"), cardart.PACKS, strict=True):
        used = set(re.findall(r'<use href="#([^"]+)"', file.read_text(encoding="utf-8")))
        assert used == set(expected_codes(pack)) | set(suit_ids(pack))


def test_the_readme_names_every_colour() -> None:
    readme = (Path(cardart.__file__).parent / "README.md").read_text(encoding="utf-8")
    for pack in cardart.PACKS:
        for name in set(re.findall(r"var\((--[a-z-]+)", cardart.sprite(pack))):
            family = re.sub(r"^(--accent|--hair)-.*", r"\1-spades", name)
            assert f"`{family}`" in readme, name
