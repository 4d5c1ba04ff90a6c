"""Templates that extend, include, and name files show what Django's own tags would show."""

import pytest
from django.template import Context, Engine

TEMPLATES = {
    "base": "{% block a %}base{% endblock %}{% if x %}{% block b %}-{% endblock %}{% endif %}",
    "middle": '{% extends "base" %}{% block b %}[{% block c %}middle{% endblock %}]{% endblock %}',
    "page": "{% extends parent %}{% block a %}{{ block.super }} {{ x }}{% endblock %}{% block c %}"
    '{% include "part" with x=y %} {{ x }} {% include "part" with z=y only %} {% include other %}'
    "{% endblock %}",
    "part": '({{ x }}{% if y > 1 %}{% include "./part" with y=1 %}{% endif %})',
    "alone": '{% for _ in "12" %}{% include "part" only %}{% endfor %}'
    ' {% include "part" with x=x only %} {% include "part" %}',
    "files": '{% load static %}{% static "favicon.svg" %} {% static file %}'
    '{% static "favicon.svg" as here %} {{ here }}',
}


@pytest.mark.parametrize("name", ["base", "middle", "page", "part", "alone", "files"])
def test_constant_tags_show_what_those_of_django_show(name: str) -> None:
    shown = []
    for builtins in ([], ["sheets.ui.constant_tags"]):
        library = builtins[0] if builtins else "django.templatetags.static"
        engine = Engine(
            loaders=[
                (
                    "django.template.loaders.cached.Loader",
                    [("django.template.loaders.locmem.Loader", TEMPLATES)],
                )
            ],
            builtins=builtins,
            libraries={"static": library},
        )
        values = {"y": 2, "other": "part", "file": "favicon.svg"}
        pages = [
            engine.get_template(name).render(Context({**values, "x": f"<{n}>", "parent": parent}))
            for n, parent in enumerate(("base", "middle", "base"))
        ]
        shown.append(pages)
    assert shown[0] == shown[1]
    assert all(shown[0])
