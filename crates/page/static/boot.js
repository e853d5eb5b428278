import init, { page } from './minolab_page.js?v=VERSION';

try {
  await init({ module_or_path: new URL('minolab_page_bg.wasm?v=VERSION', import.meta.url) });
  document.getElementById('loading')?.remove();
  page();
  // Once everything stands, the page is kept for when there is no network.
  navigator.serviceWorker?.register(new URL('sw.js', import.meta.url), { updateViaCache: 'none' }).catch(() => {});
} catch (error) {
  const place = document.getElementById('loading') ?? document.body;
  place.textContent = `minolab could not start: ${error}`;
}
