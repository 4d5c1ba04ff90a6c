"""Nothing of a test with real transactions is there in the next one."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User

from tests import emptied


@pytest.mark.django_db(transaction=True)
def test_what_was_written_is_gone_and_what_migrating_wrote_is_there() -> None:
    permissions = set(Permission.objects.values_list("id", "codename"))
    group = Group.objects.create(name="Readers")
    group.permissions.set(Permission.objects.all())
    User.objects.create_user("ines").groups.add(group)
    emptied.empty()
    filled = {
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and model._default_manager.exists()
    }
    assert filled == {"auth_permission", "django_content_type"}
    assert len(permissions) > 50
    assert set(Permission.objects.values_list("id", "codename")) == permissions


@pytest.mark.django_db(transaction=True)
def test_rows_that_were_kept_are_there_again_whatever_was_changed_added_or_deleted() -> None:
    group = Group.objects.create(name="Readers")
    group.permissions.set(Permission.objects.all()[:2])
    names = [User.objects.create_user(name).username for name in ("ines", "femi")]
    kept = emptied.KeptRows()
    before = kept.rows
    group.permissions.clear()
    User.objects.filter(username="femi").delete()
    User.objects.update(username="otto")
    User.objects.create_user("greta")
    Group.objects.create(name="Writers")
    kept.put_back()
    assert emptied.KeptRows().rows == before
    assert list(User.objects.order_by("pk").values_list("username", flat=True)) == names
    User.objects.create_user("greta")
