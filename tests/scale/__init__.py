"""What the site would be on many machines of Postgres: docs/scale.md."""
