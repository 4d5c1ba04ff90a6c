"""Files of characters for other programs, and dice as chats write them."""
