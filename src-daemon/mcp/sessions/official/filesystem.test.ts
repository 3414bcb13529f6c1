import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultOf } from '../results.ts'
import type { Session } from '../session.ts'
import { createTestSessions } from '../../testing/sessions.ts'

const sessions = createTestSessions()
const folder = join(sessions.folder, 'granted')
const read = join(sessions.folder, 'to-read')
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
let session: Session

beforeAll(async () => {
  for (const one of [folder, read]) mkdirSync(one)
  writeFileSync(join(read, 'known.txt'), 'what is known\n')
  writeFileSync(join(folder, 'pixel.png'), Buffer.from(PIXEL, 'base64'))
  // Its arguments name one folder; it learns of the other allowed ones through the roots.
  session = await sessions.open([sessions.official('server-filesystem'), folder], {
    write: [folder],
    read: [read],
  })
})
afterAll(async () => {
  await sessions.end()
  sessions.remove()
})

const call = async (tool: string, args: Record<string, unknown> = {}) =>
  resultOf(await session.call(tool, args, { signal: new AbortController().signal }), { server: 'x', tool })
const at = (name: string) => join(folder, name)

describe.skipIf(process.platform !== 'linux')('server-filesystem, all it has', () => {
  it('has these tools', async () => {
    expect((await session.tools()).map(({ name }) => name).sort()).toEqual([
      'create_directory',
      'directory_tree',
      'edit_file',
      'get_file_info',
      'list_allowed_directories',
      'list_directory',
      'list_directory_with_sizes',
      'move_file',
      'read_file',
      'read_media_file',
      'read_multiple_files',
      'read_text_file',
      'search_files',
      'write_file',
    ])
  })

  it('knows the folders it was granted as roots', async () => {
    await expect
      .poll(async () => JSON.stringify(await call('list_allowed_directories')), { timeout: 20_000 })
      .toContain(read)
  })

  it('writes, edits, moves and reads in a folder it may change', async () => {
    await call('create_directory', { path: at('deep/er') })
    await call('write_file', { path: at('deep/a.txt'), content: 'one\ntwo\n' })
    const edits = [{ oldText: 'two', newText: 'three' }]
    expect(await call('edit_file', { path: at('deep/a.txt'), edits, dryRun: true })).toMatchObject({
      content: expect.stringContaining('+three') as unknown,
    })
    expect(readFileSync(at('deep/a.txt'), 'utf8')).toBe('one\ntwo\n')
    await call('edit_file', { path: at('deep/a.txt'), edits })
    await call('move_file', { source: at('deep/a.txt'), destination: at('deep/er/b.txt') })
    expect(await call('read_text_file', { path: at('deep/er/b.txt') })).toEqual({ content: 'one\nthree\n' })
    expect(await call('read_text_file', { path: at('deep/er/b.txt'), head: 1 })).toEqual({ content: 'one' })
    expect(await call('read_file', { path: at('deep/er/b.txt') })).toEqual({ content: 'one\nthree\n' })
    expect(
      await call('read_multiple_files', { paths: [at('deep/er/b.txt'), join(read, 'known.txt')] }),
    ).toMatchObject({ content: expect.stringContaining('what is known') as unknown })
  })

  it('shows a picture, lists, finds and describes', async () => {
    const { content } = await call('read_media_file', { path: at('pixel.png') })
    expect(content).toMatchObject([{ type: 'image', mimeType: 'image/png' }])
    for (const [tool, found] of [
      ['list_directory', 'pixel.png'],
      ['list_directory_with_sizes', 'pixel.png'],
      ['directory_tree', 'pixel.png'],
    ] as const)
      expect(JSON.stringify(await call(tool, { path: folder }))).toContain(found)
    expect(await call('search_files', { path: folder, pattern: '**/*.png' })).toMatchObject({
      content: expect.stringContaining('pixel.png') as unknown,
    })
    expect(await call('get_file_info', { path: at('pixel.png') })).toMatchObject({
      content: expect.stringContaining('isFile: true') as unknown,
    })
  })

  it('changes nothing it may only read, and reads nothing else', async () => {
    await expect(call('write_file', { path: join(read, 'new.txt'), content: 'x' })).rejects.toMatchObject({
      code: 'server_tool_failed',
    })
    await expect(call('read_text_file', { path: '/etc/hostname' })).rejects.toMatchObject({
      code: 'server_tool_failed',
    })
  })
})
