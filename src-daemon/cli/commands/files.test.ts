import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readJsonArgument, readNamedFile } from './files.ts'

describe('files and JSON named on the command line', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'satchel-'))
  })
  afterEach(() => {
    rmSync(dir, { recursive: true })
  })
  const file = (text: string) => {
    const path = join(dir, 'input.json')
    writeFileSync(path, text)
    return path
  }

  it('are read from the argument itself or from @file', () => {
    expect(readJsonArgument('{"title":"milk"}')).toEqual({ title: 'milk' })
    expect(readJsonArgument(`@${file('{"title":"@milk"}')}`)).toEqual({ title: '@milk' })
    expect(readJsonArgument(`@${file('\uFEFF{"title":"milk"}')}`)).toEqual({ title: 'milk' })
    expect(readNamedFile(file('bytes'))).toEqual({ fileName: 'input.json', bytes: Buffer.from('bytes') })
  })

  it('are refused, with the reason, if they are not JSON', () => {
    for (const bad of ['{title: 1}', '', '@', `@${file('{"title":')}`])
      expect(() => readJsonArgument(bad), bad).toThrow(
        expect.objectContaining({ code: bad === '@' ? 'file_unreadable' : 'invalid_request' }),
      )
  })

  it('are named if they cannot be read', () => {
    for (const path of [join(dir, 'absent'), dir])
      expect(() => readNamedFile(path)).toThrow(
        expect.objectContaining({
          code: 'file_unreadable',
          params: expect.objectContaining({ path }) as unknown,
        }),
      )
  })
})
