import { fileURLToPath } from 'node:url'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { inLatin1 } from './scripts/in-latin-1.ts'
import { npmDefault } from './scripts/npm-default.ts'
import { workerSources } from './src-daemon/platform/workers.ts'
import { rendererPlugins } from './src-renderer/vite.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * What stays in node_modules. Everything else is bundled, because opening one file is faster than opening a thousand:
 * these have native parts, or look for files beside themselves.
 */
const external = [
  /^better-sqlite3/,
  /^@napi-rs\/keyring/,
  /^(bufferutil|utf-8-validate)$/,
  /^open$/,
  /^@automerge\/automerge$/,
  /^@anthropic-ai\/sandbox-runtime$/,
]

/** Where npm packages come from, as npm says: what an installed app uses where there is no npm to ask. */
const npmRegistry = (): Plugin => ({
  name: 'satchel-npm-registry',
  generateBundle() {
    this.emitFile({
      ...{ type: 'asset', fileName: 'npm-registry.json' },
      source: JSON.stringify({ url: npmDefault() }),
    })
  },
})

export default defineConfig({
  main: {
    plugins: [inLatin1(), npmRegistry()],
    // Tables as text that is read in one go: as code, each of their members would be a function.
    json: { stringify: true, namedExports: false },
    // One build of it, the quicker one: src-daemon/packages/document/yaml.ts says why.
    resolve: { alias: [{ find: /^yaml$/, replacement: here('node_modules/yaml/browser/index.js') }] },
    build: {
      externalizeDeps: false,
      outDir: here('out/main'),
      sourcemap: true,
      rolldownOptions: {
        external,
        input: {
          index: here('src-main/index.ts'),
          daemon: here('src-daemon/main.ts'),
          cli: here('src-daemon/cli/index.ts'),
          watchdog: here('src-daemon/platform/watchdog.ts'),
          'model-engine': here('src-daemon/models/inside/engine.ts'),
          ...Object.fromEntries(Object.entries(workerSources).map(([name, source]) => [name, here(source)])),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          comments: { jsdoc: false, annotation: false },
        },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      outDir: here('out/preload'),
      rolldownOptions: {
        input: { index: here('src-main/preload.ts') },
        // A sandboxed preload is loaded as CommonJS, in one file.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: here('src-renderer'),
    build: {
      outDir: here('out/renderer'),
      minify: true,
      chunkSizeWarningLimit: 1500, // the bar is the gzipped first load, measured by the startup benchmark
      assetsInlineLimit: 0, // fonts stay files: a data: URL would need a wider content security policy
      rolldownOptions: {
        input: here('src-renderer/index.html'),
        // Many small files take a start longer than their bytes: what it loads at once is one file, and what pages share is in few.
        output: {
          // Named after all pages that share it, a name would be too long.
          chunkFileNames: ({ name }) =>
            name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js',
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'], priority: 1 },
              { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
            ],
          },
        },
      },
    },
    plugins: rendererPlugins(),
    // A worker loads what it needs, too.
    worker: { format: 'es' },
  },
})
