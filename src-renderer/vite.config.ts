import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { rendererPlugins } from './vite.ts'

/**
 * Builds the renderer alone: `vite build -c src-renderer/vite.config.ts`. The same files serve Electron and the
 * browser.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: rendererPlugins(),
  // A worker loads what it needs, too.
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('../out/renderer', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // Fonts stay files: a data: URL would need a wider font-src.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
  },
})
