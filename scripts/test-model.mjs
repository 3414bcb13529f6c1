// A small real model through the app, in a keychain session: npm run test:model. `-- --all` also measures how 100 sentences end.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './freshness.mjs'

const run = (...script) => {
  const session = [join(root, 'scripts/with-keychain.mjs'), process.execPath, ...script]
  const env = { ...process.env, SATCHEL_TEST_LONG: '1', SATCHEL_TEST_BUILT: '1' }
  return spawnSync(process.execPath, session, { cwd: root, stdio: 'inherit', env }).status ?? 1
}

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const LONG = ['src-daemon/chat/real-model.long.test.ts', 'src-daemon/models/inside/inside.long.test.ts']
process.exitCode = run(vitest, 'run', ...LONG)
if (process.argv.includes('--all')) process.exitCode ||= run(join(root, 'bench/run.ts'), 'model')
