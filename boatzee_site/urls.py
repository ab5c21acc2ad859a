"""Where everything is."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django.views.generic import TemplateView

from accounts.news import views as news
from accounts.papers import views as papers
from accounts.papers.contact import contact
from boatzee_site import guides, scripted, shell, status
from boatzee_site.api import help as api_help
from boatzee_site.api.entry import entry
from boatzee_site.api.place import PREFIX
from boatzee_site.icon import favicon
from boatzee_site.sitemap import robots, sitemap

# Staff sign in as everybody does: the admin's own door asks for no second factor and counts no attempts.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
# The words of its scripts are in the language of whoever is signed in.
admin.site.i18n_javascript = cache_control(private=True)(  # type: ignore[method-assign]
    vary_on_headers("Accept-Language", "Cookie")(admin.site.i18n_javascript)
)
admin.site.site_header = admin.site.site_title = f"{settings.SITE_NAME} administration"

urlpatterns = [
    path("", include("ladders.urls")),  # first: /rules/organised/ is no game's code
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls")),
    path("", include("accounts.applications_urls")),
    path("news/", news.news, name="news"),
    path("news/feed/", require_safe(news.NewsFeed()), name="news_feed"),
    path("voices/", news.voices, name="voices"),
    path("privacy/", papers.privacy, name="privacy"),
    path("terms/", papers.terms, name="terms"),
    path("membership/", papers.membership, name="membership"),
    path("contact/", contact, name="contact"),
    path("forum/", include("accounts.forum.urls")),
    path("people/messages/", include("accounts.talk.urls")),
    path("people/", include("accounts.people.urls")),
    path("help/", guides.index, name="help"),
    path("help/webhooks/", TemplateView.as_view(template_name="help/webhooks.html"), name="webhooks"),
    path("help/api/", api_help.page, name="api_help"),
    path("help/api/try/", api_help.tried, name="api_try"),
    path("help/features/", TemplateView.as_view(template_name="help/features.html"), name="features"),
    path("help/questions/", guides.asked, name="faq"),
    path("help/<slug:slug>/", guides.show, name="guide"),  # last: what stands above has views of its own
    path("dice/", include("dicepool.urls")),
    path("robots.txt", robots, name="robots_txt"),
    path("sitemap.xml", sitemap, name="sitemap"),
    path("sitemap-<str:section>.xml", sitemap, name="sitemap_of"),
    path("favicon.ico", favicon),
    path("manifest.webmanifest", shell.manifest, name="manifest"),
    path("sw.js", shell.worker, name="worker"),
    path("words/<str:code>.<str:mark>.js", scripted.words, name="words"),
    path("offline/", shell.offline, name="offline"),
    path("status/", status.page, name="status"),
    re_path(rf"^{PREFIX}(?P<rest>[\s\S]*)\Z", entry, name="api"),
    path("admin/", admin.site.urls),
]

# What the pages are made of, in every state: for whoever changes how they look.
components = [
    path("components/", TemplateView.as_view(template_name="components.html"), name="components"),
]
urlpatterns += components if settings.DEBUG else []

handler400 = "boatzee_site.errors.bad_request"
handler403 = "boatzee_site.errors.forbidden"
handler404 = "boatzee_site.errors.not_found"
handler429 = "boatzee_site.errors.too_often"
handler500 = "boatzee_site.errors.broken"
