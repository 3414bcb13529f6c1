import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loginPath } from './login-path.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'satchel-login-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

it.runIf(process.platform !== 'win32')(
  'is what the profile of the user makes of it, whatever that says beside it',
  async () => {
    writeFileSync(join(home, '.bash_profile'), 'echo Welcome back\nexport PATH="/opt/of mine/bin:$PATH"\n')
    expect(await loginPath({ HOME: home, SHELL: '/bin/bash', PATH: '/usr/bin:/bin' })).toMatch(
      /^\/opt\/of mine\/bin:.*\/bin/,
    )
  },
)

it.runIf(process.platform !== 'win32')(
  'is nothing where the shell does not say in time, ends, or is not there',
  async () => {
    const shell = (name: string, text: string) => {
      const path = join(home, name)
      writeFileSync(path, `#!/bin/sh\n${text}\n`)
      chmodSync(path, 0o700)
      return path
    }
    const hangs = { HOME: home, SHELL: shell('hangs', 'exec sleep 20') }
    expect(await loginPath(hangs, { timeoutMs: 100 })).toBeNull()
    expect(await loginPath({ HOME: home, SHELL: shell('ends', 'exit 3') })).toBeNull()
    expect(await loginPath({ HOME: home, SHELL: join(home, 'none') })).toBeNull()
    expect(await loginPath({ SHELL: '/bin/sh' }, { platform: 'win32' })).toBeNull()
  },
)
