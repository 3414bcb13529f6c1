import type { CID } from '../../platform/cid.ts'
import { type SatchelError, toSatchelError } from '../../platform/errors.ts'
import { onAbort } from '../../platform/abortable.ts'
import type { Ranking } from './ranking.ts'
import type { BlockOptions, IpfsReader } from './core/store.ts'
import type { IpfsPlace } from '../../contract/ipfs.ts'

/** Milliseconds one source is given before the next is asked as well. */
const STAGGER_MS = 400

export interface Raced {
  readonly bytes: Uint8Array
  readonly from: IpfsReader
}

/**
 * One block from the first of `readers` that has it: the next one is asked when the last failed or is slow,
 * and with the first answer the others are cancelled. `tried` collects those that failed, and why.
 *
 * @returns null if all failed
 */
export const race = async (
  readers: readonly IpfsReader[],
  cid: CID,
  input: BlockOptions & {
    readonly ranking: Ranking
    readonly tried: IpfsPlace[]
    readonly staggerMs?: number
  },
): Promise<Raced | null> => {
  const { signal, maxBytes, ranking, tried, staggerMs = STAGGER_MS } = input
  const enough = new AbortController()
  const signals = [enough.signal, signal].filter((one) => one !== undefined)
  const won = Promise.withResolvers<Raced | null>()
  let next = 0
  let running = 0
  let timer: NodeJS.Timeout | undefined

  const ask = async (reader: IpfsReader): Promise<void> => {
    const started = performance.now()
    try {
      const bytes = await reader.get(cid, { maxBytes, signal: AbortSignal.any(signals) })
      ranking.answered(reader, performance.now() - started)
      won.resolve({ bytes, from: reader })
    } catch (thrown) {
      if (enough.signal.aborted || signal?.aborted === true) return
      const error = toSatchelError(thrown)
      tried.push(placeOf(reader, error))
      // A missing block says little about a source.
      if (error.code !== 'ipfs_not_found')
        ranking.failed(reader, error.message, error.code === 'ipfs_wrong_bytes' ? 4 : 1)
    } finally {
      running -= 1
      goOn()
    }
  }

  function goOn(): void {
    clearTimeout(timer)
    const reader = readers[next]
    if (enough.signal.aborted || signal?.aborted === true) return
    if (reader === undefined) {
      if (running === 0) won.resolve(null)
      return
    }
    next += 1
    running += 1
    timer = setTimeout(goOn, staggerMs)
    void ask(reader)
  }

  const forget = onAbort(signal, () => {
    won.reject(signal?.reason)
  })
  goOn()
  try {
    return await won.promise
  } finally {
    clearTimeout(timer)
    forget()
    enough.abort()
  }
}

/** A source and its failure. */
export const placeOf = (
  { kind, name }: Pick<IpfsReader, 'kind' | 'name'>,
  error: SatchelError,
): IpfsPlace => ({
  kind,
  name,
  code: error.code,
  problem: error.message,
})
