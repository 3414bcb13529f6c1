// A small real model through the app, in a keychain session: npm run test:model; with 100 sentences, twice: -- --all
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './freshness.mjs'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const session = [join(root, 'scripts/with-keychain.mjs'), process.execPath, vitest, 'run']
const { status } = spawnSync(process.execPath, [...session, 'src-daemon/chat/real-model.long.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    SATCHEL_TEST_LONG: '1',
    ...(process.argv.includes('--all') && { SATCHEL_TEST_MODEL: 'full' }),
    SATCHEL_TEST_BUILT: '1',
  },
})
process.exitCode = status ?? 1
