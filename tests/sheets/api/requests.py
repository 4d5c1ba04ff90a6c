"""Requests made by chance from the API's own description, most of them as it has them."""

import json
from typing import Any

from hypothesis import strategies as st

Plain = dict[str, Any]
NAMES = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
LEAVES = st.none() | st.booleans() | st.integers() | NAMES
JUNK = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
DEEPEST = 5


class Described:
    """The operations of a description, and values for its schemas."""

    def __init__(self, description: Plain) -> None:
        self.schemas: Plain = description["components"]["schemas"]
        self.operations = [
            (path, method, operation)
            for path, methods in description["paths"].items()
            for method, operation in methods.items()
        ]

    def values(self, schema: Plain, depth: int = 0) -> st.SearchStrategy[Any]:
        """Values that fit a schema; below DEEPEST only the required members."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return st.deferred(lambda: self.values(self.schemas[name], depth + 1))
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return st.one_of([self.values(one, depth) for one in schema[several]])
        if "const" in schema:
            return st.just(schema["const"])
        if "enum" in schema:
            return st.sampled_from(schema["enum"])
        match schema.get("type"):
            case "object":
                return self._objects(schema, depth)
            case "array":
                return self._arrays(schema, depth)
            case kind:
                return _simple(kind, schema)

    def _objects(self, schema: Plain, depth: int) -> st.SearchStrategy[Any]:
        members, required = schema.get("properties", {}), schema.get("required", [])
        more = schema.get("additionalProperties")
        if not members and isinstance(more, dict):
            least = schema.get("minProperties", 0)
            names = st.sampled_from(["wounds", "target", "force_points", "x"]) | NAMES
            return st.dictionaries(names, self.values(more, depth + 1), min_size=least, max_size=3)
        chosen = {name: self.values(one, depth + 1) for name, one in members.items()}
        optional = {name: one for name, one in chosen.items() if name not in required}
        return st.fixed_dictionaries(
            {name: one for name, one in chosen.items() if name in required},
            optional=optional if depth < DEEPEST else {},
        )

    def _arrays(self, schema: Plain, depth: int) -> st.SearchStrategy[Any]:
        if "prefixItems" in schema:
            return st.tuples(*(self.values(one, depth + 1) for one in schema["prefixItems"]))
        items = schema.get("items")
        inner = self.values(items, depth + 1) if isinstance(items, dict) else JUNK
        return st.lists(inner, max_size=3 if depth < DEEPEST else 0)


def _simple(kind: str | None, schema: Plain) -> st.SearchStrategy[Any]:
    match kind:
        case "integer":
            least, most = schema.get("minimum"), schema.get("maximum")
            near = st.integers(max(-5, least or -5), 20)
            return near | st.integers(least, most)
        case "number":
            return st.floats(allow_nan=False, allow_infinity=False)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "string":
            return st.sampled_from(["stealth", "DEX", "blaster-pistol", ""]) | NAMES
    return JUNK


@st.composite
def requests(draw: st.DrawFn, described: Described, ids: Plain, tags: list[str]) -> Plain:
    """A request: the path as described, the operation, and what is sent. `ids` are values for
    parameters of addresses, `tags` ETags that were given out.
    """
    path, method, operation = draw(st.sampled_from(described.operations))
    query, headers = {}, {}
    for parameter in operation["parameters"]:
        name, place = parameter["name"], parameter["in"]
        if place == "path":
            value = draw(st.sampled_from(ids[name]))
            path = path.replace(f"{{{name}}}", value)
        elif place == "query" and draw(st.booleans()):
            value = draw(described.values(parameter["schema"]) | NAMES)
            query |= value if isinstance(value, dict) else {name: value}
        elif place == "header" and draw(st.integers(0, 9)):
            known = st.sampled_from([*tags, "*", '"1.0"', "one"])
            headers[name] = draw(known | st.text(st.characters(codec="ascii"), max_size=9))
    body, kind = b"", draw(st.sampled_from(["application/json"] * 9 + ["text/plain"]))
    if sent := operation.get("requestBody"):
        fitting = described.values(sent["content"]["application/json"]["schema"])
        value = draw(st.one_of([fitting, fitting, fitting, JUNK]))
        body = json.dumps(value).encode() if draw(st.integers(0, 19)) else draw(st.binary())
    plain = {name: text.replace("\r", "").replace("\n", "") for name, text in headers.items()}
    return {
        "path": path,
        "method": method.upper(),
        "operation": operation,
        "query": {name: str(value) for name, value in query.items()},
        "headers": plain,
        "body": body,
        "kind": kind,
    }
