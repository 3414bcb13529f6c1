import { Client, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { onTestFinished, vi } from 'vitest'
import { createMemorySigner } from '../../../identity/index.ts'
import type { IdentityHome } from '../../../identity/keys/testing.ts'
import type { Signer } from '../../../identity/types.ts'
import { createNetworkGuard } from '../../../network/guard.ts'
import type { AgentsDeps } from '../../called/agents.ts'
import type { FaceSet } from '../../called/faces.ts'
import type { Reception } from '../../called/reception.ts'
import { signRequest } from '../../requests/sign-request.ts'
import { QUESTION, TOOL } from '../../testing/endpoint.ts'
import { openOwnAgent } from '../../testing/own-agent.ts'
import { createA2aProtocol } from '../protocol.ts'
import { createA2aFaces } from '../server/face.ts'
import type { Delivery } from '../server/push/deliveries.ts'
import { CARD_PATH, MESSAGES_PATH } from '../own-card/compose-card.ts'

/** Our endpoint with a published description of one operation and questions, and agents that may call it. */
export const startOwnAgent = async (
  home: IdentityHome,
  {
    seed,
    hosts = [],
    waits,
  }: {
    readonly seed?: Uint8Array
    /** `localhost:PORT` of others that it may reach. */
    readonly hosts?: readonly string[]
    /** Milliseconds between attempts to tell an agent of its task. */
    readonly waits?: readonly number[]
  } = {},
) => {
  const caller = createMemorySigner(seed)
  const invoke = vi.fn<AgentsDeps['invoke']>(({ toolId, params, onText }) => {
    if (toolId !== QUESTION.id) return Promise.resolve({ ok: true, output: { echo: params } })
    const answer = `You asked: ${String(params['question'])}`
    for (const length of [11, answer.length]) onText?.(answer.slice(0, length))
    return Promise.resolve({ ok: true, output: { answer } })
  })
  const db = home.database()
  const warn = vi.fn<(data: object, message: string) => void>()
  const delivered = vi.fn<(delivery: Delivery) => void>()
  const guard = createNetworkGuard({ env: {}, developmentHosts: () => hosts })
  onTestFinished(() => guard.close())
  const make = (reception: Reception): FaceSet =>
    createA2aFaces(reception, {
      db,
      now: () => new Date(),
      guard,
      delivered,
      waits,
      log: { warn },
      pushSigner: (host) => {
        const { did } = agent.offer.get()
        const purpose = `agent-push ${host}`
        return did === null ? null : agent.ownDids.signer(did, { purpose, requester: 'callback' })
      },
    })
  let faces: { readonly set: FaceSet; readonly reception: Reception } | null = null
  const agent = await openOwnAgent(home, {
    invoke,
    faces: (reception) => {
      faces = { set: make(reception), reception }
      return faces.set
    },
  })
  const { agents, dids, now, offer, origin, port } = agent
  const { host } = new URL(origin)
  onTestFinished(() => agent.close())
  offer.set({
    ...offer.get(),
    name: 'Ours',
    description: 'Converts.',
    operations: [{ tool: TOOL.id, humanAuthorization: false }],
    questions: { enabled: true },
  })
  await offer.publish()
  const url = `${origin}${MESSAGES_PATH}`

  const post = async (
    request: object,
    {
      headers = {},
      body = JSON.stringify(request),
    }: { headers?: Record<string, string>; body?: string } = {},
  ) => {
    const target = { method: 'POST', url, body: Buffer.from(JSON.stringify(request)) }
    const proof = await signRequest(target, { signer: caller, form: 'http-signature', now: now() })
    return fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...proof, ...headers },
      body,
    })
  }

  /** The SDK's own client, whose requests are signed. */
  const client = async (version: '0.3' | '1.0' = '1.0', as: Signer = caller) => {
    const fetchImpl: typeof fetch = async (input, init = {}) => {
      const body = typeof init.body === 'string' ? init.body : ''
      const target = { method: 'POST', url, body: Buffer.from(body) }
      const proof = await signRequest(target, { signer: as, form: 'http-signature', now: now() })
      return fetch(input, { ...init, headers: { ...(init.headers as Record<string, string>), ...proof } })
    }
    const shown: unknown = await (await fetch(`${origin}/${CARD_PATH}`)).json()
    const card = {
      ...(shown as ConstructorParameters<typeof Client>[1]),
      supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: version, tenant: '' }],
    }
    const factory = new JsonRpcTransportFactory({ fetchImpl, legacyCompat: { enabled: true } })
    return new Client(await factory.create(url, card), card)
  }

  return {
    ...agent,
    db,
    delivered,
    warn,
    /** As after an end of the program: what ran is gone, and the next one goes on. */
    restart: async () => {
      if (faces === null) return
      faces.set.close()
      faces = { ...faces, set: make(faces.reception) }
      await faces.set.resume()
    },
    allow: (who: Signer = caller) =>
      agents.answer({ did: who.did, status: 'allowed', tools: [TOOL.id, QUESTION.id] }),
    caller,
    client,
    host,
    invoke,
    post,
    protocol: createA2aProtocol({
      log: { warn: () => undefined },
      guard: agent.guard,
      dids,
      developmentHosts: () => [`localhost:${String(port)}`],
      now,
    }),
    url,
  }
}
