import init, { worker } from './minolab_page.js?v=VERSION';

await init({ module_or_path: new URL('minolab_page_bg.wasm?v=VERSION', import.meta.url) });
worker();
