import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './scripts/slow-first.ts'
import { rendererPlugins } from './src-renderer/vite.ts'

/** They end what hangs; a busy machine must not fail a test. */
const limits = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  teardownTimeout: 10_000,
  expect: { poll: { timeout: 20_000 } },
  // A machine that stood still for a while must not fail the gate; the gate names each test that needed this. What a
  // property found is no matter of time and stays found.
  retry: process.env['CI'] === undefined ? 0 : { count: 1, condition: /^(?!Property failed)/u },
}

/** The long run has what `npm test` leaves out, and does what that does more often (`src-daemon/testing/effort.ts`). */
const isLong = process.env['SATCHEL_TEST_LONG'] === '1'

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'src-daemon/**/*.test.ts',
            'src-main/**/*.test.ts',
            'bench/**/*.test.ts',
            'e2e/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          exclude: ['**/node_modules/**', 'out/**', ...(isLong ? [] : ['**/*.long.test.ts'])],
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
          include: ['src-renderer/**/*.test.ts'],
          server: { deps: { inline: [/@nuxt\/ui/] } },
          ...limits,
        },
      },
    ],
  },
})
