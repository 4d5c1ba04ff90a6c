"""Rows of the database as plain values that JSON can hold, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.apps.registry import Apps
from django.core.exceptions import ValidationError
from django.db.models import Field, JSONField, Model

# Who is signed in is not kept: everybody signs in again.
LEFT_OUT = {"sessions.session", "usersessions.usersession"}


class WrongRow(Exception):
    """A row that its table cannot hold."""


def tables(apps: Apps) -> dict[str, type[Model]]:
    """Every table that is backed up, by the name of its model."""
    return {
        model._meta.label_lower: model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.label_lower not in LEFT_OUT
    }


def packed(row: Model) -> dict[str, Any]:
    """The row by the names of its columns."""
    return {field.attname: _packed(field, row) for field in _fields(type(row))}


def unpacked(model: type[Model], values: dict[str, Any]) -> Model:
    """The row, unsaved; WrongRow where the table has other columns or cannot hold a value."""
    fields = {field.attname: field for field in _fields(model)}
    if fields.keys() != values.keys():
        raise WrongRow(f"{model._meta.label_lower} has other columns")
    try:
        return model(**{name: field.to_python(values[name]) for name, field in fields.items()})
    except (ValidationError, ValueError, TypeError, OverflowError):
        raise WrongRow(f"{model._meta.label_lower} cannot hold one of its rows") from None


def _fields(model: type[Model]) -> Iterable[Field[Any, Any]]:
    return model._meta.concrete_fields


def _packed(field: Field[Any, Any], row: Model) -> Any:
    value = field.value_from_object(row)
    if value is None or isinstance(value, str | int) or isinstance(field, JSONField):
        return value
    return field.value_to_string(row)
