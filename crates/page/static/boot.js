import init, { page } from './minolab_page.js?v=VERSION';

try {
  await init({ module_or_path: new URL('minolab_page_bg.wasm?v=VERSION', import.meta.url) });
  document.getElementById('loading')?.remove();
  page();
} catch (error) {
  const place = document.getElementById('loading') ?? document.body;
  place.textContent = `minolab could not start: ${error}`;
}
