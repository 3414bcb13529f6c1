/**
 * The worker thread of the embedded node: it can be terminated, and frees its memory, whatever its peers do
 * to it.
 */
import { workerData } from '../../../platform/worker-side.ts'
import type { NodeCalls, NodeFailure, NodeMessage, NodeRequest, NodeStart } from './messages.ts'
import { NodeProblem, startNode } from './node.ts'

const serve = async ({ port, dir, network }: NodeStart): Promise<void> => {
  const say = (message: NodeMessage): void => {
    port.postMessage(message)
  }
  const running = new Map<number, AbortController>()

  const run = async (node: NodeCalls, request: NodeRequest): Promise<void> => {
    const { id } = request
    if (request.call === 'cancel') {
      running.get(id)?.abort()
      return
    }
    const ending = new AbortController()
    running.set(id, ending)
    try {
      // Both ends are ours: `NodeCalls` defines what a call takes.
      const call = node[request.call] as (
        input: unknown,
        options: { signal: AbortSignal },
      ) => Promise<unknown>
      say({ kind: 'done', id, value: await call(request.input, { signal: ending.signal }) })
    } catch (thrown) {
      say({ kind: 'failed', id, why: whyOf(thrown), problem: textOf(thrown) })
    } finally {
      running.delete(id)
    }
    if (request.call === 'stop') port.close()
  }

  try {
    const node = await startNode({ dir, network })
    port.on('message', (request: NodeRequest) => {
      void run(node, request)
    })
    say({ kind: 'ready' })
  } catch (thrown) {
    say({ kind: 'ended', problem: textOf(thrown) })
    port.close()
  }
}

/** Helia's errors when no peer has a block, or no peer could be asked. */
const NOWHERE = new Set([
  'LoadBlockFailedError',
  'NotFoundError',
  'InsufficientProvidersError',
  'NoRoutersAvailableError',
])

const whyOf = (thrown: unknown): NodeFailure => {
  if (thrown instanceof NodeProblem) return thrown.why
  return thrown instanceof Error && NOWHERE.has(thrown.name) ? 'not_found' : 'failed'
}

const textOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 500)

// Only `store.ts` starts this thread.
if (workerData !== null && workerData !== undefined) await serve(workerData as NodeStart)
