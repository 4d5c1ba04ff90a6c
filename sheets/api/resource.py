"""The API's building blocks: each method of an address is an operation, declared with its request
and its answer. The description that programs read (`sheets.api.schema`) comes from the same
declarations.
"""

import hashlib
import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.http import parse_header_parameters

from rules import document as documents
from rules.problems import InvalidDocument
from sheets import form_data, rate_limits, restrictions
from sheets.access import Request
from sheets.api import problem, tokens
from sheets.api.problem import ApiError
from sheets.models import ApiToken, Character
from sheets.parties import live

JSON = "application/json"
DENIED = "api_denied"
NO_TOKEN = "Send a token: Authorization: Bearer hs_r_…. Make one on your account page."  # noqa: S105
READ_ONLY = "This token only reads. Make one that writes on your account page."
ONE_CHARACTER = "This token is for one character only."
NOT_JSON = "Send the body as application/json."
NO_IF_MATCH = "Send If-Match with the ETag of the character that you read."
CHANGED = "The character has changed since you read it. Nothing was saved. Read it again."
_PAGE_KEY = re.compile(r"[0-9a-f]{32}")
_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_ETAG = re.compile(r'(?:W/)?"(\d{1,9})\.[0-9a-f]+"')
Body = TypeVar("Body", bound=msgspec.Struct)
Handler = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Parameter:
    """A parameter of an address: its name, what it does, and its form as JSON Schema."""

    name: str
    about: str
    schema: Mapping[str, object]


@dataclass(frozen=True)
class Operation:
    """One method of an address.

    `body` and `answer` are the types of request and answer, `media` the type of an answer other
    than JSON. `writes` needs a token that may write, `is_open` needs no token. `if_match` means
    that a write rests on a version, `cached` that a read has an ETag. `others` are the statuses
    that an operation may answer besides those of every operation.
    """

    handle: Handler
    summary: str
    answer: object = None
    body: Any = None
    status: int = 200
    media: str = JSON
    writes: bool = False
    is_open: bool = False
    if_match: bool = False
    cached: bool = False
    heavy: bool = False
    parameters: tuple[Parameter, ...] = ()
    others: tuple[int, ...] = ()


def operation(**declared: Any) -> Callable[[Handler], Operation]:
    """Declares a function as an operation; the first sentence of its docstring is the summary."""

    def declare(handle: Handler) -> Operation:
        summary = " ".join((handle.__doc__ or "").split("\n\n")[0].split())
        return Operation(handle, summary, **declared)

    return declare


class Call:
    """One request to an operation, let in: its token, and what it sends."""

    def __init__(self, request: Request, operation: Operation, token: ApiToken | None) -> None:
        self.request = request
        self.operation = operation
        self.token = token

    @property
    def only(self) -> uuid.UUID | None:
        """The one character that the token reaches; None if it reaches all."""
        character = self.token.character if self.token else None
        return character.public_id if character else None

    @property
    def key(self) -> str:
        """The idempotency key as that of a form, "" without one: the key of a page as it is."""
        sent = self.request.headers.get("Idempotency-Key")
        if sent is None:
            return ""
        if not _KEY.fullmatch(sent):
            detail = "Write an Idempotency-Key of 1 to 200 letters, digits, or signs."
            raise ApiError(400, detail)
        plain = sent.replace("-", "").lower()
        return plain if _PAGE_KEY.fullmatch(plain) else hashlib.sha256(sent.encode()).hexdigest()

    def number(self, parameter: Parameter) -> int | None:
        """A parameter that is a number from 1, None without it; ApiError for anything else."""
        sent = self.request.GET.get(parameter.name)
        if sent is None:
            return None
        if not (number := form_data.number(sent)):
            detail = f"Write {parameter.name} as a whole number from 1 to 999,999,999."
            raise ApiError(422, detail)
        return number

    def plain(self) -> Any:
        """The body as plain values, within the limits of a character file."""
        return documents.parse(self.text())

    def text(self) -> str:
        """The body as text; ApiError for anything but JSON."""
        kind, parameters = parse_header_parameters(self.request.headers.get("Content-Type", ""))
        charset = str(parameters.get("charset", "utf-8")).lower()
        if kind != JSON or charset not in ("utf-8", "utf8"):
            raise ApiError(415, NOT_JSON, headers={"Accept-Post": JSON})
        try:
            return self.request.body.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InvalidDocument(f"byte {error.start} is not UTF-8") from None

    def body(self, kind: type[Body]) -> Body:
        """The body as what the operation takes."""
        return documents.convert(self.plain(), kind, where="")

    def version(self, character: Character) -> int:
        """The version that a write rests on, from If-Match."""
        sent = self.request.headers.get("If-Match", "").strip()
        if not sent:
            raise ApiError(428, NO_IF_MATCH)
        if sent == "*":
            return character.version
        versions = [_ETAG.fullmatch(tag.strip()) for tag in sent.split(",")]
        known = {int(match[1]) for match in versions if match}
        if not known:
            raise ApiError(412, CHANGED)
        return known.pop() if len(known) == 1 else character.version

    def is_known(self, tag: str) -> bool:
        """True if the program has the version with this ETag."""
        sent = self.request.headers.get("If-None-Match", "")
        tags = [part.strip().removeprefix("W/") for part in sent.split(",")]
        return "*" in tags or tag in tags

    def unchanged(self, tag: str) -> HttpResponse:
        """304, with the ETag."""
        return HttpResponse(status=304, headers={"ETag": tag, "Cache-Control": NO_STORE_OF_OTHERS})


