"""A table that is filled from the lines of a backup: without a model for each row, and without
decoding what goes into the database as it stands in the file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, ForeignKey, JSONField, Model

from sheets.backup.archive import Text

Pack = Callable[[Any], object]
# What a column of these fields holds in the file, where the database is sent just that.
_AS_IT_IS: Mapping[type, type] = {
    models.AutoField: int,
    models.BigAutoField: int,
    models.BooleanField: bool,
    models.CharField: str,
    models.EmailField: str,
    models.IntegerField: int,
    models.PositiveIntegerField: int,
    models.TextField: str,
}


class InvalidRow(Exception):
    """A row that does not fit its table."""


class Table:
    """A table that is filled row by row."""

    def __init__(self, model: type[Model], connection: BaseDatabaseWrapper) -> None:
        self._label, self._connection = model._meta.label_lower, connection
        self._fields = {field.attname: field for field in model._meta.concrete_fields}
        quote = connection.ops.quote_name
        columns = ", ".join(quote(str(field.column)) for field in self._fields.values())
        marks = ", ".join(["%s"] * len(self._fields))
        table = quote(model._meta.db_table)
        self.insert = f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608 (names only)
        kinds, self._packs = [], []
        for place, (name, field) in enumerate(self._fields.items()):
            kind, pack = _quick(field, connection)
            kinds.append((name, kind))
            if pack:
                self._packs.append((place, pack))
        row = msgspec.defstruct("Row", kinds, forbid_unknown_fields=True, gc=False)
        self._decode = msgspec.json.Decoder(row).decode

    def row(self, text: Text) -> list[Any]:
        """The row as the database is sent it; InvalidRow if the table has other columns or a value
        does not fit. Times that are set at each save stay as they were stored.
        """
        try:
            values = list(msgspec.structs.astuple(self._decode(text)))
            for place, pack in self._packs:
                if (value := values[place]) is not None:
                    values[place] = pack(value)
        except (ValueError, RecursionError):
            return self._slowly(text)
        return values

    def _slowly(self, text: Text) -> list[object]:
        """The values by Django's own conversion, where the quick way refuses a row; InvalidRow."""
        stored = json.loads(bytes(text))
        if not isinstance(stored, dict) or self._fields.keys() != stored.keys():
            raise InvalidRow(f"{self._label} has other columns")
        try:
            return [
                _converted(field, stored[name], self._connection)
                for name, field in self._fields.items()
            ]
        except (ValidationError, ValueError, TypeError, OverflowError):
            raise InvalidRow(f"{self._label} cannot hold one of its rows") from None


def _quick(field: Field[Any, Any], connection: BaseDatabaseWrapper) -> tuple[Any, Pack | None]:
    """The type of a field's value in the file, and what turns it into what the database is sent
    (None: it is sent as it is). Only for exactly these classes: a subclass may convert otherwise.
    """
    while isinstance(field, ForeignKey):
        field = field.target_field
    if kind := _AS_IT_IS.get(type(field)):
        return kind | None, None
    if type(field) is JSONField and not (field.encoder or field.decoder):
        return msgspec.Raw, _json
    if type(field) is models.DateTimeField:
        return datetime | None, _aware(connection.ops.adapt_datetimefield_value)
    if type(field) is models.UUIDField:
        native = connection.features.has_native_uuid_field
        return UUID | None, None if native else _hexadecimal
    return Any, lambda value: _converted(field, value, connection)


def _converted(
    field: Field[object, object], value: object, connection: BaseDatabaseWrapper
) -> object:
    """The value as the database takes it, by Django's own conversion."""
    converted = field.to_python(value)
    if isinstance(converted, datetime):
        _check_zone(converted)
    return field.get_db_prep_save(converted, connection)


def _check_zone(time: datetime) -> None:
    """ValueError for a time without a zone: every backup says it, and Django would guess it."""
    if time.tzinfo is None:
        raise ValueError("a time without its zone")


def _json(raw: msgspec.Raw) -> str | None:
    text = bytes(raw).decode()
    return None if text == "null" else text


def _aware(adapt: Pack) -> Pack:
    def pack(value: datetime) -> object:
        _check_zone(value)
        return adapt(value)

    return pack


def _hexadecimal(value: UUID) -> str:
    return value.hex
