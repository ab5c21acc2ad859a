"""Where the API is: the number is its promise (docs/api.md)."""

PREFIX = "api/v1/"
