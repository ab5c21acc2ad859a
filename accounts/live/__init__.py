"""Open pages hear that something changed: a message on a channel, by Redis, carried on by the stream."""

from accounts.live.channels import Permission, permission, publish, publish_on_commit, token

__all__ = ["Permission", "permission", "publish", "publish_on_commit", "token"]
