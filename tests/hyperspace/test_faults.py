"""Requests that no view gets to see."""

import pytest
from django.test import Client


@pytest.mark.django_db
def test_a_form_without_its_token_gets_our_own_403():
    response = Client(enforce_csrf_checks=True).post("/characters/new/")
    assert response.status_code == 403
    assert "403.html" in [template.name for template in response.templates]
