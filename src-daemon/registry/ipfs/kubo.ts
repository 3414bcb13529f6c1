import { z } from 'zod'
import type { NetworkGuard } from '../../network/index.ts'
import { cidOf } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import {
  asIpfsError,
  checkedBlock,
  MAX_BLOCK_BYTES,
  nameOf,
  notFound,
  tooLarge,
  unreachable,
} from './core/blocks.ts'
import type { IpfsStore } from './core/store.ts'

/** The owner's own Kubo, over its RPC API. */
export interface KuboStore extends IpfsStore {
  /** Its version. Errors: `ipfs_unreachable`, `ipfs_timeout`, `ipfs_node_failed`. */
  version(): Promise<string>
}

/** Kubo answers at once for blocks on its disk; a search in the network may take longer. */
const SECONDS = { own: 10, network: 30 }
const MAX_ANSWER = 16 * 1024 * 1024

/** Kubo's form of an error. */
const failureSchema = z.object({ Message: z.string() })
const keySchema = z.object({ Key: z.string() })
const idSchema = z.object({ Addresses: z.array(z.string()).nullable() })
const peersSchema = z.object({ Peers: z.array(z.object({ Addr: z.string(), Peer: z.string() })).nullish() })
const versionSchema = z.object({ Version: z.string() })
const pinsSchema = z.object({ Keys: z.record(z.string(), z.object({ Type: z.string() })).nullish() })

/**
 * A store over Kubo's RPC API (`/api/v0`) at `url`, an address the owner set: this origin only, plain HTTP
 * through the network guard. Rule: Kubo's RPC reference; every call is a POST, a failure is status 500 with
 * JSON.
 */
export const createKuboStore = (deps: { url: string; guard: Pick<NetworkGuard, 'fetch'> }): KuboStore => {
  const { guard } = deps
  const base = deps.url.replace(/\/+$/, '')
  const self = { kind: 'kubo', name: base } as const
  const ending = new AbortController()

  interface Call {
    readonly body?: { readonly type: string; readonly bytes: Uint8Array }
    readonly signal?: AbortSignal | undefined
    readonly seconds?: number
    readonly maxBytes?: number
  }

  /** The bytes of an answer; `missing` is thrown if Kubo does not have something. */
  const ask = async (
    path: string,
    params: Readonly<Record<string, string>>,
    { body, signal, seconds = SECONDS.own, maxBytes = MAX_ANSWER }: Call = {},
    missing?: () => SatchelError,
  ): Promise<Uint8Array> => {
    const url = new URL(`${base}/api/v0/${path}`)
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
    // Kubo gives up by itself, a moment before our timeout.
    url.searchParams.set('timeout', `${String(seconds)}s`)
    const signals = [ending.signal, signal].filter((one) => one !== undefined)
    try {
      const response = await guard.fetch(
        url,
        {
          method: 'POST',
          signal: AbortSignal.any(signals),
          ...(body && { headers: { 'content-type': body.type }, body: Buffer.from(body.bytes) }),
        },
        {
          kind: 'user_endpoint',
          origin: url.origin,
          timeoutMs: (seconds + 2) * 1000,
          // Its error messages are longer than a small block.
          maxBytes: Math.max(maxBytes, 64 * 1024),
        },
      )
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (response.status === 200) return bytes
      throw failure(response.status, bytes, { seconds, missing })
    } catch (thrown) {
      signal?.throwIfAborted()
      throw asIpfsError(thrown, self, maxBytes)
    }
  }

  const failure = (
    status: number,
    bytes: Uint8Array,
    { seconds, missing }: { seconds: number; missing: (() => SatchelError) | undefined },
  ): SatchelError => {
    const text = Buffer.from(bytes).toString('utf8')
    const said = failureSchema.safeParse(jsonOf(text))
    // Any other failure means that this is not a Kubo, or that it does not let us in.
    if (!said.success) return unreachable(self, `status ${String(status)}: ${text.slice(0, 200)}`)
    const problem = said.data.Message
    if (/context deadline exceeded/i.test(problem))
      return new SatchelError('ipfs_timeout', { params: { source: base, seconds }, details: { problem } })
    if (missing !== undefined && /not found|could not find|not pinned/i.test(problem)) return missing()
    const params = { source: nameOf(self), problem: problem.slice(0, 300) }
    return new SatchelError('ipfs_node_failed', { params, details: params })
  }

  const answer = async <T>(
    schema: z.ZodType<T>,
    ...[path, params, call, missing]: Parameters<typeof ask>
  ): Promise<T> => {
    const text = Buffer.from(await ask(path, params, call, missing)).toString('utf8')
    const parsed = schema.safeParse(jsonOf(text))
    if (parsed.success) return parsed.data
    throw unreachable(self, `it did not answer ${path} as Kubo does`)
  }

  return {
    ...self,
    version: async () => (await answer(versionSchema, 'version', {})).Version,
    get: async (cid, { signal, maxBytes }) => {
      const call = { signal, maxBytes, seconds: SECONDS.network }
      const bytes = await ask('block/get', { arg: cid.toString() }, call, () => notFound(cid, self))
      return checkedBlock(cid, bytes, { source: self, maxBytes })
    },
    has: async (cid) => {
      const params = { arg: cid.toString(), offline: 'true' }
      return ask('block/stat', params, {}, () => notFound(cid, self)).then(
        () => true,
        (thrown: unknown) => {
          if (thrown instanceof SatchelError && thrown.code === 'ipfs_not_found') return false
          throw thrown
        },
      )
    },
    add: async (bytes) => {
      if (bytes.length > MAX_BLOCK_BYTES) throw tooLarge(MAX_BLOCK_BYTES)
      const cid = cidOf(bytes)
      const params = { 'cid-codec': 'raw', mhtype: 'sha2-256', pin: 'true' }
      const { Key } = await answer(keySchema, 'block/put', params, { body: multipart(bytes) })
      if (Key !== cid) throw unreachable(self, `it named the bytes ${Key.slice(0, 100)} instead of ${cid}`)
      return cid
    },
    pin: async (cid, { signal }) => {
      const call = { signal, seconds: SECONDS.network }
      await ask('pin/add', { arg: cid.toString() }, call, () => notFound(cid, self))
    },
    unpin: async (cid) => {
      const gone = new SatchelError('ipfs_not_found', { params: { cid: cid.toString(), sources: base } })
      await ask('pin/rm', { arg: cid.toString() }, {}, () => gone).catch((thrown: unknown) => {
        if (thrown !== gone) throw thrown
      })
    },
    pins: async () => Object.keys((await answer(pinsSchema, 'pin/ls', { type: 'recursive' })).Keys ?? {}),
    reach: async () => {
      const [{ Addresses }, { Peers }] = await Promise.all([
        answer(idSchema, 'id', {}),
        answer(peersSchema, 'swarm/peers', {}),
      ])
      return {
        addresses: Addresses ?? [],
        peers: (Peers ?? []).map(({ Addr, Peer }) => (Addr.includes('/p2p/') ? Addr : `${Addr}/p2p/${Peer}`)),
      }
    },
    close: () => {
      ending.abort(unreachable(self, 'closed'))
      return Promise.resolve()
    },
  }
}

/** A file as multipart form data, as `block/put` takes it. */
const multipart = (bytes: Uint8Array): { type: string; bytes: Uint8Array } => {
  const boundary = `satchel-${newId()}`
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="data"; filename="data"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: body }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the caller's schema check reports what is not JSON
  }
}
