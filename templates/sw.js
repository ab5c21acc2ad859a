{% load spoken %}// Keeps the page that says there is no line, and shows what is pushed. Tables are never kept:
// an old one would be shown as if it were current.

const SHELL = "shell-1-{% tongue_code %}";
const OFFLINE = "{% url 'offline' %}?lang={% tongue_code %}";
const KEPT = [OFFLINE{% for path in shell %}, "{{ path }}"{% endfor %}];

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(SHELL);
      await cache.addAll(KEPT.map((path) => new Request(path, { cache: "reload" })));
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => offline(request)));
  } else if (request.method === "GET" && KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

// In place of a page that was asked for; beside one from which a form was sent, which is not sent again.
async function offline(request) {
  if (request.method === "GET") return caches.match(OFFLINE);
  const { origin, pathname, search } = new URL(request.referrer || "/", self.location.origin);
  const back = origin === self.location.origin ? pathname + search : "/";
  return Response.redirect(`${OFFLINE}&back=${encodeURIComponent(back)}`, 303);
}

self.addEventListener("push", (event) => {
  const { title, body, address, topic } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: topic, data: { address } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.address, self.location.origin).href;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window" });
      const open = pages.find((page) => page.url === address);
      return open ? open.focus() : self.clients.openWindow(address);
    })(),
  );
});
