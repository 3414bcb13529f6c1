/** What servers do over HTTP: each file of `testing/edges/http` is one server, and what is made of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createNetworkGuard } from '../../network/guard.ts'
import { appRoot } from '../../platform/app.ts'
import { edgeAddressSchema, openEdgeAddress, type EdgeAddress } from '../testing/edge-address.ts'
import { endpointPolicy } from '../transports/endpoint.ts'
import { createServerLog } from '../transports/server-log.ts'
import { resultOf } from './results.ts'
import { openSession } from './session.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'
import { SESSION_TIMES } from './times.ts'

const edges = join(appRoot, 'src-daemon/mcp/testing/edges/http')
const anything = z.record(z.string(), z.unknown())
const edgeSchema = edgeAddressSchema.extend({
  about: z.string(),
  /** How often the tool is called, one call after the other. */
  calls: z.int().default(1),
  expect: z.strictObject({
    /** Why it cannot be connected. */
    fails: anything.optional(),
    protocol: z.string().default('2025-06-18'),
    call: anything.optional(),
    /** Why the first call fails. */
    callFails: anything.optional(),
    /** How often the tool ran. */
    ran: z.int().optional(),
    log: z.array(z.string()).default([]),
  }),
})

const guard = createNetworkGuard()
let address: EdgeAddress | null = null
let supervisor: Supervisor | null = null
afterEach(async () => {
  await supervisor?.stop()
  await address?.close()
})

describe('a server at an address that', () => {
  it.each(readdirSync(edges))('%s', { timeout: 30_000 }, async (file) => {
    const edge = edgeSchema.parse(JSON.parse(readFileSync(join(edges, file), 'utf8')))
    address = await openEdgeAddress({ rules: edge.rules, endpoint: edge.endpoint })
    const { url, answered } = address
    const policy = await endpointPolicy(url.href, { own: true })
    const log = createServerLog(() => new Date())
    supervisor = createSupervisor({
      server: 'edge',
      keepsOpen: false,
      now: () => new Date(),
      changed: () => undefined,
      open: (signal) =>
        openSession({
          server: 'edge',
          log,
          times: { ...SESSION_TIMES, probeMs: 1000 },
          signal,
          target: { kind: 'address', url, headers: {}, policy, guard },
        }),
    })
    const call = () =>
      supervisor?.use(undefined, async (session) => {
        expect(session.server.protocol).toBe(edge.expect.protocol)
        expect((await session.tools()).map(({ name }) => name)).toEqual(['echo'])
        const { signal } = new AbortController()
        return resultOf(await session.call('echo', {}, { signal }), { server: 'edge', tool: 'echo' })
      })
    const failure = edge.expect.fails ?? edge.expect.callFails
    if (failure !== undefined) await expect(call()).rejects.toMatchObject(failure)
    if (edge.expect.fails !== undefined) return
    for (let nth = failure === undefined ? 0 : 1; nth < edge.calls; nth += 1)
      expect(await call()).toMatchObject(edge.expect.call ?? { text: 'said' })
    if (edge.expect.ran !== undefined) expect(answered('tools/call')).toBe(edge.expect.ran)
    for (const line of edge.expect.log) expect(log.tail()).toContain(line)
  })
})
