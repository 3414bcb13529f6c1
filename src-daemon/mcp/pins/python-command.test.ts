import { expect, it } from 'vitest'
import { imagePinOf } from './found.ts'
import { UnreadableCommand } from './npx-command.ts'
import { isExactRequirement, pythonCommandOf } from './python-command.ts'

const read = (...[command = '', ...args]: string[]) => pythonCommandOf({ command, args })

it.each([
  [['uvx', 'name'], ['name'], 'name', []],
  [['uvx', 'name@1.2.3', '--flag', '-p'], ['name==1.2.3'], 'name', ['--flag', '-p']],
  [['uvx', 'name@latest'], ['name'], 'name', []],
  [['/opt/uv/uvx', '-q', '--from', 'name[cli]>=1,<2', 'prog'], ['name[cli]>=1,<2'], 'prog', []],
  [
    ['uv', 'tool', 'run', '--with=one,two[a,b]==2', 'name', 'x'],
    ['name', 'one', 'two[a,b]==2'],
    'name',
    ['x'],
  ],
  [['pipx', 'run', '--spec', 'name==1.0', 'prog', 'x'], ['name==1.0'], 'prog', ['x']],
])('%j is read', (command, packages, program, args) => {
  expect(read(...command)).toMatchObject({ packages, program, args })
})

it('takes an index and a Python from the command', () => {
  expect(read('uvx', '--index-url', 'https://a.example/simple', '-p', '3.12', 'name')).toMatchObject({
    index: 'https://a.example/simple',
    python: '3.12',
  })
})

it.each([
  [['uvx'], 'uvx'],
  [['uvx', '--from', 'git+https://a.example/x', 'x'], 'git+https://a.example/x'],
  [['uvx', './folder'], './folder'],
  [['uvx', 'https://a.example/x.whl'], 'https://a.example/x.whl'],
  [['uvx', 'name @ https://a.example/x.whl'], 'name @ https://a.example/x.whl'],
  [['uvx', '--with', 'git+https://a.example/x', 'name'], 'git+https://a.example/x'],
  [['uvx', '--with-requirements', 'x.txt', 'name'], '--with-requirements'],
  [['uvx', '--with-editable', './x', 'name'], '--with-editable'],
  [['uvx', '--index', 'https://a.example/', 'name'], '--index'],
  [['uvx', '--from', '-r/etc/passwd', 'x'], '-r/etc/passwd'],
  [['uvx', "name; python_version>'3'"], "name; python_version>'3'"],
  [['uvx', '--python', './python', 'name'], './python'],
  [['uvx', '--python=--config-file=x', 'name'], '--config-file=x'],
  [['pipx', 'run', '--pip-args=-i x', 'name'], '--pip-args'],
])('of %j it cannot be told beforehand what it runs, because of %s', (command, what) => {
  expect(() => read(...command)).toThrow(new UnreadableCommand(what))
})

it.each([[['uv', 'run', 'server.py']], [['pipx', 'install', 'name']], [['python3', '-m', 'name']]])(
  '%j is no command for a package',
  (command) => {
    expect(read(...command)).toBeNull()
  },
)

it('knows an exact version', () => {
  for (const one of ['a==1.2.3', 'a[x]==1.0rc1']) expect(isExactRequirement(one)).toBe(true)
  for (const one of ['a', 'a>=1', 'a==1.*', 'a==1,<2', 'a~=1.0']) expect(isExactRequirement(one)).toBe(false)
})

it('an image is pinned only if it is named by its digest', () => {
  const digest = 'a'.repeat(64)
  const image = `ghcr.example/some/server:1.0@sha256:${digest}`
  const pin = (...args: string[]) => imagePinOf({ command: 'docker', args })
  expect(pin('run', '-i', '--rm', '-e', 'KEY', '--network=none', image, '--flag')).toMatchObject({
    kind: 'image',
    title: 'ghcr.example/some/server:1.0',
    parts: [{ hash: `sha256:${digest}` }],
  })
  expect(pin('run', '-i', '--rm', 'some/server:1.0')).toBeNull()
  expect(pin('run', '-e', image, 'some/server')).toBeNull()
  expect(pin('run', 'some/server', image)).toBeNull()
  expect(pin('compose', 'run', image)).toBeNull()
})
