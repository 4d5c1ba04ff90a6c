"""Fields that readers with scripts add up: a skill's dice and its attribute's, a defense's base.

Nothing depends on it: every value is right as it is printed. A total changes only when one of the
fields it is made of does, and by as much; what a player typed over it stays until then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import pydyf

from sheets.printing.pdf.messages import DOTS, EITHER, Total

PIPS = 3
_CODE = re.compile(r"\s*\+?(\d+)\s*(D?)(?:\s*\+\s*(\d))?\s*", re.IGNORECASE)
# Fields of a joined file have the number of their sheet before their names. A part may have after
# its name what a die of it counts and what a pip, and be the better of two; `moved` are fields that
# its parts are made of. Of the number beside a row of dots only the trait that it adds is said.
SCRIPT = """\
function addUp(parts, plus, kind, moved, needs) {
  var before = (/^\\d+\\./.exec(event.target.name) || [""])[0], of = [], sum = plus, said = false;
  parts = parts.split(" ").map(function (part) { return part.split(":"); });
  parts.forEach(function (part) {
    part[0] = part[0].split("|").map(function (name) { return before + name; });
    of = of.concat(part[0]);
  });
  if (moved) moved.split(" ").forEach(function (name) { of.push(before + name); });
  if (!event.source || of.indexOf(event.source.name) < 0) return;
  var get = this.getField, form = this;
  function read(name) { var it = get.call(form, name); return it ? String(it.value).trim() : ""; }
  if (needs && !(Number(read(before + needs)) > 0)) { event.value = "0"; return; }
  for (var i = 0; i < parts.length; i++) {
    var die = Number(parts[i][1] || 1), pip = Number(parts[i][2] || (kind == "D" ? 1 / 3 : 1));
    var best = -1;
    for (var j = 0; j < parts[i][0].length; j++) {
      var text = read(parts[i][0][j]);
      var code = /^\\+?(\\d+)(\\u00bd?)\\s*D?(?:\\s*\\+\\s*(\\d))?$/i.exec(text);
      if (text && !code) return;
      if (!code) continue;
      best = Math.max(best, die * (Number(code[1]) + (code[2] ? 0.5 : 0)) + pip * (code[3] || 0));
    }
    if (best < 0) continue;
    sum += best;
    said = true;
  }
  if (!said) return;
  var whole = Math.floor(sum + 0.001), pips = Math.round((sum - whole) * 3);
  if (kind == "D") event.value = whole + "D" + (pips ? "+" + pips : "");
  else event.value = whole + (kind == "half" && sum - whole > 0.4 ? "\\u00bd" : "");
}
function addDots(traits, plus, needs) {
  var own = event.target.name.replace(/^\\d+\\./, "") + "-dots";
  var moved = traits.split("|").map(function (name) { return name + "-dots"; }).join(" ");
  addUp.call(this, own + (traits && " " + traits), plus || 0, "", traits && moved, needs && own);
}
"""


def add_totals(
    pdf: pydyf.PDF,
    form: pydyf.Dictionary,
    fields: Mapping[str, pydyf.Dictionary],
    totals: Sequence[Total],
) -> None:
    """Adds the scripts of those totals whose fields are all in the file, in the order in which they
    are added up.
    """
    known = [one for one in totals if {one.field, *_parts(one)} <= {*fields}]
    if not known:
        return
    made_of = {one.field: _parts(one) for one in known}
    for one in known:
        action = pydyf.Dictionary(
            {"S": "/JavaScript", "JS": pydyf.String(_call(one, fields, made_of))}
        )
        fields[one.field]["AA"] = pydyf.Dictionary({"C": action})
    form["CO"] = pydyf.Array([fields[one.field].reference for one in known])
    script = pydyf.Dictionary({"S": "/JavaScript", "JS": pydyf.String(SCRIPT)})
    pdf.add_object(script)
    scripts = pydyf.Dictionary({"Names": pydyf.Array([pydyf.String("addUp"), script.reference])})
    pdf.catalog.setdefault("Names", pydyf.Dictionary())["JavaScript"] = scripts


def _call(
    one: Total, fields: Mapping[str, pydyf.Dictionary], made_of: Mapping[str, list[str]]
) -> str:
    """The script of a field: what it is made of, and what moves it."""
    names = made_of[one.field]
    plus = _difference(one, {name: fields[name]["V"].string for name in (one.field, *names)})
    usual = (1, 1 / PIPS if one.kind == "D" else 1)
    parts = " ".join(
        name if (die, pip) == usual else f"{name}:{die:g}:{pip:.4g}" for name, die, pip in one.parts
    )
    moved = " ".join(dict.fromkeys(it for it in _moving(one.field, made_of) if it not in names))
    if one.kind == DOTS:
        return _dots_call(one, plus)
    more = f',"{one.kind}"' + (f',"{moved}"' if moved else "") if one.kind or moved else ""
    return f'addUp("{parts}",{plus:.6g}{more})'


def _dots_call(one: Total, plus: float) -> str:
    """The script of a number beside a row of dots: a form has a hundred, so it is short."""
    traits = "".join(part for part, *_ in one.parts[1:])
    more = f",{plus:.6g},1" if one.needs_first else f",{plus:.6g}" if plus else ""
    return f'addDots("{traits}"{more})'


def _parts(one: Total) -> list[str]:
    """The fields that a total is made of."""
    return [name for part, *_ in one.parts for name in part.split(EITHER)]


def _moving(field: str, made_of: Mapping[str, list[str]]) -> Iterator[str]:
    """The fields that move a total: its parts, and theirs."""
    for part in made_of.get(field, ()):
        yield part
        yield from _moving(part, made_of)


def _difference(one: Total, values: Mapping[str, str]) -> float:
    """The difference between a total and the sum of its parts. The printed total is right, whatever
    else counts in it.
    """
    printed, sum_ = _amount(values[one.field], 1, 1 / PIPS), 0.0
    for part, die, pip in one.parts:
        either = [_amount(values[name], die, pip) or 0.0 for name in part.split(EITHER)]
        sum_ += max(either)
    if printed is None or (one.needs_first and not _amount(values[one.parts[0][0]], 1, 1)):
        return one.plus
    return printed - (int(sum_) if one.kind in ("", DOTS) else sum_)


def _amount(text: str, die: float, pip: float) -> float | None:
    code = _CODE.fullmatch(text.replace("½", ""))
    if not code:
        return None
    return (int(code[1]) + ("½" in text) / 2) * die + int(code[3] or 0) * pip
