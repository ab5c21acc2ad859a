"""The site with the page of components, which it has in DEBUG only."""

from boatzee_site.urls import components, handler400, handler403, handler404, handler429, handler500
from boatzee_site.urls import urlpatterns as site

__all__ = ["handler400", "handler403", "handler404", "handler429", "handler500", "urlpatterns"]

urlpatterns = [*site, *components]
