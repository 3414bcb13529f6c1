import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rootsOf } from './roots.ts'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'satchel-roots-'))
  for (const file of ['server/dist/index.js', 'server/weather.py', 'server/data.json', 'notes/a.md']) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), '')
  }
})
afterAll(() => {
  rmSync(home, { recursive: true })
})

const roots = (args: readonly string[], grants: { read?: readonly string[]; write?: readonly string[] }) => {
  const placed = (text: string) => text.replaceAll('~', home)
  const folders = [
    ...(grants.write ?? []).map((path) => ({ path: placed(path), writable: true })),
    ...(grants.read ?? []).map((path) => ({ path: placed(path), writable: false })),
  ]
  return rootsOf({ program: ['node', ...args.map(placed)], folders }).map((path) => path.replace(home, '~'))
}

describe('the folders a server is told of', () => {
  it.each([
    ['its code alone', ['~/server/dist/index.js'], ['~/server'], []],
    [
      'the notes beside its code',
      ['~/server/dist/index.js', '~/notes'],
      ['~/server/dist', '~/notes'],
      ['~/notes'],
    ],
    ['its own folder as an argument', ['~/server/dist/index.js', '~/server'], ['~/server'], ['~/server']],
    ['a value of an option', ['~/server/dist/index.js', '--root=~/server'], ['~/server'], ['~/server']],
    [
      'a file of its own folder',
      ['~/server/dist/index.js', '--data=~/server/data.json'],
      ['~/server'],
      ['~/server'],
    ],
    ['a folder to run in', ['--directory', '~/server', 'run', 'weather.py'], ['~/server'], []],
    [
      'a folder to run in, and notes',
      ['--directory=~/server', 'run', 'weather.py', '~/notes'],
      ['~/server', '~/notes'],
      ['~/notes'],
    ],
    ['a package', ['-y', 'some-server', '~/notes'], ['~/notes'], ['~/notes']],
    ['a script that is not there', ['~/gone.js'], ['~/server'], ['~/server']],
  ])('%s', (_what, args, read, expected) => {
    expect(roots(args, { read })).toEqual(expected)
  })

  it('is a folder that it may write, whatever its contents', () => {
    expect(roots(['~/server/dist/index.js'], { write: ['~/server'] })).toEqual(['~/server'])
  })
})
