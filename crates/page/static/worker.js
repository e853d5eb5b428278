import init, { worker } from './minolab_page.js';

await init({ module_or_path: new URL('minolab_page_bg.wasm', import.meta.url) });
worker();
