import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createNetworkGuard } from '../network/index.ts'
import { findLocalServers } from './local-servers.ts'

it('finds a server with its models at its usual port, unless nothing is to be looked for', async () => {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    response.setHeader('content-type', 'application/json')
    if (request.url !== '/v1/models') response.statusCode = 404
    response.end(JSON.stringify({ data: [{ id: 'one' }, { id: 'embed', type: 'embeddings' }] }))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const guard = createNetworkGuard()
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    server.close()
    await guard.close()
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const presets = [
    {
      ...{ id: 'x', name: 'X', baseUrl: `http://127.0.0.1:${String(port)}/v1` },
      ...{ protocol: 'openai' as const, keyUrl: null, local: true, needsKey: false },
    },
  ]
  const settings = { get: () => ({ modelEndpoints: [] }) }
  vi.stubEnv('SATCHEL_MODEL_SERVERS', '')
  expect(await findLocalServers({ guard, settings, presets })).toEqual([
    { preset: 'x', name: 'X', models: 1 },
  ])
  const before = asked
  vi.stubEnv('SATCHEL_MODEL_SERVERS', 'off')
  expect(await findLocalServers({ guard, settings, presets })).toEqual([])
  expect(asked).toBe(before)
})
