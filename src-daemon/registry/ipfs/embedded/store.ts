import { SatchelError } from '../../../platform/errors.ts'
import { MessageChannel, startWorkerThread } from '../../../platform/worker-threads.ts'
import { onAbort } from '../../../platform/abortable.ts'
import { checkedBlock, MAX_BLOCK_BYTES, notFound, tooLarge, unreachable } from '../core/blocks.ts'
import type { IpfsStore } from '../core/store.ts'
import type { NodeCall, NodeCalls, NodeMessage, NodeNetwork, NodeRequest, NodeStart } from './messages.ts'

/** The node of this machine. */
export interface EmbeddedStore extends IpfsStore {
  /** Starts it if it is not running. Errors: `ipfs_unreachable` with the reason. */
  start(): Promise<void>
  isRunning(): boolean
  /** Removes what is not pinned; returns how many blocks were removed. */
  sweep(): Promise<number>
}

/** Timeouts in seconds: for a block from its peers, for anything else, and for its shutdown. */
const SECONDS = { network: 20, own: 20, stop: 3 }
/** A node that only uses its own disk is stopped after this time without a call. */
const IDLE_MS = 60_000
/** Heap limits of the thread: a flood of data from peers does not affect the daemon. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** The reason of a failed call, as the worker reported it. */
class Failed extends Error {
  readonly why: Extract<NodeMessage, { kind: 'failed' }>['why']
  constructor({ why, problem }: Extract<NodeMessage, { kind: 'failed' }>) {
    super(problem)
    this.why = why
  }
}

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
  const self = { kind: 'embedded', name: '' } as const

  interface Thread {
    call<C extends NodeCall>(
      name: C,
      input: Parameters<NodeCalls[C]>[0],
      options: { seconds: number; signal?: AbortSignal | undefined },
    ): Promise<Awaited<ReturnType<NodeCalls[C]>>>
    end(): Promise<void>
  }

  let thread: Promise<Thread> | null = null
  let running = false
  let closed = false
  let busy = 0
  let idle: NodeJS.Timeout | undefined

  const open = (): Promise<Thread> => {
    if (closed) return Promise.reject(unreachable(self, 'closed'))
    return (thread ??= startThread())
  }

  const startThread = async (): Promise<Thread> => {
    const { port1: port, port2 } = new MessageChannel()
    const data: NodeStart = { port: port2, dir, network }
    const worker = startWorkerThread('ipfs-worker', { data, transfer: [port2], limits: THREAD_LIMITS })
    const ready = Promise.withResolvers<null>()
    const waiting = new Map<number, PromiseWithResolvers<unknown>>()
    let last = 0
    let over = false

    /** The thread has ended: pending calls fail with the reason, and the next call starts another. */
    const gone = (problem: unknown): void => {
      if (over) return
      over = true
      thread = null
      running = false
      void worker.terminate()
      const text = problem instanceof Error ? problem.message : String(problem)
      const error = unreachable(self, text, problem)
      ready.reject(error)
      letGo(error)
    }
    const letGo = (error: SatchelError): void => {
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
      port.close()
    }
    port.on('message', (message: NodeMessage) => {
      if (message.kind === 'ready') ready.resolve(null)
      else if (message.kind === 'ended') gone(message.problem)
      else {
        const one = waiting.get(message.id)
        waiting.delete(message.id)
        if (message.kind === 'done') one?.resolve(message.value)
        else one?.reject(new Failed(message))
      }
    })
    worker.on('error', gone)
    worker.on('exit', () => {
      gone('its thread has ended')
    })

    const call: Thread['call'] = async (name, input, { seconds, signal }) => {
      signal?.throwIfAborted()
      const id = (last += 1)
      const answer = Promise.withResolvers<unknown>()
      waiting.set(id, answer)
      const say = (request: NodeRequest): void => {
        port.postMessage(request)
      }
      const giveUp = (reason: unknown): void => {
        if (waiting.delete(id)) say({ id, call: 'cancel' })
        answer.reject(reason)
      }
      const timer = setTimeout(() => {
        const params = { source: self.kind, seconds }
        giveUp(new SatchelError('ipfs_timeout', { params, details: params }))
      }, seconds * 1000)
      const forget = onAbort(signal, () => {
        giveUp(signal?.reason)
      })
      try {
        say({ id, call: name, input })
        // It has the type of its call in `NodeCalls`, which the worker guarantees.
        return (await answer.promise) as never
      } finally {
        waiting.delete(id)
        clearTimeout(timer)
        forget()
      }
    }
    const end = async (): Promise<void> => {
      // Another thread may start meanwhile; it is not affected by the end of this one.
      over = true
      // It disconnects from its peers; one that hangs is terminated.
      await call('stop', undefined, { seconds: SECONDS.stop }).catch(() => undefined)
      letGo(unreachable(self, 'closed'))
      await worker.terminate()
    }
    await ready.promise
    running = true
    return { call, end }
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
    const params = { source: self.kind, problem }
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
    ...self,
    start: async () => {
      await open()
    },
    isRunning: () => running && network !== null,
    get: async (cid, { signal, maxBytes }) => {
      const input = { cid: cid.toString(), maxBytes }
      const bytes = await ask('get', input, { seconds: networkSeconds, signal }).catch(
        explain(() => notFound(cid, self), maxBytes),
      )
      return checkedBlock(cid, bytes, { source: self, maxBytes })
    },
    has: (cid) => ask('has', { cid: cid.toString() }).catch(plain),
    add: async (bytes) => {
      if (bytes.length > MAX_BLOCK_BYTES) throw tooLarge(MAX_BLOCK_BYTES)
      return ask('add', { bytes }).catch(plain)
    },
    pin: async (cid, { signal }) => {
      await ask('pin', { cid: cid.toString() }, { seconds: networkSeconds, signal }).catch(
        explain(() => notFound(cid, self)),
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
