import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { filesOfRun } from './scripts/long-tests.ts'
import { SlowFirst } from './scripts/slow-first.ts'
import { rendererPlugins } from './src-renderer/vite.ts'

/** They end what hangs; a busy machine must not fail a test. */
const limits = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  teardownTimeout: 10_000,
  expect: { poll: { timeout: 20_000 } },
}

const report = process.env['SATCHEL_TEST_REPORT']

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    // Where scripts/test.mjs reads what came of it.
    ...(report === undefined ? {} : { outputFile: { json: report } }),
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          ...filesOfRun([
            'src-daemon/**/*.test.ts',
            'src-main/**/*.test.ts',
            'bench/**/*.test.ts',
            'e2e/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ]),
          globalSetup: 'scripts/keychain-sessions.mjs',
          setupFiles: 'scripts/own-keychain-session.mjs',
          ...limits,
        },
      },
      {
        plugins: rendererPlugins(),
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          // Each file still has a context of its own; what pages are made of is loaded once per worker, not once per file.
          pool: 'vmThreads',
          setupFiles: 'scripts/message-channel.mjs',
          ...filesOfRun(['src-renderer/**/*.test.ts']),
          server: { deps: { inline: [/@nuxt\/ui/] } },
          ...limits,
        },
      },
    ],
  },
})
