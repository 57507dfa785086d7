// Keeps the site in the browser, so that it opens without a network. A version of the site is kept
// whole: its files are fetched together, and a newer version takes over when no tab shows this one
// any more, so that a page and a program of different versions never meet.
const VERSION = "__VERSION__";
const FILES = __FILES__;
const NAME = "sprague-";
const CACHE = NAME + self.registration.scope + VERSION;

/** The page itself has the address of its folder. */
const address = (file) => new URL(file === "index.html" ? "./" : file, self.registration.scope).href;

self.addEventListener("install", (event) => {
  const keep = async (cache, file) => {
    // Asks the host whether what the browser has is still right.
    const response = await fetch(address(file), { cache: "no-cache" });
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    // A page may not be shown from an answer that was redirected.
    const { status, headers } = response;
    await cache.put(address(file), response.redirected ? new Response(await response.blob(), { status, headers }) : response);
  };
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(FILES.map((file) => keep(cache, file)))));
});

self.addEventListener("activate", (event) => {
  const old = (key) => key.startsWith(NAME + self.registration.scope) && key !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(keys.filter(old).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(self.registration.scope)) return;
  const file = url.pathname.slice(new URL(self.registration.scope).pathname.length) || "index.html";
  const wanted = url.searchParams.get("v");
  if (!FILES.includes(file) || (wanted !== null && wanted !== "__PROGRAM__")) return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(address(file)))
      .then((kept) => kept ?? fetch(request)),
  );
});
