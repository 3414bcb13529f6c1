import * as library from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { createServerLog } from './server-log.ts'
import { openTransport } from './transport.ts'

const NESTED = `{"jsonrpc":"2.0","id":1,"result":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`

it('ends the connection to an address whose answer is nested beyond reason, and passes nothing on', async () => {
  const log = createServerLog(() => new Date())
  log.hide('a secret it was given')
  const { transport } = await openTransport(library, {
    server: 'test',
    log,
    how: 'new',
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
  const said: string[] = []
  transport.onmessage = () => void said.push('message')
  transport.onerror = ({ message }) => void said.push(message)
  transport.onclose = () => void said.push('closed')
  await transport.start()
  await transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' })
  await expect.poll(() => said).toEqual(['message_too_deep', 'closed'])
})
