import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { builtWorkers } from './scripts/built-workers.ts'
import { WAIT_LIMIT_MS } from './scripts/wait-limit.ts'
import { filesOfRun } from './scripts/long-tests.ts'
import { SlowFirst } from './scripts/slow-first.ts'
import { StillRunning } from './scripts/still-running.ts'
import { rendererPlugins } from './src-renderer/vite.ts'

/** They end what hangs; a busy machine must not fail a test. */
const limits = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  teardownTimeout: 10_000,
  expect: { poll: { timeout: WAIT_LIMIT_MS } },
}

/**
 * A process for each file: they use a keychain in their own process, whose library goes on with the session that it found
 * first; or mock a module that other files have loaded; or need scrypt as it is.
 */
const ISOLATED = [
  'src-daemon/cli/doctor.test.ts',
  'src-daemon/identity/keys/key-places.test.ts',
  'src-daemon/identity/keys/move.test.ts',
  'src-daemon/identity/secrets/named-secrets.test.ts',
  'src-daemon/identity/secrets/secrets-never-lost.test.ts',
  'src-daemon/identity/stores/keychain.test.ts',
  'src-daemon/identity/stores/passphrase.test.ts',
  'src-daemon/identity/stores/vault.test.ts',
  'src-daemon/lifecycle/encryption.test.ts',
  'src-daemon/lifecycle/key-restore.test.ts',
]

const nodeFiles = filesOfRun([
  'src-daemon/**/*.test.ts',
  'src-main/**/*.test.ts',
  'bench/**/*.test.ts',
  'e2e/**/*.test.ts',
  'fuzz/**/*.test.ts',
  'scripts/**/*.test.mjs',
])

const setupFiles = [
  'scripts/own-keychain-session.mjs',
  'scripts/name-test-file.mjs',
  'scripts/long-waits.mjs',
  'scripts/property-limits.mjs',
]
const inNode = {
  environment: 'node',
  globalSetup: 'scripts/keychain-sessions.mjs',
  setupFiles,
  // As with an installed command: what tests read is what people read.
  env: { SATCHEL_COMMAND: 'satchel' },
  ...limits,
}

const report = process.env['SATCHEL_TEST_REPORT']

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    // Where scripts/test.mjs reads what came of it.
    ...(report === undefined
      ? {}
      : { reporters: ['default', 'json', new StillRunning()], outputFile: { json: report } }),
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        plugins: builtWorkers(),
        test: {
          name: 'node',
          ...inNode,
          setupFiles: [...setupFiles, 'src-daemon/testing/quick-scrypt.mjs'],
          // A worker loads each module once, and not for each of some 300 files, which took two fifths of their time. So modules keep
          // nothing of one file that another could meet, and a file puts back what it changes of the process: `vi.stubEnv`, not
          // `process.env`.
          isolate: false,
          include: nodeFiles.include,
          exclude: [...nodeFiles.exclude, ...ISOLATED],
        },
      },
      {
        test: {
          name: 'isolated',
          ...inNode,
          ...filesOfRun(ISOLATED),
        },
      },
      {
        plugins: rendererPlugins(),
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          // Each file still has a context of its own; what pages are made of is loaded once per worker, not once per file.
          pool: 'vmThreads',
          setupFiles: ['scripts/message-channel.mjs', 'scripts/long-waits.mjs'],
          ...filesOfRun(['src-renderer/**/*.test.ts']),
          server: { deps: { inline: [/@nuxt\/ui/] } },
          ...limits,
        },
      },
    ],
  },
})
