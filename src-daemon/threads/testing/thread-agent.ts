import { onTestFinished } from 'vitest'
import type { AgentsDeps } from '../../agents/called/agents.ts'
import { openTestEndpoint, NO_OFFER, THREADS } from '../../agents/testing/endpoint.ts'
import { createAccessTokens } from '../../agents/calling/access-tokens.ts'
import { signRequest } from '../../agents/requests/sign-request.ts'
import { createMemorySigner } from '../../identity/index.ts'
import type { Signer } from '../../identity/types.ts'
import { createToldSecrets } from '../../platform/told-secrets.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import type { ThreadAgent, ThreadsDeps, ThreadsService } from '../conversations/service.ts'
import { createThreads } from '../conversations/threads.ts'
import { createThreadFaces } from '../served/faces.ts'

const NO_WALLETS: ThreadsDeps['wallets'] = {
  prepare: () => Promise.reject(new Error('there are no accounts')),
  carryOut: () => Promise.reject(new Error('there are no accounts')),
}

const NO_PAYMENTS: ThreadsDeps['payments'] = {
  prepare: () => Promise.reject(new Error('nothing is paid')),
  carryOut: () => Promise.reject(new Error('nothing is paid')),
  resume: () => Promise.resolve(null),
  untold: () => [],
  told: () => undefined,
  receiptOf: () => null,
  onChange: () => () => undefined,
}

/** Our endpoint with conversations, on a free port of loopback, and agents that call it with their signatures. */
export const openThreadAgent = async (
  more: Partial<AgentsDeps> & {
    readonly reaches?: () => readonly string[]
    readonly loadForm?: (url: string) => Promise<string>
    readonly wallets?: ThreadsDeps['wallets']
    readonly payments?: ThreadsDeps['payments']
  } = {},
) => {
  const db: Database = more.db ?? openDatabase({ path: ':memory:', log: { info: () => undefined } })
  const now = () => new Date()
  const told = createToldSecrets()
  const own = createMemorySigner()
  const us = own.did
  /** The agents it knows, by their names. */
  const contacts = new Map<string, ThreadAgent>()
  const make = (): ThreadsService => {
    const made = createThreads({
      db,
      guard: { fetch: (...request) => endpoint.guard.fetch(...request) },
      tokens: createAccessTokens(),
      agentOf: (id) => contacts.get(id) ?? null,
      nameOf: (did) => [...contacts.values()].find((one) => one.did === did)?.id ?? null,
      signer: () => own,
      payer: () => own,
      told: told.of,
      wallets: more.wallets ?? NO_WALLETS,
      payments: more.payments ?? NO_PAYMENTS,
      loadForm: more.loadForm ?? (() => Promise.reject(new Error('no form is elsewhere'))),
      now,
      language: () => 'en',
      log: { warn: () => undefined },
      waits: [20, 100],
    })
    onTestFinished(() => {
      made.close()
    })
    return made
  }
  let threads = make()
  let isOffered = true
  const endpoint = await openTestEndpoint({
    offer: { get: () => NO_OFFER, published: () => null },
    faces: (reception) => ({
      faces: createThreadFaces(reception, {
        ...{ record: threads.record, read: threads.read, isOffered: () => isOffered },
        ...{ toolId: THREADS.id, us: () => us, now },
      }),
      resume: () => Promise.resolve(),
      close: () => undefined,
    }),
    ...more,
    db,
  })
  onTestFinished(() => endpoint.close())
  const origin = `http://localhost:${String(endpoint.port)}`

  /** An agent that signs what it sends. */
  const agent = (signer: Signer = createMemorySigner()) => {
    const send = async (
      method: string,
      path: string,
      {
        body,
        headers = {},
        signal,
      }: { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
    ) => {
      const url = `${origin}${path}`
      const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
      const target = { method, url, body: text === null ? null : Buffer.from(text) }
      const proof = await signRequest(target, { signer, form: 'http-signature', now: now() })
      return fetch(url, {
        method,
        headers: { ...(text === null ? {} : { 'content-type': 'application/json' }), ...proof, ...headers },
        ...(text === null ? {} : { body: text }),
        ...(signal === undefined ? {} : { signal }),
      })
    }
    const json = async (...given: Parameters<typeof send>) => {
      const response = await send(...given)
      return { status: response.status, body: (await response.json()) as Record<string, never> }
    }
    return {
      did: signer.did,
      send,
      json,
      allow: () => endpoint.agents.answer({ did: signer.did, status: 'allowed', tools: [THREADS.id] }),
      /** A conversation that begins with these words; its id. */
      begin: async (...messages: readonly unknown[]) => {
        const { body } = await json('POST', '/v1/threads', {
          body: { messages: messages.map((content) => ({ role: 'user', content })) },
        })
        return String(body['id'])
      },
    }
  }
  /** Lets another of these know this one, and hold conversations with it. */
  const befriend = async (other: { did: string; contacts: Map<string, ThreadAgent> }, name: string) => {
    other.contacts.set(name, { id: name, did: us, threads: `${origin}/v1/threads`, as: other.did })
    await endpoint.agents.answer({ did: other.did, status: 'allowed', tools: [THREADS.id] })
  }
  return {
    ...endpoint,
    agent,
    befriend,
    contacts,
    did: us,
    offer: (on: boolean) => (isOffered = on),
    origin,
    read: await threads.read(),
    get record() {
      return threads.record
    },
    /** As after an end of the program, for one who follows. */
    restart: () => {
      threads.close()
      threads = make()
      threads.start()
    },
    get threads() {
      return threads
    },
  }
}
