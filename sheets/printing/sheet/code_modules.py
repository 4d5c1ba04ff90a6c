"""The modules of a QR code, with the mask that the standard asks for.

Of eight masks the one with the least penalty is taken (ISO/IEC 18004, 7.8.3). segno tries them
module by module. Here a code is one number, a bit a module: a row follows the other after four
light modules, and a shift moves all modules at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import segno

MASKS = 8
# Light modules between two rows, as many as the standard asks for beside a pattern.
APART = 4
_DIGITS = bytes.maketrans(b"\0\1", b"01")
# The row and column of the format information, and those of the timing pattern that cross them.
_FORMAT, _TIMING = 8, 6
# Codes with more modules on a side tell their version.
_WITHOUT_VERSION = 41


class _Masks(NamedTuple):
    """The codes of one size and error level: how far it is from a row to the next, which bits are
    modules, which of these are counted, and where each mask differs from the first one.
    """

    stride: int
    modules: int
    counted: int
    changes: tuple[int, ...]


def code_rows(address: str, *, error: str, boost_error: bool) -> list[str]:
    """The rows of an address's QR code, "1" for a dark module. `error` is the level of error
    correction ("l" to "h"); with `boost_error` a higher one, if the code gets no larger by it.
    """
    code = segno.make(address, error=error, micro=False, boost_error=boost_error, mask=0)
    masks = _masks(int(code.version), code.error)
    first = _number(code.matrix)
    best = min(masks.changes, key=lambda change: _penalty(first ^ change, masks))
    length = masks.stride * len(code.matrix)
    digits = f"{(first ^ best) << APART:0{length}b}"
    return [
        digits[place : place + masks.stride - APART] for place in range(0, length, masks.stride)
    ]


@cache
def _masks(version: int, error: str) -> _Masks:
    """The parts that all codes of that size and level have in common."""
    each = [
        segno.make("0", version=version, error=error, boost_error=False, mask=mask)
        for mask in range(MASKS)
    ]
    sides = range(len(each[0].matrix))
    modules = _number(bytes([1] * len(sides)) for _ in sides)
    format = _number(bytes(_is_format(row, it, len(sides)) for it in sides) for row in sides)
    numbers = [_number(code.matrix) for code in each]
    changes = tuple(number ^ numbers[0] for number in numbers)
    return _Masks(len(sides) + APART, modules, modules & ~format, changes)


def _is_format(row: int, column: int, side: int) -> bool:
    """True if a module holds mask and error level, or the version: a penalty doesn't count it."""
    near, far = sorted((row, column))
    if side > _WITHOUT_VERSION and near < _TIMING and side - 11 <= far < side - 8:
        return True
    other = column if row == _FORMAT else row
    return _FORMAT in (row, column) and other != _TIMING and not _FORMAT < other < side - 8


def _number(matrix: Iterable[bytes | bytearray]) -> int:
    """Rows of modules as one number, the first module its highest bit."""
    return int(bytes(APART).join(matrix).translate(_DIGITS), 2)


def _penalty(code: int, masks: _Masks) -> int:
    """The penalty of a code: the higher, the more easily it misleads a camera."""
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
    """The number of times that modules in a line look like a finder: 1 dark, 1 light, 3 dark, 1
    light, 1 dark, and four light ones before or after.
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
