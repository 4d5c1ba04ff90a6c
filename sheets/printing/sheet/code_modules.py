"""The modules of a QR code, with the mask that the standard asks for.

Of eight masks the one with the least penalty is taken (ISO/IEC 18004, 7.8.3). segno makes a code,
and tries them, module by module. Here a code is one number, a bit a module: a row follows the other
after four light modules, and a shift moves all modules at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from operator import itemgetter
from typing import NamedTuple

import segno
from segno import consts

from sheets.printing.sheet.code_words import codewords, places

MASKS = 8
# Light modules between two rows, as many as the standard asks for beside a pattern.
APART = 4
_DIGITS = bytes.maketrans(b"\0\1", b"01")
# The row and column of the format information, and those of the timing pattern that cross them.
_FORMAT, _TIMING = 8, 6
# Codes with more modules on a side tell their version.
_WITHOUT_VERSION = 41


# Picks a digit for each module.
_Pick = Callable[[str], tuple[str, ...]]


class _Masks(NamedTuple):
    """The codes of one size and error level: how far it is from a row to the next, which bits are
    modules, which of these are counted, and where each mask differs from the first one. `order`
    picks each module's digit among those of the codewords, and `fixed` is the rest of a code, with
    the first mask.
    """

    stride: int
    order: _Pick
    fixed: int
    modules: int
    counted: int
    changes: tuple[int, ...]


def code_rows(address: str, *, error: str, boost_error: bool) -> list[str]:
    """The rows of an address's QR code, "1" for a dark module. `error` is the level of error
    correction ("l" to "h"); with `boost_error` a higher one, if the code gets no larger by it.
    """
    content = address.encode()
    version, level = _size(len(content), error, boost_error=boost_error)
    masks = _masks(version, level)
    first = masks.fixed ^ _placed(content, version, level, masks.order)
    best = min(masks.changes, key=lambda change: _penalty(first ^ change, masks))
    length = masks.stride * (masks.stride - APART)
    digits = f"{(first ^ best) << APART:0{length}b}"
    return [
        digits[place : place + masks.stride - APART] for place in range(0, length, masks.stride)
    ]


@cache
def _size(length: int, error: str, *, boost_error: bool) -> tuple[int, str]:
    """The version and error level of codes of that many bytes."""
    code = segno.make(b"a" * length, error=error, micro=False, boost_error=boost_error, mode="byte")
    return int(code.version), code.error


def _placed(content: bytes, version: int, error: str, order: _Pick) -> int:
    """The codewords of bytes where their bits stand in a code."""
    level = consts.ERROR_MAPPING[error]
    digits = "".join([f"{word:08b}" for word in codewords(content, version, level)])
    # Bits that are left over are light, like those of no codeword.
    return int("".join(order(digits.ljust(len(places(version)) + 1, "0"))), 2)


@cache
def _masks(version: int, error: str) -> _Masks:
    """What is the same for all codes of that size and level."""
    each = [
        segno.make(
            "a",
            mode="byte",
            version=version,
            error=error,
            boost_error=False,
            mask=mask,
            micro=False,
        )
        for mask in range(MASKS)
    ]
    sides = range(len(each[0].matrix))
    modules = _number(bytes([1] * len(sides)) for _ in sides)
    format = _number(bytes(_is_format(row, it, len(sides)) for it in sides) for row in sides)
    numbers = [_number(code.matrix) for code in each]
    changes = tuple(number ^ numbers[0] for number in numbers)
    order = _order(version, len(sides))
    fixed = numbers[0] ^ _placed(b"a", version, error, order)
    return _Masks(len(sides) + APART, order, fixed, modules, modules & ~format, changes)


def _order(version: int, side: int) -> _Pick:
    """Picks the digits of a code among those of its codewords and of "0", the last."""
    bits = places(version)
    number = {place: bit for bit, place in enumerate(bits)}
    cells = [(row, column) for row in range(side) for column in range(side + APART)]
    return itemgetter(*(number.get(cell, len(bits)) for cell in cells[:-APART]))


def _is_format(row: int, column: int, side: int) -> bool:
    """Whether a module tells mask and error level, or the version: a penalty does not count it."""
    near, far = sorted((row, column))
    if side > _WITHOUT_VERSION and near < _TIMING and side - 11 <= far < side - 8:
        return True
    other = column if row == _FORMAT else row
    return _FORMAT in (row, column) and other != _TIMING and not _FORMAT < other < side - 8


def _number(matrix: Iterable[bytes | bytearray]) -> int:
    """Rows of modules as one number, the first module its highest bit."""
    return int(bytes(APART).join(matrix).translate(_DIGITS), 2)


def _penalty(code: int, masks: _Masks) -> int:
    """How easily a code misleads a camera."""
    dark = code & masks.counted
    modules, stride = masks.modules, masks.stride
    same = [~(dark ^ (dark << step)) & modules & (modules << step) for step in (1, stride)]
    runs = sum(map(_runs, same, (1, stride)))
    blocks = same[0] & (same[0] << stride) & same[1]
    finders = _finders(dark, 1) + _finders(dark, stride)
    count = modules.bit_count()
    uneven = abs(20 * dark.bit_count() - 10 * count) // count
    return runs + 3 * blocks.bit_count() + 40 * finders + 10 * uneven


def _runs(same: int, step: int) -> int:
    """3 for five modules of one color in a line, 1 for each more. `same` are the modules whose
    neighbor has their color.
    """
    five = same & (same << step) & (same << 2 * step) & (same << 3 * step)
    return five.bit_count() + 2 * (five & ~(five << step)).bit_count()


def _finders(dark: int, step: int) -> int:
    """How often modules in a line look like a finder: 1 dark, 1 light, 3 dark, 1 light, 1 dark, and
    four light ones before or after.
    """
    two = dark & (dark << 2 * step)
    found = two & (two << 4 * step) & (dark << 3 * step)
    found &= ~((dark << step) | (dark << 5 * step))
    pair = dark | (dark << step)
    after = (pair | (pair << 2 * step)) << 7 * step
    before = (pair | (pair << 2 * step)) >> 4 * step
    found &= ~(after & before)
    # Of two that share modules only the first counts.
    return (found & ~((found >> 4 * step) | (found >> 6 * step))).bit_count()
