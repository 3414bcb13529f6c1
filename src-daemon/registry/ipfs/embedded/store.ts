import { SatchelError } from '../../../platform/errors.ts'
import { checkedBlock, MAX_BLOCK_BYTES, notFound, tooLarge, unreachable } from '../core/blocks.ts'
import type { IpfsStore } from '../core/store.ts'
import type { NodeCall, NodeCalls, NodeNetwork } from './messages.ts'
import { EMBEDDED, Failed, type NodeThread, startNodeThread } from './node-thread.ts'

/** The node of this machine. */
export interface EmbeddedStore extends IpfsStore {
  /** Starts it if it is not running. Errors: `ipfs_unreachable` with the reason. */
  start(): Promise<void>
  isRunning(): boolean
  /** Removes what is not pinned; returns how many blocks were removed. */
  sweep(): Promise<number>
}

/** Timeouts in seconds: for a block from its peers, and for anything else. */
const SECONDS = { network: 20, own: 20 }
/** A node that only uses its own disk is stopped after this time without a call. */
const IDLE_MS = 60_000

/**
 * A store with its blocks in `dir`, in a worker thread with a Helia node. With `network` it takes part in
 * IPFS (see `node.ts` for the restrictions); with null it opens no connection, and its thread only runs while
 * there are calls. It starts with the first call.
 */
export const createEmbeddedStore = (deps: {
  readonly dir: string
  readonly network: NodeNetwork | null
  /** Seconds to wait for a block from its peers; 20 by default. */
  readonly networkSeconds?: number
}): EmbeddedStore => {
  const { dir, network, networkSeconds = SECONDS.network } = deps

  let thread: Promise<NodeThread> | null = null
  let running = false
  let closed = false
  let busy = 0
  let idle: NodeJS.Timeout | undefined

  const open = (): Promise<NodeThread> => {
    if (closed) return Promise.reject(unreachable(EMBEDDED, 'closed'))
    return (thread ??= startThread())
  }

  /** If it ends by itself, the next call starts another. */
  const startThread = async (): Promise<NodeThread> => {
    const started = await startNodeThread({ dir, network }, () => {
      thread = null
      running = false
    })
    running = true
    return started
  }

  const ask = async <C extends NodeCall>(
    name: C,
    input: Parameters<NodeCalls[C]>[0],
    options: { seconds?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<Awaited<ReturnType<NodeCalls[C]>>> => {
    busy += 1
    clearTimeout(idle)
    try {
      const { call } = await open()
      return await call(name, input, { seconds: SECONDS.own, ...options })
    } finally {
      busy -= 1
      if (busy === 0 && network === null && !closed) idle = setTimeout(rest, IDLE_MS).unref()
    }
  }

  function rest(): void {
    const last = thread
    if (busy > 0 || last === null) return
    thread = null
    running = false
    void last.then(({ end }) => end()).catch(() => undefined) // it ended by itself
  }

  /** Turns the node's error into one of this room. */
  const nodeFailed = (problem: string, cause: unknown): SatchelError => {
    const params = { source: EMBEDDED.kind, problem }
    return new SatchelError('ipfs_node_failed', { params, details: params, cause })
  }
  const explain =
    (ifMissing: () => SatchelError, maxBytes = MAX_BLOCK_BYTES) =>
    (thrown: unknown): never => {
      if (!(thrown instanceof Failed)) throw thrown
      if (thrown.why === 'not_found') throw ifMissing()
      if (thrown.why === 'too_large') throw tooLarge(maxBytes)
      throw nodeFailed(thrown.message, thrown)
    }
  const plain = explain(() => nodeFailed('not found', null))

  return {
    ...EMBEDDED,
    start: async () => {
      await open()
    },
    isRunning: () => running && network !== null,
    get: async (cid, { signal, maxBytes }) => {
      const input = { cid: cid.toString(), maxBytes }
      const bytes = await ask('get', input, { seconds: networkSeconds, signal }).catch(
        explain(() => notFound(cid, EMBEDDED), maxBytes),
      )
      return checkedBlock(cid, bytes, { source: EMBEDDED, maxBytes })
    },
    has: (cid) => ask('has', { cid: cid.toString() }).catch(plain),
    add: async (bytes) => {
      if (bytes.length > MAX_BLOCK_BYTES) throw tooLarge(MAX_BLOCK_BYTES)
      return ask('add', { bytes }).catch(plain)
    },
    pin: async (cid, { signal }) => {
      await ask('pin', { cid: cid.toString() }, { seconds: networkSeconds, signal }).catch(
        explain(() => notFound(cid, EMBEDDED)),
      )
    },
    unpin: async (cid) => {
      await ask('unpin', { cid: cid.toString() }).catch(plain)
    },
    pins: () => ask('pins', undefined).catch(plain),
    reach: () => ask('reach', undefined).catch(plain),
    sweep: () => ask('sweep', undefined).catch(plain),
    close: async () => {
      closed = true
      clearTimeout(idle)
      const last = thread
      thread = null
      running = false
      if (last !== null) await last.then(({ end }) => end()).catch(() => undefined) // it ended by itself
    },
  }
}