NO_STORE_OF_OTHERS = "private, no-cache"


class Resource:
    """An address with its operations by method: a view for Django. HEAD is GET without a body.

    No cookie is read here, so no page elsewhere can act in anyone's name, and no form token is
    asked for.
    """

    csrf_exempt = True

    def __init__(self, **operations: Operation) -> None:
        self.operations = operations

    def __call__(self, request: HttpRequest, **arguments: Any) -> HttpResponseBase:
        """The response to one request, or the problem with it."""
        method = "GET" if request.method == "HEAD" else request.method or ""
        operation = self.operations.get(method)
        if operation is None:
            allowed = ", ".join([*self.operations, *(["HEAD"] if "GET" in self.operations else [])])
            headers = {"Allow": f"{allowed}, OPTIONS"}
            if method == "OPTIONS":
                return HttpResponse(status=204, headers=headers)
            return problem.response(405, f"This address takes {allowed}.", headers=headers)
        try:
            call = _let_in(cast(Request, request), operation, arguments.get("id"))
            return operation.handle(call, **arguments)
        except Exception as error:
            response = problem.of(error)
            if response is None:
                raise
            return response


def _let_in(request: Request, operation: Operation, id: uuid.UUID | None) -> Call:
    """The call, with the request in the name of the token's account; ApiError, or RateLimited."""
    if operation.is_open:
        return Call(request, operation, None)
    token = tokens.find(request)
    if token is None:
        rate_limits.count(request, DENIED)
        raise ApiError(401, NO_TOKEN, headers={"WWW-Authenticate": "Bearer"})
    if operation.heavy:
        rate_limits.enter_lane(request)  # before anything is counted
    tokens.spend(token, tokens.WRITES if operation.writes else tokens.READS)
    if operation.writes and not token.can_write:
        raise ApiError(403, READ_ONLY)
    request.visitor.stand_for(token.owner)
    restrictions.check(request)
    call = Call(request, operation, token)
    if call.only and id is not None and id != call.only:
        raise Http404
    return call


def answer(
    content: object, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """An operation's answer, as JSON."""
    named = {"Cache-Control": NO_STORE_OF_OTHERS, **(headers or {})}
    return HttpResponse(
        msgspec.json.encode(content), status=status, content_type=JSON, headers=named
    )


def etag(character: Character) -> str:
    """The ETag of a character that was fetched with its party: the version that writes rest on, and
    a digest that changes with marks and party rules as well.
    """
    return f'"{character.version}.{live.state_of_fetched(character)}"'
