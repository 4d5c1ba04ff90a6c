"""The description of the API as an OpenAPI 3.1 document, made of the operations themselves."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec
from django.urls import URLPattern

from rules import registry
from rules.document import FORMAT, MAX_BYTES
from rules.game import Game
from sheets.api import problem
from sheets.api.characters import DOCUMENT
from sheets.api.ledger import ENTRY
from sheets.api.resource import JSON, Operation, Parameter, Resource
from sheets.api.resources import resources

VERSION = "1"
TEMPLATE = "#/components/schemas/{name}"
_CONVERTER = re.compile(r"<(?:(\w+):)?(\w+)>")
_CONVERTED: dict[str, dict[str, object]] = {
    "uuid": {"type": "string", "format": "uuid"},
    "int": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
}
# What any operation with a token may answer; what each one that takes a body may, too; and what
# each one that writes may.
WITH_TOKEN, WITH_BODY, WITH_WRITES = (401, 403, 404, 422, 429), (413, 415), (400,)
Plain = dict[str, Any]


@dataclass(frozen=True)
class Route:
    """An operation with its method and its address: "/api/1/characters/{id}"."""

    name: str
    method: str
    path: str
    operation: Operation
    places: Mapping[str, str]

    @property
    def statuses(self) -> list[int]:
        """Every status that it may answer."""
        operation = self.operation
        statuses = {operation.status, 500, 503, *operation.others}
        statuses |= set(() if operation.is_open else WITH_TOKEN)
        statuses |= set(WITH_BODY if operation.body else ())
        statuses |= set(WITH_WRITES if operation.writes else ())
        statuses |= {412, 428} if operation.if_match else set()
        statuses |= {304} if operation.cached else set()
        statuses |= {404} if self.places else set()
        return sorted(statuses)


def routes(patterns: Iterable[URLPattern]) -> Iterator[Route]:
    """Every operation of these addresses."""
    for pattern in patterns:
        resource, address = pattern.callback, str(pattern.pattern)
        if not isinstance(resource, Resource):
            continue
        places = {name: kind or "str" for kind, name in _CONVERTER.findall(address)}
        plain = "/" + _CONVERTER.sub(r"{\2}", address)
        for method, operation in resource.operations.items():
            yield Route(pattern.name or "", method, plain, operation, places)


@cache
def document() -> bytes:
    """The whole description, as JSON."""
    every = list(routes(resources))
    types = {
        message for route in every for message in (route.operation.answer, route.operation.body)
    }
    structs = sorted(
        (kind for kind in types if isinstance(kind, type)), key=lambda kind: kind.__name__
    )
    references, schemas = _schemas(structs)
    paths: Plain = {}
    for route in every:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, references)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Hyperspace",
                "version": VERSION,
                "description": "Characters, parties, and games for programs.",
            },
            "paths": paths,
            "components": {
                "schemas": schemas,
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def _schemas(structs: list[type]) -> tuple[dict[object, Plain], Plain]:
    """A reference for each type, and the schemas themselves: of messages, and of each game."""
    games = list(registry.all_systems().values())
    asked: list[Any] = [problem.Problem, *structs]
    for game in games:
        asked += [game.build_type, game.marks_type, game.house.type]
        asked += list(game.ledger_rules.kinds)
    plain, schemas = msgspec.json.schema_components(asked, ref_template=TEMPLATE)
    references: dict[object, Plain] = dict(zip(asked, plain, strict=True))
    schemas = dict(_bounded(schemas))
    for game in games:
        kinds = [references[kind] for kind in game.ledger_rules.kinds]
        schemas[f"{DOCUMENT}-{game.slug}"] = _document(game, references)
        schemas[f"{ENTRY}-{game.slug}"] = {"oneOf": kinds}
    for name in (DOCUMENT, ENTRY):
        each = [{"$ref": TEMPLATE.format(name=f"{name}-{game.slug}")} for game in games]
        schemas[name] = {"oneOf" if name == DOCUMENT else "anyOf": each}
        references[name] = {"$ref": TEMPLATE.format(name=name)}
    return references, schemas


def _bounded(schema: object) -> Any:
    """The schema with bounds for integers that have none: they are stored in 32 bits."""
    if isinstance(schema, list):
        return [_bounded(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    within = {"minimum": -(2**31), "maximum": 2**31 - 1} if schema.get("type") == "integer" else {}
    return within | {name: _bounded(part) for name, part in schema.items()}


def _document(game: Game, references: Mapping[object, Plain]) -> Plain:
    """A document of one game."""
    entry = {"$ref": TEMPLATE.format(name=f"{ENTRY}-{game.slug}")}
    return {
        "title": f"A character of {game.name}",
        "type": "object",
        "properties": {
            "format": {"const": FORMAT},
            "system": {"const": game.slug},
            "name": {"type": "string"},
            "player": {"type": "string"},
            "build": references[game.build_type],
            "ledger": {"type": "array", "items": entry},
            "marks": references[game.marks_type],
            "house": references[game.house.type],
        },
        "required": ["format", "system", "name", "build"],
        "additionalProperties": False,
    }


def _operation(route: Route, references: Mapping[object, Plain]) -> Plain:
    operation = route.operation
    described: Plain = {
        "operationId": f"{route.name.removeprefix('api_')}_{route.method.lower()}",
        "summary": operation.summary,
        "parameters": [*_parameters(route), *_headers(operation)],
        "responses": {
            str(status): _response(operation, status, references) for status in route.statuses
        },
    }
    if not operation.is_open:
        described["security"] = [{"token": []}]
    if operation.body:
        content = {JSON: {"schema": references[operation.body]}}
        about = f"At most {MAX_BYTES:,} bytes."
        described["requestBody"] = {"required": True, "content": content, "description": about}
    return described


def _parameters(route: Route) -> Iterator[Plain]:
    """Those of the address, and those behind its question mark."""
    known = {parameter.name: parameter for parameter in route.operation.parameters}
    for name, kind in route.places.items():
        about = known.pop(name, None) or Parameter(name, "", _CONVERTED.get(kind, _TEXT))
        yield _parameter(about, "path", required=True)
    for about in known.values():
        yield _parameter(about, "query", required=False)


_TEXT: Plain = {"type": "string"}


def _headers(operation: Operation) -> Iterator[Plain]:
    if operation.writes:
        about = "The same key again is the same answer; with other content 409."
        schema = {"type": "string", "pattern": "^[!-~]{1,200}$"}
        key = Parameter("Idempotency-Key", about, schema)
        yield _parameter(key, "header", required=False)
    if operation.if_match:
        tag = Parameter("If-Match", "The ETag of the character that this rests on.", _TEXT)
        yield _parameter(tag, "header", required=True)
    if operation.cached:
        known = Parameter("If-None-Match", "304 where nothing has changed since.", _TEXT)
        yield _parameter(known, "header", required=False)


def _parameter(about: Parameter, place: str, *, required: bool) -> Plain:
    described: Plain = {"name": about.name, "in": place, "schema": dict(about.schema)}
    if about.about:
        described["description"] = about.about
    return {**described, **({"required": True} if required else {})}


def _response(operation: Operation, status: int, references: Mapping[object, Plain]) -> Plain:
    described: Plain = {"description": HTTPStatus(status).phrase}
    if status == operation.status:
        schema = references[operation.answer] if operation.answer else {}
        described["content"] = {operation.media: {"schema": schema}}
        if operation.cached or operation.if_match:
            described["headers"] = {"ETag": {"schema": _TEXT}}
    elif status >= 400:
        described["content"] = {problem.MEDIA: {"schema": references[problem.Problem]}}
    return described
