import { describe, expect, it } from 'vitest'
import { isExact, npxCommandOf, UnreadableCommand } from './npx-command.ts'

const read = (...[command = '', ...args]: string[]) => npxCommandOf({ command, args })

describe('what npx is asked to run', () => {
  it.each([
    [['npx', '-y', 'name'], ['name'], null, []],
    [['npx', 'name@1.2.3', '-y', '--flag'], ['name@1.2.3'], null, ['-y', '--flag']],
    [['npx', '--yes', '--', '@scope/name@latest', 'a'], ['@scope/name@latest'], null, ['a']],
    [['npx', '-p', 'one', '--package=two@^2', 'prog', '-p'], ['one', 'two@^2'], 'prog', ['-p']],
    [['/opt/node/bin/npx', 'name'], ['name'], null, []],
    [['C:\\npx.cmd', '-y', 'name'].map((word) => word.replace('C:\\', '')), ['name'], null, []],
    [['npm', 'exec', '-y', 'name', '--', '--flag'], ['name'], null, ['--flag']],
    [['bunx', '--bun', 'name@^1', '--flag'], ['name@^1'], null, ['--flag']],
    [['bun', 'x', '-p', 'one', 'prog'], ['one'], 'prog', []],
  ])('%j', (command, packages, program, args) => {
    expect(read(...command)).toMatchObject({ packages, program, args })
  })

  it('takes npm and node from where npx was named', () => {
    expect(read('/opt/node/bin/npx', 'name')).toMatchObject({
      npm: '/opt/node/bin/npm',
      node: '/opt/node/bin/node',
    })
    expect(read('npx', '--registry=https://a.example/', 'name')).toMatchObject({
      npm: 'npm',
      node: 'node',
      registry: 'https://a.example/',
    })
  })

  it('starts with Node what bunx names, and with bun where that is asked for', () => {
    expect(read('/opt/bun/bin/bunx', 'name')).toMatchObject({ npm: 'npm', node: 'node', isBun: true })
    expect(read('/opt/bun/bin/bunx', '--bun', 'name')).toMatchObject({ node: '/opt/bun/bin/bun' })
  })

  it.each([
    [['npx']],
    [['npx', '--bun', 'name']],
    [['npx', '-y']],
    [['npx', '-c', 'rm -rf ~']],
    [['npx', '--node-options=--inspect', 'name']],
    [['npx', 'github:a/b']],
    [['npx', 'a/b']],
    [['npx', './folder']],
    [['npx', '/folder']],
    [['npx', 'https://a.example/x.tgz']],
    [['npx', 'name@npm:other']],
    [['npx', 'name@file:x']],
    [['npx', '-p', '--ignore-scripts=false', 'name']],
    [['npx', '-p']],
  ])('%j cannot be told beforehand', (command) => {
    expect(() => read(...command)).toThrow(UnreadableCommand)
  })

  it('leaves other commands alone', () => {
    for (const command of [
      ['node', 'npx'],
      ['npm', 'start'],
      ['uvx', 'name'],
      ['bun', 'run', 'x'],
    ])
      expect(read(...command)).toBeNull()
  })

  it('knows an exact version', () => {
    for (const spec of ['a@1.2.3', '@s/a@1.2.3-rc.1']) expect(isExact(spec)).toBe(true)
    for (const spec of ['a', '@s/a', 'a@latest', 'a@^1.2.3', 'a@1.2', '@1.2.3'])
      expect(isExact(spec)).toBe(false)
  })
})
