"""Pages end where WeasyPrint ends them, whatever stands there."""

from collections.abc import Callable
from random import Random

import pytest

from sheets.printing import styles
from sheets.printing.pdf import worker
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.typesetting.look import NotKept
from tests.sheets.printing.pdf import test_typesetting as typeset

TEXT = "a far ship of dust and slow light that turns over no world with all its crew asleep"
WORDS = TEXT.split()
# Documents of three and four pages whose breaks are within paragraphs, tables, and columns.
DAILY, SOAKED = [10, 19], 200
HEAD = '<!DOCTYPE html>\n<html lang="en"><head><title>t</title></head>'


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Two documents of random length, or many."""
    soaked = metafunc.config.getoption("--soak")
    metafunc.parametrize("seed", range(SOAKED) if soaked else DAILY)


def _words(random: Random, most: int, least: int = 1) -> str:
    return " ".join(random.choice(WORDS) for _ in range(random.randrange(least, most)))


def _several(random: Random, most: int, make: Callable[[Random], str]) -> str:
    return "".join(make(random) for _ in range(random.randrange(1, most)))


def _entries(random: Random) -> str:
    def entry(random: Random) -> str:
        label = '<p class="label">x</p>' if random.random() < 0.3 else ""
        own = f'<p class="own">{_words(random, 120)}</p>' if random.random() < 0.4 else ""
        text = f"<h3>{_words(random, 4)}</h3><p>{_words(random, 160)}</p>"
        return f'<div class="entry">{label}{text}{own}</div>'

    return f"<section><h2>Merits</h2>{_several(random, 8, entry)}</section>"


def _table(random: Random) -> str:
    def row(random: Random) -> str:
        return f'<tr><td class="named">{_words(random, 3)}</td><td>{_words(random, 40)}</td></tr>'

    head = '<thead><tr><th class="a-name">Weapon</th><th>Special</th></tr></thead>'
    body = f"<tbody>{_several(random, 14, row)}</tbody>"
    return f'<div class="part part-attacks"><table class="attacks">{head}{body}</table></div>'


def _columns(random: Random) -> str:
    items = _several(random, 30, lambda random: f"<li>{_words(random, 30)}</li>")
    return f'<div class="part"><h2 class="name">Gear</h2><ul class="two">{items}</ul></div>'


def _side_by_side(random: Random) -> str:
    texts = _several(random, 8, lambda random: f'<p class="text">{_words(random, 120)}</p>')
    return (
        f'<div class="part"><h2 class="name">Who</h2><div class="side-by-side">{texts}</div></div>'
    )


def _in_one_piece(random: Random) -> str:
    text = f'<p class="text">{_words(random, 300, 10)}</p>'
    return f'<div class="part fight"><h2 class="name">Fight</h2>{text}</div>'


def _paragraph(random: Random) -> str:
    return f'<p class="text">{_words(random, 300)}</p>'


def _items(random: Random) -> str:
    items = _several(random, 12, lambda random: f"<li>{_words(random, 90)}</li>")
    return f'<div class="part"><h2>Items</h2><ul>{items}</ul></div>'


KINDS = (_entries, _table, _columns, _side_by_side, _in_one_piece, _paragraph, _items)


def test_pages_end_where_weasyprint_ends_them(seed: int):
    random = Random(seed)
    blocks = "\n".join(random.choice(KINDS)(random) for _ in range(random.randrange(3, 9)))
    html = f'{HEAD}<body data-credit="c" data-who="w" data-date="d"><div class="all">{blocks}</div>'
    look = styles.for_game("storytelling-d10", kind="full")
    job = Job(f"{html}</body></html>", (look.text, styles.page_rule("a4")))

    try:
        kept = worker.typeset(job)
    except NotKept:
        assert seed not in DAILY
        return
    whole = worker.lay_out(job)
    assert typeset._differs(kept, whole) <= typeset.TOLERANCE
    assert typeset._tags(kept) == typeset._tags(whole)
