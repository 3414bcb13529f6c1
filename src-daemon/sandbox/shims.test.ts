import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runToEnd } from '../platform/processes.ts'
import { createSandbox } from './sandbox.ts'
import { sandboxGrantsSchema } from '../contract/sandbox.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'satchel-shims-')))
  for (const folder of ['home', 'data', '.someenv/shims', '.someenv/bin', '.someenv/versions/9/bin'])
    mkdirSync(join(root, folder), { recursive: true })
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

const program = (path: string, text: string): string => {
  const at = join(root, path)
  writeFileSync(at, text)
  chmodSync(at, 0o755)
  return at
}
const sandbox = (searchPath: string) =>
  createSandbox({
    places: { home: join(root, 'home'), dataDir: join(root, 'data') },
    runDir: root,
    searchPath,
  })
const shims = () => [join(root, '.someenv/shims'), '/usr/bin', '/bin'].join(delimiter)

it('a version manager’s shim is resolved to the program behind it, so that it runs in the sandbox', async () => {
  const shim = program(
    '.someenv/shims/tongue',
    `#!/bin/sh\nexec ${root}/.someenv/bin/someenv exec tongue "$@"\n`,
  )
  const real = program('.someenv/versions/9/bin/tongue', '#!/bin/sh\necho spoken "$1"\n')
  program('.someenv/bin/someenv', `#!/bin/sh\n[ "$1" = which ] && echo "$SOMEENV_ROOT/versions/9/bin/$2"\n`)
  const one = sandbox(shims())
  expect(await one.locate('tongue')).toBe(real)
  expect(await one.locate(shim)).toBe(real)
  const grants = sandboxGrantsSchema.parse({})
  const prepared = await one.prepare({ command: 'tongue', args: ['well'], env: {}, cwd: null, grants })
  expect(await runToEnd(prepared, { timeoutMs: 10_000 })).toMatchObject({
    problem: null,
    output: 'spoken well\n',
  })
})

it('a shim is kept if its manager is missing or names nothing that can be run', async () => {
  const shim = program('.someenv/shims/tongue', '#!/bin/sh\n')
  expect(await sandbox(shims()).locate('tongue')).toBe(shim)
  program('.someenv/bin/someenv', '#!/bin/sh\necho not installed\nexit 1\n')
  expect(await sandbox(shims()).locate('tongue')).toBe(shim)
  // What only points back at the shims would be asked for ever.
  program('.someenv/bin/someenv', `#!/bin/sh\necho ${shim}\n`)
  expect(await sandbox(shims()).locate('tongue')).toBe(shim)
})

it('a shim outside the user’s own PATH runs unresolved: the manager beside it isn’t this user’s', async () => {
  const shim = program('.someenv/shims/tongue', '#!/bin/sh\n')
  program('.someenv/bin/someenv', `#!/bin/sh\n: > ${root}/escaped\n`)
  expect(await sandbox('/usr/bin:/bin').locate(shim)).toBe(shim)
  expect(existsSync(join(root, 'escaped'))).toBe(false)
})

it('a program elsewhere is where the path says, links and all', async () => {
  const real = program('.someenv/versions/9/bin/tongue', '#!/bin/sh\n')
  mkdirSync(join(root, 'bin'))
  symlinkSync(real, join(root, 'bin/tongue'))
  expect(await sandbox(join(root, 'bin')).locate('tongue')).toBe(join(root, 'bin/tongue'))
  await expect(sandbox(join(root, 'bin')).locate('nothing-of-this-name')).rejects.toMatchObject({
    code: 'server_program_missing',
  })
})
