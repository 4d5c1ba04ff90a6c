"""A hasher of passwords that is quick."""

from django.contrib.auth.hashers import MD5PasswordHasher

from sheets.accounts.hashers import AsItLooks


class MD5(AsItLooks, MD5PasswordHasher):
    """As the site's, in an instant."""

    as_typed = MD5PasswordHasher
