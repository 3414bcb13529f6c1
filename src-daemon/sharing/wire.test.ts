import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openFloor, type Floor } from '../capabilities/approvals/testing.ts'
import { createSharing } from './index.ts'
import { noOffers } from './testing.ts'
import type { ProgramWire } from './types.ts'

const soon = { timeout: 20_000, interval: 10 }
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'ed\u202eitor\u0000', version: '1' },
  },
}

let home: ReturnType<typeof openFloor>
let floor: Floor
let sharing: ReturnType<typeof createSharing>
beforeEach(() => {
  home = openFloor()
  floor = home.open()
  sharing = createSharing({
    db: floor.db,
    settings: {
      get: () => ({ shareEndpoint: { enabled: false, port: 0 } }) as never,
      set: () => ({}) as never,
    },
    capabilities: floor.service,
    ...noOffers,
    listen: () => Promise.reject(new Error('not used')),
    launch: { command: 'node', args: ['cli.js', 'mcp'], env: { SATCHEL_HOME: '/a b' } },
    now: () => home.clock.now,
    language: () => 'en',
    log: { info: () => undefined, warn: () => undefined },
  })
})
afterEach(async () => {
  floor.service.close()
  await sharing.close()
  floor.db.close()
  home.remove()
})

/** A program that can write anything. */
const plug = (as: string | null = null) => {
  const sent: string[] = []
  const ended = Promise.withResolvers<undefined>()
  const early: string[] = []
  let listener = (message: string): void => void early.push(message)
  const close = () => {
    ended.resolve(undefined)
  }
  const wire: ProgramWire = {
    send: (message) => {
      sent.push(message)
      return Promise.resolve()
    },
    receive: (next) => {
      listener = next
      for (const message of early) next(message)
    },
    close,
    closed: ended.promise.then(() => undefined),
  }
  const served = sharing.serve(wire, { as })
  const answerTo = (id: number) =>
    vi.waitFor(() => {
      const answer = sent
        .map((text) => z.looseObject({ id: z.unknown() }).parse(JSON.parse(text)))
        .find((one) => one.id === id)
      if (answer === undefined) throw new Error(`no answer to ${String(id)}`)
      return answer
    }, soon)
  return { sent, served, answerTo, close, write: (text: string) => listener(text) }
}

describe('a program on a pipe', () => {
  it('is answered after any nonsense, and listed by the visible part of its name', async () => {
    const { write, answerTo, sent, close, served } = plug()
    write('{ not json')
    for (const nonsense of ['[]', '3', 'null', '{"jsonrpc":"1.0"}', '{"jsonrpc":"2.0","id":9,"result":{}}'])
      write(nonsense)
    write(JSON.stringify(INITIALIZE))
    expect(await answerTo(1)).toMatchObject({ result: { serverInfo: { name: 'satchel' } } })
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({ id: null, error: { code: -32700 } })
    write('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    write('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"web__note","arguments":{}}}')
    expect(await answerTo(2)).toMatchObject({ error: { code: -32602 } })
    write('{"jsonrpc":"2.0","id":3,"method":"resources/list"}')
    expect(await answerTo(3)).toMatchObject({ result: { resources: [] } })
    write('{"jsonrpc":"2.0","id":4,"method":"completion/complete"}')
    expect(await answerTo(4)).toMatchObject({ error: { code: -32601 } })
    expect(sharing.clients()).toMatchObject([{ name: 'ed itor', status: 'asked', connections: 1 }])
    expect(floor.runs).toEqual([])
    close()
    await served
    expect(sharing.clients()).toMatchObject([{ connections: 0 }])
  })

  it('that is refused calls nothing', async () => {
    sharing.allow({ name: 'writer', exposed: ['acp:web/*'] })
    sharing.refuse('writer')
    const { write, answerTo, close } = plug('writer')
    write(JSON.stringify(INITIALIZE))
    await answerTo(1)
    write('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"web__note","arguments":{}}}')
    expect(await answerTo(2)).toMatchObject({ error: { code: -32602 } })
    expect(floor.runs).toEqual([])
    close()
  })

  it.each([
    ['a member __proto__', '{"body":{"__proto__":{"hidden":"evil"}}}', '/body/__proto__'],
    ['half a character', '{"body":"\\ud800"}', '/body'],
  ])('can hide nothing in what it wants to send: %s', async (_what, args, pointer) => {
    sharing.allow({ name: 'writer', exposed: ['acp:web/*'] })
    const { write, answerTo, close } = plug('writer')
    write(JSON.stringify(INITIALIZE))
    await answerTo(1)
    write('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    write(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"web__send","arguments":${args}}}`)
    const answer = JSON.stringify(await answerTo(2))
    expect(answer).toContain('INVALID_INPUT')
    expect(answer).toContain(pointer)
    expect(floor.service.approvals.pending()).toEqual([])
    expect(floor.runs).toEqual([])
    close()
  })

  it.each([
    ['a member __proto__ of the arguments', '{"body":"shown","__proto__":{"hidden":"evil"}}', '/__proto__'],
    ['a name that is there twice', '{"body":"shown","body":"sent"}', '"body'],
    ['one within', '{"body":[{"a":1,"\\u0061":2}]}', '"a'],
  ])('is refused what parsing would lose: %s', async (_what, args, named) => {
    sharing.allow({ name: 'writer', exposed: ['acp:web/*'] })
    const { write, answerTo, close } = plug('writer')
    write(JSON.stringify(INITIALIZE))
    await answerTo(1)
    write('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    write(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"web__send","arguments":${args}}}`)
    const answer = await answerTo(2)
    expect(answer).toMatchObject({
      error: { code: -32602, message: expect.stringContaining(named) as unknown },
    })
    expect(floor.service.approvals.pending()).toEqual([])
    expect(floor.runs).toEqual([])
    close()
  })

  it('is set up with words a shell reads as they are meant', () => {
    sharing.allow({ name: 'Claude Desktop (work)', exposed: [] })
    const texts = sharing.snippets('Claude Desktop (work)').map(({ text }) => text)
    expect(texts[1]).toBe(
      "claude mcp add --env SATCHEL_HOME='/a b' satchel -- node cli.js mcp --as 'Claude Desktop (work)'",
    )
    expect(JSON.parse(texts[0] ?? '')).toEqual({
      mcpServers: {
        satchel: {
          command: 'node',
          args: ['cli.js', 'mcp', '--as', 'Claude Desktop (work)'],
          env: { SATCHEL_HOME: '/a b' },
        },
      },
    })
  })
})
