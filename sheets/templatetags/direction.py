"""Which way a text runs, for the classes of printed sheets: `{% load direction %}`."""

from django import template

from sheets.printing.direction import turn

register = template.Library()
register.filter("turn", turn)
