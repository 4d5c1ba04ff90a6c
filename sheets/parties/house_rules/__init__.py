"""House rules: a party's options and its homebrew."""
