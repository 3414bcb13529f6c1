import { onAbort } from '../../../platform/abortable.ts'
import { SatchelError } from '../../../platform/errors.ts'
import { MessageChannel, startWorkerThread } from '../../../platform/worker-threads.ts'
import { unreachable } from '../core/blocks.ts'
import type { NodeCall, NodeCalls, NodeMessage, NodeNetwork, NodeRequest, NodeStart } from './messages.ts'

/** The node of this machine, as a source of blocks. */
export const EMBEDDED = { kind: 'embedded', name: '' } as const

/** Its shutdown, in seconds. */
const STOP_SECONDS = 3
/** Heap limits of the thread: a flood of data from peers does not affect the daemon. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** The reason of a failed call, as the worker reported it. */
export class Failed extends Error {
  readonly why: Extract<NodeMessage, { kind: 'failed' }>['why']
  constructor({ why, problem }: Extract<NodeMessage, { kind: 'failed' }>) {
    super(problem)
    this.why = why
  }
}

/** A worker thread with a Helia node. */
export interface NodeThread {
  call<C extends NodeCall>(
    name: C,
    input: Parameters<NodeCalls[C]>[0],
    options: { seconds: number; signal?: AbortSignal | undefined },
  ): Promise<Awaited<ReturnType<NodeCalls[C]>>>
  end(): Promise<void>
}

/** Starts a node. `onGone` is called if it ends by itself; pending calls then fail with the reason. */
export const startNodeThread = async (
  { dir, network }: { readonly dir: string; readonly network: NodeNetwork | null },
  onGone: () => void,
): Promise<NodeThread> => {
  const { port1: port, port2 } = new MessageChannel()
  const data: NodeStart = { port: port2, dir, network }
  const worker = startWorkerThread('ipfs-worker', { data, transfer: [port2], limits: THREAD_LIMITS })
  const ready = Promise.withResolvers<null>()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  let over = false

  /** The thread has ended: pending calls fail with the reason. */
  const gone = (problem: unknown): void => {
    if (over) return
    over = true
    onGone()
    void worker.terminate()
    const text = problem instanceof Error ? problem.message : String(problem)
    const error = unreachable(EMBEDDED, text, problem)
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

  const call: NodeThread['call'] = async (name, input, { seconds, signal }) => {
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
      const params = { source: EMBEDDED.kind, seconds }
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
    await call('stop', undefined, { seconds: STOP_SECONDS }).catch(() => undefined)
    letGo(unreachable(EMBEDDED, 'closed'))
    await worker.terminate()
  }
  await ready.promise
  return { call, end }
}
