"""The API of a site of Boatzee, every operation with its types: `Site(address, token).get_me()`."""

from boatzee_client.asking import Refused, Told
from boatzee_client.operations import Site

__all__ = ["Refused", "Site", "Told"]
