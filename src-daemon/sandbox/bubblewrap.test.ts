import { describe, expect, it } from 'vitest'
import { installationOf } from './bubblewrap.ts'

describe('a program’s own needs', () => {
  it.each([
    ['/home/ana/.nvm/versions/node/v24.1.0/bin/node', '/home/ana/.nvm/versions/node/v24.1.0'],
    ['/home/ana/code/.venv/bin/python', '/home/ana/code/.venv'],
    ['/home/ana/.local/bin/uvx', '/home/ana/.local/bin/uvx'],
    ['/home/ana/.cargo/bin/server', '/home/ana/.cargo/bin/server'],
    ['/home/ana/bin/server', '/home/ana/bin/server'],
    ['/home/bin/server', '/home/bin/server'],
    ['/bin/server', '/bin/server'],
  ])('%s: %s', (program, expected) => {
    expect(installationOf(program, '/home/ana')).toBe(expected)
  })
})
