"""The codewords of a QR code, with those that correct errors, and where their bits stand (ISO/IEC
18004, 7.4 to 7.7). segno has the tables, and the modules that are the same for every address.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, cycle, islice
from typing import Any

from segno import consts
from segno import encoder as segno_encoder

encoder: Any = segno_encoder  # comes without types
# What announces bytes, how many bits tell their number, and the first version that takes 16.
_BYTES, _SHORT, _LONG, _LARGE = 0b0100, 8, 16, 10
_PADDING = b"\xec\x11"
# The column of the timing pattern, and what segno has in modules that are not taken yet.
_TIMING, _FREE = 6, 2


def codewords(content: bytes, version: int, error: int) -> bytes:
    """The codewords of bytes that fit a code of that version and level of error correction."""
    counted = _SHORT if version < _LARGE else _LONG
    number = (_BYTES << counted | len(content)) << 8 * len(content) | int.from_bytes(content)
    # Four bits that end the content fill its last byte. An empty one follows, as segno has it.
    data = (number << 4).to_bytes(len(content) + (4 + counted + 4) // 8) + b"\0"
    kinds: tuple[consts.EC, ...] = consts.ECC[version][error]  # type: ignore[index]  # not typed
    filled = chain(data, cycle(_PADDING))
    blocks, corrections = [], []
    for kind in kinds:
        for _ in range(kind.num_blocks):
            blocks.append(bytes(islice(filled, kind.num_data)))
            corrections.append(_correction(blocks[-1], kind.num_total - kind.num_data))
    return bytes((*_in_turn(blocks), *_in_turn(corrections)))


def _in_turn(blocks: Sequence[bytes]) -> Iterator[int]:
    """The first byte of each block, then the second of each."""
    for place in range(max(map(len, blocks))):
        yield from (block[place] for block in blocks if place < len(block))


def _correction(block: bytes, length: int) -> bytes:
    """What is left of a block divided by the polynomial of that many codewords."""
    multiples, rest = _multiples(length), 0
    top, below = 8 * (length - 1), (1 << 8 * (length - 1)) - 1
    for byte in block:
        rest = (rest & below) << 8 ^ multiples[byte ^ rest >> top]
    return rest.to_bytes(length)


@cache
def _multiples(length: int) -> tuple[int, ...]:
    """Each multiple of the polynomial of that many codewords, without its first term."""
    powers = consts.GEN_POLY[length]
    return 0, *(
        int.from_bytes(consts.GALIOS_EXP[consts.GALIOS_LOG[byte] + power] for power in powers)
        for byte in range(1, 256)
    )


@cache
def places(version: int) -> tuple[tuple[int, int], ...]:
    """The row and column of each bit of the codewords, in two columns at a time from the right, up
    and down by turns.
    """
    side = encoder.calc_matrix_size(version)
    modules = encoder.make_matrix(side, side)
    encoder.add_finder_patterns(modules, side, side)
    encoder.add_alignment_patterns(modules, side, side)
    columns = [column for column in range(side - 1, -1, -1) if column != _TIMING]
    found: list[tuple[int, int]] = []
    for turn, right in enumerate(columns[::2]):
        rows = range(side) if turn % 2 else range(side - 1, -1, -1)
        pairs = ((row, column) for row in rows for column in (right, right - 1))
        found += [(row, column) for row, column in pairs if modules[row][column] == _FREE]
    return tuple(found)
