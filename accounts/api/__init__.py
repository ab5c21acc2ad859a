"""What programs ask of the site (docs/api.md): what all operations share, and those about the player.

Each app has such a room. It stands beside the views and calls the same services; neither imports the other.
`boatzee_site/api` puts the routers of all rooms together.
"""
