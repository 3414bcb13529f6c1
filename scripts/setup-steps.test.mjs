import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const STEPS = pathToFileURL(join(import.meta.dirname, 'setup-steps.mjs')).href
const folder = () => mkdtempSync(join(tmpdir(), 'satchel-steps-'))

it.skipIf(process.platform === 'win32')(
  'a signal to a command reaches it where it goes on, and its exit code comes back',
  async () => {
    const place = folder()
    const script = join(place, 'waits.mjs')
    writeFileSync(
      script,
      `process.on('SIGINT', () => process.exit(7))
       setInterval(() => undefined, 1000)
       console.log('waits')`,
    )
    const run = `import { continueOnProjectNode } from '${STEPS}'; await continueOnProjectNode(${JSON.stringify(script)}, [])`
    const command = spawn(process.execPath, ['--input-type=module', '-e', run], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await once(command.stdout, 'data')
      command.kill('SIGINT')
      expect(await once(command, 'exit')).toEqual([7, null])
    } finally {
      rmSync(place, { recursive: true })
    }
  },
)
