// Keeps the page for when there is no network: all of one version together, and nothing else.
const VERSION = 'VERSION';
const CACHE = `minolab-${VERSION}`;
const FILES = [
  './', 'icon.svg', 'minolab.webmanifest', 'tokens.css', 'base.css', 'game.css', 'screens.css', 'boot.js', 'worker.js',
  'minolab_page.js', 'minolab_page_bg.wasm',
];

self.addEventListener('install', event => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map(name => name === './' || name === 'worker.js' ? name : `${name}?v=${VERSION}`));
  await self.skipWaiting();
})()));

self.addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith('minolab-') && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
})()));

// The page itself comes from the network while there is one, so that a new version is seen at once; what carries a
// version never changes. What the server does (`api`, reports) is not ours to keep.
self.addEventListener('fetch', event => {
  const url = new URL(event.request.url);
  const scope = new URL('./', self.location);
  if (event.request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const name = url.pathname.slice(scope.pathname.length);
  if (name !== '' && !FILES.includes(name)) return;
  const isPage = name === '' || name === 'worker.js';
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(event.request, { ignoreSearch: isPage });
    if (kept && !isPage) return kept;
    try {
      return await fetch(event.request);
    } catch (error) {
      if (kept) return kept;
      throw error;
    }
  })());
});
