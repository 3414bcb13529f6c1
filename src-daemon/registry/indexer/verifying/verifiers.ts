import { availableParallelism } from 'node:os'
import type { VerificationKey } from '../../../contract/identity.ts'
import { SatchelError, toSatchelError } from '../../../platform/errors.ts'
import { startWorkerThread, type Worker } from '../../../platform/worker-threads.ts'
import type { CrossingError, VerifierMessage, VerifierRequest } from './messages.ts'
import type { Verdict, VerifiedRecord } from './verify.ts'

/**
 * One processor is left for the follower; more than three threads verify faster than an index can be written.
 */
const MAX_THREADS = 3
/** A thread takes some 40 MB; an idle one is stopped. */
const IDLE_MS = 30_000
/** Far more than any file needs: packages are small, and their size is checked first. */
const MAX_HEAP_MB = 512

/** Threads that verify published files. They start with the first file and end after a while without work. */
export interface Verifiers {
  /**
   * As `verifyPublished`. Errors: `index_verifier_failed` if its thread ended; the next call starts another.
   */
  verify(record: VerifiedRecord, bytes: Uint8Array): Promise<Verdict>
  /** Stops the threads; no call may be pending. A later `verify` starts them again. */
  close(): Promise<void>
}

interface Thread {
  readonly worker: Worker
  readonly pending: Map<number, PromiseWithResolvers<Verdict>>
}

/** `keyOf` resolves authors' keys, in this thread: the others have no network. */
export const createVerifiers = (input: {
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly threads?: number
  readonly start?: () => Worker
  readonly idleMs?: number
}): Verifiers => {
  const { keyOf, idleMs = IDLE_MS, start = startVerifier } = input
  const { threads: most = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)) } = input
  const threads = new Set<Thread>()
  let calls = 0
  let idle: NodeJS.Timeout | undefined

  const begin = (): Thread => {
    const worker = start()
    const thread: Thread = { worker, pending: new Map() }
    threads.add(thread)
    const over = (problem: string): void => {
      threads.delete(thread)
      for (const { reject } of thread.pending.values())
        reject(new SatchelError('index_verifier_failed', { params: { problem } }))
      thread.pending.clear()
    }
    worker.on('message', (message: VerifierMessage) => {
      if (message.kind === 'key_wanted') void answer(worker, message)
      else settle(thread, message)
    })
    worker.on('error', (thrown) => over(thrown instanceof Error ? thrown.message : String(thrown)))
    worker.on('exit', (code) => over(`it ended with ${String(code)}`))
    return thread
  }

  const answer = async (worker: Worker, { id, keyId }: { id: number; keyId: string }): Promise<void> => {
    const say = (key: VerificationKey | CrossingError): void => {
      worker.postMessage({ kind: 'key', id, key } satisfies VerifierRequest)
    }
    try {
      say(await keyOf(keyId))
    } catch (thrown) {
      const { code, params } = toSatchelError(thrown)
      say({ code, params })
    }
  }

  const settle = (thread: Thread, message: Exclude<VerifierMessage, { kind: 'key_wanted' }>): void => {
    const { worker, pending } = thread
    const request = pending.get(message.id)
    pending.delete(message.id)
    // An idle thread does not keep the process alive.
    if (pending.size === 0) worker.unref()
    if (message.kind === 'verdict') request?.resolve(message.verdict)
    else request?.reject(new SatchelError(message.error.code, { params: message.error.params }))
    rest()
  }

  const rest = (): void => {
    clearTimeout(idle)
    if ([...threads].every(({ pending }) => pending.size === 0))
      idle = setTimeout(() => void close(), idleMs).unref()
  }

  /** The thread with the least work; a new one is started before two files queue for the same thread. */
  const leastBusy = (): Thread => {
    const [first] = [...threads].sort((a, b) => a.pending.size - b.pending.size)
    return first === undefined || (first.pending.size > 0 && threads.size < most) ? begin() : first
  }

  const close = async (): Promise<void> => {
    clearTimeout(idle)
    const ended = [...threads]
    threads.clear()
    await Promise.all(ended.map(({ worker }) => worker.terminate()))
  }

  return {
    verify: (record, bytes) => {
      clearTimeout(idle)
      const { worker, pending } = leastBusy()
      const id = (calls += 1)
      const request = Promise.withResolvers<Verdict>()
      pending.set(id, request)
      worker.ref()
      const { capUri, semver, cid, sha256, authorDid } = record
      worker.postMessage({
        kind: 'verify',
        id,
        record: { capUri, semver, cid, sha256, authorDid },
        bytes,
      } satisfies VerifierRequest)
      return request.promise
    },
    close,
  }
}

/** Starts a thread as the verifiers do. */
export const startVerifier = (): Worker =>
  startWorkerThread('verify-worker', { limits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
