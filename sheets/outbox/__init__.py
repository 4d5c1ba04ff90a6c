"""Changes that were made on a device without a connection, sent once it is back."""
