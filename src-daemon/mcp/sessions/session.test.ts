import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resultOf } from './results.ts'
import { never, fixtures, failureOf, act, useSessions } from './testing/sessions.ts'

const { modules, open, root, openHostile } = useSessions()

describe.skipIf(process.platform !== 'linux')('real servers in the sandbox', () => {
  const entry = (name: string) => join(modules, '@modelcontextprotocol', name, 'dist', 'index.js')

  it('server-everything: lists its tools and answers, structured and with a picture', async () => {
    const session = await open([entry('server-everything'), 'stdio'])
    expect(session).toMatchObject({ confinement: 'bubblewrap' })
    const tools = await session.tools()
    expect(tools.map(({ name }) => name)).toContain('echo')
    const echo = await session.call('echo', { message: 'hello' }, { signal: never })
    expect(resultOf(echo, { server: 'x', tool: 'echo' })).toEqual({ text: 'Echo: hello' })
    const image = await session.call('get-tiny-image', {}, { signal: never })
    const output = resultOf(image, { server: 'x', tool: 'image' })
    expect(output).toMatchObject({ images: [{ media_type: 'image/png' }] })
  })

  it('server-filesystem: reads and writes the one folder it was granted', async () => {
    const folder = join(root, 'granted')
    mkdirSync(folder)
    const session = await open([entry('server-filesystem'), folder], { write: [folder] })
    await session.call(
      'write_file',
      { path: join(folder, 'a.txt'), content: 'from inside' },
      { signal: never },
    )
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('from inside')
    const outside = await session.call('read_text_file', { path: '/etc/hostname' }, { signal: never })
    expect(outside.isError).toBe(true)
  })

  it('server-memory: remembers in the folder it was granted, from one session to the next', async () => {
    const folder = join(root, 'memory')
    mkdirSync(folder)
    const options = { write: [folder], env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } }
    const first = await open([entry('server-memory')], options)
    const entity = { name: 'Ana', entityType: 'person', observations: ['has the spare key'] }
    await first.call('create_entities', { entities: [entity] }, { signal: never })
    await first.close()
    const second = await open([entry('server-memory')], options)
    const found = await second.call('search_nodes', { query: 'spare key' }, { signal: never })
    expect(resultOf(found, { server: 'x', tool: 'y' })).toMatchObject({ entities: [{ name: 'Ana' }] })
  })
})

describe('a server of the newest protocol', () => {
  const scraper = join(fixtures, 'scraper-server.mjs')

  it('is spoken to in it', async () => {
    const session = await open([scraper])
    expect(session.server).toEqual({ name: 'scraper', version: '1.2.3', protocol: '2026-07-28' })
    const result = await session.call('extract_text_content', { url: 'https://a.example' }, { signal: never })
    expect(resultOf(result, { server: 'x', tool: 'y' })).toEqual({ text: 'The text of https://a.example' })
  })

  it('that asks for input instead of answering learns that the user is not asked', async () => {
    const session = await open([scraper])
    expect(await failureOf(session.call('asks', {}, { signal: never }))).toMatchObject({
      code: 'server_wants_input',
    })
  })

  it('is told when a call is cancelled, and goes on', async () => {
    const session = await open([scraper])
    const stopping = new AbortController()
    stopping.abort(new Error('stopped'))
    const call = session.call('extract_text_content', { url: 'x' }, { signal: stopping.signal })
    expect(await failureOf(call)).toMatchObject({ message: 'stopped' })
    expect(await session.tools()).toHaveLength(2)
  })
})

describe('what a result becomes', () => {
  it('keeps pictures and resources as bounded parts, and says what does not fit', async () => {
    const session = await openHostile('media')
    expect(resultOf(await act(session), { server: 'x', tool: 'act' })).toEqual({
      text: 'A picture:',
      images: [{ media_type: 'image/png', data: 'aGVsbG8=' }],
      resources: [
        { uri: 'https://example.org/a', name: 'a' },
        { uri: 'file:///b', text: 'inside' },
      ],
      left_out: [expect.stringContaining('left out') as string],
    })
  })

  it('is the structured content if there is any', async () => {
    const session = await openHostile('structured')
    expect(resultOf(await act(session), { server: 'x', tool: 'act' })).toEqual({ done: true, n: 1 })
  })
})
