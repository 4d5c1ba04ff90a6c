"""Caches hold a bounded number of bounded things: none keeps what guests may make long."""

import ast
from collections.abc import Iterator
from pathlib import Path

from rules.text_cache import LONGEST, text_cache

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("rules", "sheets", "hyperspace")
# Arguments of these types have a size of their own.
SIZED = {"int", "bool", "float", "uuid.UUID", "frozenset[int]"}
OURS = "what it is asked is of this program, its tables, or its style sheets"
KNOWN = "it raises for what it does not know, which is kept by no cache"
NAMES = "names of entries of our PDFs, which no text of a guest becomes"
CHARACTER = "a character of text; there are so many at most"
EXCEPT = {
    "rules/declared/folder.py:_shape": OURS,
    "rules/kit/coded/ledger.py:pip_price": OURS,
    "rules/systems/storytelling_d10/ledger/raises.py:_flat": KNOWN,
    "rules/systems/storytelling_d10/ledger/raises.py:_times": KNOWN,
    "rules/kit/typed/__init__.py:_added": OURS,
    "rules/systems/hyperspace_d6/character/figures.py:_base": KNOWN,
    "rules/systems/hyperspace_d6/character/inventory.py:_carried": "16, as long as a document",
    "rules/systems/hyperspace_d6/homebrew/tables.py:_made": "32, as long as a party's rules",
    "rules/systems/rules_sheet_d6/reference/examples.py:character": KNOWN,
    "rules/systems/storytelling_d10/reference/chapters.py:force_text": OURS,
    "sheets/catalog.py:has_tools": KNOWN,
    "sheets/catalog.py:index": KNOWN,
    "sheets/demo.py:_read_pregens": OURS,
    "sheets/markdown.py:_made": "4, of 20,000 letters and their HTML",
    "sheets/models/compiled.py:_update": OURS,
    "sheets/page_cache/queries.py:_for_sqlite": OURS,
    "sheets/page_cache/queries.py:_statement": OURS,
    "sheets/parties/board/tags.py:_address_parts": OURS,
    "sheets/printing/booklet.py:_job": KNOWN,
    "sheets/printing/booklet.py:booklet_key": KNOWN,
    "sheets/printing/pdf/images.py:to_jpeg": "as many as a pack has, of pictures we made",
    "sheets/printing/pdf/output.py:_compressed_font": "16 fonts of forms, cut to their letters",
    "sheets/printing/pdf/output.py:_name": NAMES,
    "sheets/printing/pdf/signature.py:_operators": OURS,
    "sheets/printing/pdf/worker.py:_stylesheet": OURS,
    "sheets/printing/sheet/blank.py:blank_sheet": KNOWN,
    "sheets/printing/sheet/code_modules.py:_masks": OURS,
    "sheets/printing/sheet/totals.py:_own": KNOWN,
    "sheets/printing/styles.py:flows": OURS,
    "sheets/printing/styles.py:for_game": OURS,
    "sheets/printing/styles.py:tight": OURS,
    "sheets/printing/type/glyphs.py:has_glyph": CHARACTER,
    "sheets/printing/type/measure.py:_advances": OURS,
    "sheets/printing/type/measure.py:_ems": "asked through it only for words of 24 letters",
    "sheets/printing/type/measure.py:_guess": CHARACTER,
    "sheets/printing/version.py:version_for": KNOWN,
    "sheets/public/picture.py:_font": OURS,
    "sheets/ui/components.py:gauge": "numbers alone",
    "sheets/ui/components.py:icon": OURS,
}


def caches(tree: ast.AST) -> Iterator[str]:
    """The functions that a module keeps the answers of with functools."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                call = mark.func if isinstance(mark, ast.Call) else mark
                if isinstance(call, ast.Name) and call.id in ("cache", "lru_cache"):
                    yield node.name
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Call):
            inner = node.func.func
            if isinstance(inner, ast.Name) and inner.id == "lru_cache":
                yield ast.unparse(node.args[0]).rpartition(".")[2]


def takes_texts(tree: ast.AST, name: str) -> bool:
    """True if a function has an argument that has no size of its own."""
    functions = {one.name: one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}
    arguments = functions[name].args
    named = [*arguments.args, *arguments.kwonlyargs, arguments.vararg]
    kinds = {ast.unparse(one.annotation) for one in named if one is not None and one.annotation}
    return not kinds <= SIZED


def test_no_cache_keeps_texts_of_any_length() -> None:
    found = set()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            place = path.relative_to(ROOT).as_posix()
            source = path.read_text()
            if "cache" in source and place != "rules/text_cache.py":
                tree = ast.parse(source)
                found |= {f"{place}:{name}" for name in caches(tree) if takes_texts(tree, name)}
    assert sorted(found) == sorted(EXCEPT)


def test_an_answer_about_a_short_text_is_kept_and_one_about_a_long_text_is_not() -> None:
    asked: list[object] = []

    @text_cache(8)
    def answer(text: object, number: int = 0) -> int:
        asked.append(text)
        return number + 1

    long = "n" * (LONGEST + 1)
    assert [answer(text=long), answer(text=long)] == [1, 1]
    assert asked == [long, long]
    for text in ("n", "n" * LONGEST, long, long.encode(), (long,), ("n",)):
        asked.clear()
        assert [answer(text, 2), answer(text, 2)] == [3, 3]
        assert len(asked) == (1 if text in ("n", "n" * LONGEST, ("n",)) else 2)
