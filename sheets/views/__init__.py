"""Small functions: fetch through `access`, read the form, call one operation, answer."""
