import * as library from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { createServerLog } from './server-log.ts'
import { openTransport } from './transport.ts'

const NESTED = `{"jsonrpc":"2.0","id":1,"result":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`

it('makes an error of an answer that is nested beyond reason', async () => {
  const log = createServerLog(() => new Date())
  log.hide('a secret it was given')
  const { transport } = await openTransport(library, {
    server: 'test',
    log,
    how: 'new',
    probeMs: 60_000,
    target: {
      kind: 'address',
      url: new URL('https://server.example/mcp'),
      headers: {},
      policy: { kind: 'package_host', hosts: ['server.example'] },
      guard: {
        fetchFor: () => () =>
          Promise.resolve(new Response(NESTED, { headers: { 'content-type': 'application/json' } })),
      },
    },
  })
  const said: unknown[] = []
  transport.onmessage = (message) => void said.push(message)
  await transport.start()
  await transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' })
  expect(said).toMatchObject([{ id: 1, error: { message: 'answer_not_json' } }])
})
