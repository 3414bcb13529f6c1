import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { SessionNotice } from './client.ts'
import { createServerLog } from '../transports/server-log.ts'
import { createTestSessions } from '../testing/sessions.ts'

const sessions = createTestSessions()
afterEach(() => sessions.end())
afterAll(() => {
  sessions.remove()
})
const open = (mode: string, options: Parameters<typeof sessions.open>[1] = {}) =>
  sessions.open([sessions.fixture('offering-server.mjs'), mode], options)

describe('what a server offers beside tools', () => {
  it('is listed over all pages, also without templates', async () => {
    const { offers } = await open('plain')
    expect(await offers.resources()).toEqual({
      resources: [1, 2].map((n) => ({
        uri: `note:///${String(n)}`,
        name: `note ${String(n)}`,
        title: null,
        description: '',
        mediaType: 'text/plain',
        size: n,
      })),
      templates: [],
      more: false,
    })
    expect(await offers.prompts()).toMatchObject({
      prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }],
      more: false,
    })
  })

  it.each([
    { mode: 'endless', listed: 32 },
    { mode: 'circle', listed: 2 },
    { mode: 'many', listed: 2000 },
  ])('is stopped where the list never ends ($mode)', async ({ mode, listed }) => {
    const { resources, more } = await (await open(mode)).offers.resources()
    expect([resources.length, more]).toEqual([listed, true])
  })

  it('leaves out what cannot be requested, and clips texts', async () => {
    const { resources } = await (await open('odd')).offers.resources()
    expect(resources.map(({ uri, name }) => [uri, name.length])).toEqual([
      ['note:///1', 6],
      ['y:1', 501],
    ])
  })

  it('is read within bounds: text whole or not at all, bytes as far as they fit', async () => {
    const { offers } = await open('plain')
    expect(await offers.read('note:///{+n}', { n: '7' })).toEqual({
      contents: [{ kind: 'text', uri: 'note:///7', mediaType: 'text/plain', text: 'what is in note:///7' }],
      omitted: 0,
    })
    expect(await offers.read('note:///bytes', undefined)).toMatchObject({
      contents: [{ kind: 'bytes', base64: 'aGVsbG8=' }],
      omitted: 1,
    })
    await expect(offers.read('note:///huge', undefined)).rejects.toMatchObject({
      code: 'server_result_too_large',
    })
  })

  it('gives prompts with every kind of content, and completes their arguments', async () => {
    const { offers } = await open('plain')
    const { messages, omitted } = await offers.prompt('greet', { who: 'Ana' })
    expect(messages).toMatchObject([
      { role: 'user', content: { kind: 'words', text: 'Greet Ana' } },
      { content: { kind: 'image', mediaType: 'image/png' } },
      { content: { kind: 'link', uri: 'note:///1', name: 'a note' } },
      { content: { kind: 'text', text: 'inside' } },
    ])
    expect(omitted).toBe(1)
    const completed = await offers.complete({
      target: { kind: 'prompt', name: 'greet' },
      argument: 'who',
      value: 'A',
    })
    expect([completed.values.length, completed.values[0], completed.more]).toEqual([100, 'A0', true])
  })

  it('reports changed lists, and a changed resource only to its watchers', async () => {
    const told: SessionNotice[] = []
    const log = createServerLog(() => new Date())
    const { offers } = await open('plain', { log, onNotice: (notice) => told.push(notice) })
    let changes = 0
    const leave = await offers.watch('note:///1', () => (changes += 1))
    const again = await offers.watch('note:///1', () => (changes += 10))
    await expect
      .poll(() => told.filter(({ kind }) => kind !== 'resource').length, { timeout: 20_000 })
      .toBe(3)
    expect(changes === 1 || changes === 11).toBe(true) // the second one came before the news or after it
    expect(new Set(told.map(({ kind }) => kind))).toEqual(
      new Set(['tools', 'resources', 'prompts', 'resource']),
    )
    await leave()
    await again()
    await expect.poll(() => log.tail(), { timeout: 20_000 }).toContain('watched: 0')
  })

  it('is empty where the server knows nothing of it', async () => {
    const { offers } = await sessions.open([sessions.fixture('hostile-server.mjs'), 'plain'])
    expect(await offers.resources()).toEqual({ resources: [], templates: [], more: false })
    expect(await offers.prompts()).toEqual({ prompts: [], more: false })
    expect(
      await offers.complete({ target: { kind: 'prompt', name: 'x' }, argument: 'a', value: '' }),
    ).toEqual({ values: [], more: false })
    await expect(offers.read('x:1', undefined)).rejects.toMatchObject({ code: 'server_refused' })
  })
})
