"""Parts of a sheet that are rendered once for equal values."""

from django.template import Context, Engine
from django.utils.safestring import mark_safe

from sheets.printing.sheet.view_models import PoolRow

PART = (
    "{% for row in rows %}{% kept row shown=others.shown %}\n"
    "{{ row.text }}{% if shown %}, shown{% endif %}{{ hidden }};\n{% endkept %}{% endfor %}"
)


def _template(text: str):
    libraries = {"printing": "sheets.printing.tags"}
    return Engine(libraries=libraries, builtins=[*libraries.values()]).from_string(text)


def _rows(*texts: str) -> list[PoolRow]:
    return [PoolRow("key", "name", text) for text in texts]


def test_a_part_is_made_anew_for_other_values():
    part = _template(PART)
    first = part.render(Context({"rows": _rows("Dodge 4D", "Dodge 5D"), "others": {}}))
    again = part.render(
        Context({"rows": _rows("Dodge 5D", "Run <2D>", "Dodge 4D"), "others": {"shown": True}})
    )
    assert first == "Dodge 4D;Dodge 5D;"
    assert again == "Dodge 5D, shown;Run &lt;2D&gt;, shown;Dodge 4D, shown;"


def test_a_part_knows_nothing_but_its_values():
    shown = _template(PART).render(
        Context({"rows": _rows("Dodge 4D"), "hidden": "no", "others": {}})
    )
    assert shown == "Dodge 4D;"


def test_an_equal_value_is_rendered_once():
    counted = []

    class Value:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Value)

        def __hash__(self) -> int:
            return 1

        def __str__(self) -> str:
            counted.append(self)
            return "drawn"

    part = _template("{% kept value %}{{ value }}{% endkept %}")
    assert [part.render(Context({"value": Value()})) for _ in range(3)] == ["drawn"] * 3
    assert len(counted) == 1


def test_a_text_that_equals_safe_html_is_escaped_all_the_same():
    part = _template("{% kept value %}{{ value }}{% endkept %}")
    assert part.render(Context({"value": mark_safe("<b>4D</b>")})) == "<b>4D</b>"
    assert part.render(Context({"value": "<b>4D</b>"})) == "&lt;b&gt;4D&lt;/b&gt;"
