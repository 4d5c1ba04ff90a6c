"""The API: characters, parties and games for programs, under `/api/1/`."""
