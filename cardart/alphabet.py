"""Our own alphabet for indices: one stroke of even weight, drawn on its centre line.

A letter is 100 units high; its width is its own. Placing scales the centre line and keeps the weight of
the stroke, so that a squeezed "20" is as dark as an "A".
"""

from cardart.paths import bounds, place

LETTERS: dict[str, str] = {
    "0": "M28 0C48 0 56 18 56 50C56 82 48 100 28 100C8 100 0 82 0 50C0 18 8 0 28 0Z",
    "1": "M0 20L26 0V100",
    "2": "M1 29C2 10 12 0 28 0C45 0 54 10 54 26C54 40 46 50 34 62L0 100H57",
    "3": "M2 20C5 7 14 0 27 0C43 0 52 10 52 25C52 39 42 48 26 48C44 48 55 58 55 74C55 90 43 100 27 100"
    "C13 100 3 93 0 78",
    "4": "M46 100V0L0 70H63",
    "5": "M51 0H11L6 45C12 40 20 37 29 37C46 37 56 49 56 68C56 88 45 100 27 100C13 100 4 94 0 81",
    "6": "M44 0C20 14 0 38 0 67C0 88 11 100 28 100C45 100 56 88 56 69C56 51 45 39 29 39C15 39 4 48 1 60",
    "7": "M0 0H55L20 100",
    "8": "M28 47C14 47 4 38 4 24C4 9 13 0 28 0C43 0 52 9 52 24C52 38 42 47 28 47C11 47 0 57 0 73"
    "C0 90 11 100 28 100C45 100 56 90 56 73C56 57 45 47 28 47Z",
    "9": "M12 100C36 86 56 62 56 33C56 12 45 0 28 0C11 0 0 12 0 31C0 49 11 61 27 61C41 61 52 52 55 40",
    "A": "M0 100L36 0L72 100M14 68H58",
    "C": "M66 24C61 8 51 0 37 0C13 0 0 20 0 50C0 80 13 100 37 100C51 100 61 92 66 76",
    "D": "M0 0V100H26C50 100 62 82 62 50C62 18 50 0 26 0Z",
    "J": "M14 0H46V70C46 90 37 100 22 100C9 100 1 92 0 78",
    "K": "M0 0V100M58 0L0 62M22 39L61 100",
    "N": "M0 100V0L60 100V0",
    "Q": "M37 0C61 0 74 20 74 50C74 80 61 100 37 100C13 100 0 80 0 50C0 20 13 0 37 0ZM44 70L73 104",
    "R": "M0 100V0H31C48 0 57 11 57 27C57 43 48 54 31 54H0M30 54L59 100",
    "V": "M0 0L36 100L72 0",
}


def word(text: str, middle: float, top: float, height: float, weight: float, widest: float) -> str:
    """Centre lines of `text`, one path, for a stroke of `weight` units.

    The word is centred on x = `middle`, its capitals reach from `top` to `top + height`, stroke included,
    and it is squeezed if it would be wider than `widest`.
    """
    scale = (height - weight) / 100
    gap = weight * 1.72
    widths = [bounds(LETTERS[letter])[2] * scale for letter in text]
    gaps = gap * (len(text) - 1)
    squeeze = min(1.0, (widest - weight - gaps) / sum(widths))
    left = middle - (sum(widths) * squeeze + gaps) / 2
    data = ""
    for letter, width in zip(text, widths, strict=True):
        data += place(LETTERS[letter], scale * squeeze, scale, left, top + weight / 2)
        left += width * squeeze + gap
    return data
