// The service worker: caches the page, so that it works offline. The build prepends VERSION and FILES.
const CACHE = `nvc-playground-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("nvc-playground-") && name !== CACHE;
  const clean = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});
