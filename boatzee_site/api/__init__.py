"""The API: the routers of all apps under one address (docs/api.md). Loaded with the first request to it."""
