"""Errors of the API, each as `application/problem+json` (RFC 9457)."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus

import msgspec
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpResponse
from django.http.request import UnreadablePostError

from rules.problems import InvalidDocument, RuleViolation
from sheets import outage
from sheets.errors import (
    Conflict,
    NoSuchLogEntry,
    NoSuchRow,
    NoSuchStep,
    OutOfDate,
    OwnerFrozen,
    QuotaExceeded,
    Refused,
)
from sheets.printing import PrinterBusy, PrintingFailed
from sheets.rate_limits import RateLimited
from sheets.responses import RETRY_AFTER
from sheets.storage import CorruptRow, Frozen

MEDIA = "application/problem+json"
NOT_FOUND = "There is nothing here that this token may see."
NOT_YOURS = "This token may see this, but not change it."
UNAVAILABLE = "Nothing was saved: the database can't be reached. Try again."


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong: its place in what was sent, "" for all of it, and why."""

    where: str
    why: str


class Problem(msgspec.Struct, frozen=True):
    """An error: what kind it is, its status, what happened, and everything that was wrong."""

    title: str
    status: int
    detail: str
    type: str = "about:blank"
    errors: tuple[Fault, ...] = ()


class ApiError(Exception):
    """A request that the API itself refuses, with its status and headers."""

    def __init__(
        self, status: int, detail: str, *, headers: Mapping[str, str] | None = None
    ) -> None:
        self.status = status
        self.headers = dict(headers or {})
        super().__init__(detail)


def response(
    status: int,
    detail: str,
    *,
    errors: Iterable[Fault] = (),
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """An error as the answer to a request."""
    problem = Problem(HTTPStatus(status).phrase, status, detail, errors=tuple(errors))
    return HttpResponse(
        msgspec.json.encode(problem), status=status, content_type=MEDIA, headers=headers
    )


def of(error: Exception) -> HttpResponse | None:
    """The answer for an error; None for a bug of ours, which stays a 500."""
    match error:
        case ApiError():
            return response(error.status, str(error), headers=error.headers)
        case Http404() | NoSuchStep() | NoSuchLogEntry() | NoSuchRow():
            return response(404, NOT_FOUND)
        case PermissionDenied():
            return response(403, NOT_YOURS)
        case RequestDataTooBig():
            return response(413, "The body is too large.")
        case BadRequest() | UnreadablePostError():
            return response(400, "The request can't be read.")
        case OutOfDate():
            return response(412, str(error))
        case Conflict():
            return response(409, str(error))
        case RateLimited():
            return response(error.status, str(error), headers={"Retry-After": str(error.wait)})
        case QuotaExceeded():
            return response(403, str(error), errors=_faults(error))
    return _unprocessable(error) or _unavailable(error)


def _unprocessable(error: Exception) -> HttpResponse | None:
    match error:
        case Refused():
            return response(422, str(error), errors=_faults(error))
        case RuleViolation():
            faults = [Fault(problem.where, problem.message) for problem in error.problems]
            return response(422, " ".join(fault.why for fault in faults), errors=faults)
        case InvalidDocument():
            return response(422, error.in_words, errors=[Fault(error.where, error.message)])
        case Frozen():
            return response(OwnerFrozen.status, error.told)
        case OwnerFrozen():
            return response(OwnerFrozen.status, str(error))
        case CorruptRow():
            return response(422, error.told)
        case PrinterBusy():
            return response(503, str(error), headers={"Retry-After": str(RETRY_AFTER)})
        case PrintingFailed():
            return response(422, "This sheet can't be printed.")
    return None


def _unavailable(error: Exception) -> HttpResponse | None:
    if not outage.cause(error):
        return None
    return response(503, UNAVAILABLE, headers={"Retry-After": str(RETRY_AFTER)})


def _faults(error: Refused) -> list[Fault]:
    fields = [Fault(where, why) for where, why in error.errors.items()]
    return [*fields, *(Fault(problem.where, problem.message) for problem in error.problems)]
