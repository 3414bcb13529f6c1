import { BlockNotFoundError, parseEventLogs, zeroAddress, type Log } from 'viem'
import { SatchelError } from '../../platform/errors.ts'
import { registryAbi } from './abi.ts'
import type { Chain } from './chain.ts'
import { chainFailure } from './failure.ts'
import type { RegistryEvent, RegistryEventKind } from './types.ts'

/** All events of the blocks `from` to `to.number`, in chain order. */
export interface RegistryEventPage<K extends RegistryEventKind = RegistryEventKind> {
  readonly from: number
  readonly to: { readonly number: number; readonly hash: string }
  readonly events: readonly Extract<RegistryEvent, { kind: K }>[]
}

/**
 * The events of a registry. `pages` ends at the newest settled block. Each event carries the hash of its
 * block, and each page the hash of its last block, all of one chain; a caller that kept such a hash can check
 * with `blockHash` whether it is still part of the chain.
 */
export interface RegistryEvents<K extends RegistryEventKind = RegistryEventKind> {
  /** Errors: those of `Chain.check`, `chain_failed`; the signal's reason when it is aborted. */
  pages(input: { readonly from: number; readonly signal: AbortSignal }): AsyncIterable<RegistryEventPage<K>>
  /** Null if the chain isn't that long. Errors: those of `pages`. */
  blockHash(number: number, options: { readonly signal: AbortSignal }): Promise<string | null>
}

/** Blocks per request. Nodes allow between a few hundred and any number, so the limit is found by trying. */
const RANGE = { first: 2000, most: 100_000 }
/** After a page with more events than this, the range does not grow. */
const MANY = 2000
/** How often a page is read again because the chain changed meanwhile. */
const TRIES = 5
/** The contract's own limit; a node that sends more is not sending what is on the chain. */
const LONGEST_TEXT = 512

/** The registry's events of the given kinds. */
export const createRegistryEvents = <K extends RegistryEventKind>(
  chain: Chain,
  { kinds }: { readonly kinds: readonly K[] },
): RegistryEvents<K> => {
  const { client, contract, place } = chain
  const { host } = new URL(place.rpcUrl)
  const wanted = new Set<RegistryEventKind>(kinds)
  const isWanted = (event: RegistryEvent): event is Extract<RegistryEvent, { kind: K }> =>
    wanted.has(event.kind)
  const failed = (problem: string) => new SatchelError('chain_failed', { params: { host, problem } })
  let range = RANGE.first

  const request = async <T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (thrown) {
      throw chainFailure(thrown, { host })
    }
  }

  const head = (signal: AbortSignal): Promise<number> =>
    request(signal, async () => Number(await client.getBlockNumber()) - place.confirmations + 1)

  const blockHash: RegistryEvents<K>['blockHash'] = (number, { signal }) =>
    request(signal, async () => {
      try {
        return (await client.getBlock({ blockNumber: BigInt(number) })).hash
      } catch (thrown) {
        if (thrown instanceof BlockNotFoundError) return null
        throw thrown
      }
    })

  /**
   * One page of as many blocks as the node returns at once; null when the chain has become too short for any.
   */
  const pageFrom = async (
    from: number,
    newest: number,
    signal: AbortSignal,
  ): Promise<RegistryEventPage<K> | null> => {
    let last = newest
    for (let tries = 0; tries < TRIES;) {
      if (from > last) return null
      const to = Math.min(last, from + range - 1)
      const hash = await blockHash(to, { signal })
      const logs = hash === null ? [] : await logsOf(from, to, signal)
      if (logs === null) continue // the range was too large; try a smaller one
      // A block's hash covers all blocks before it: if it is the same before and after, the logs belong to
      // that chain.
      if (hash === null || hash !== (await blockHash(to, { signal }))) {
        tries += 1
        last = Math.min(last, await head(signal))
        continue
      }
      const events = eventsOf(logs, { from, to }).sort(inOrder)
      if (events.some((event) => event.block === to && event.blockHash !== hash)) throw failed('log')
      if (events.length < MANY) range = Math.min(RANGE.most, range * 2)
      return { from, to: { number: to, hash }, events: events.filter(isWanted) }
    }
    throw failed('the chain changed too often')
  }

  /** Null when the node refused the range as too large; the next one is smaller. */
  const logsOf = async (from: number, to: number, signal: AbortSignal): Promise<Log[] | null> => {
    try {
      return await request(signal, () =>
        client.getLogs({ address: contract, fromBlock: BigInt(from), toBlock: BigInt(to) }),
      )
    } catch (thrown) {
      if (signal.aborted || from === to || !mayBeTooMuch(thrown)) throw thrown
      range = Math.max(1, Math.floor((to - from + 1) / 4))
      return null
    }
  }

  /** Decodes all at once: each call hashes the signatures of all events again. */
  const eventsOf = (logs: Log[], range: { from: number; to: number }): RegistryEvent[] => {
    const parsed = parseEventLogs({ abi: registryAbi, logs, strict: true })
    if (parsed.length !== logs.length) throw failed('log')
    return parsed.map((one) => eventOf(one, range))
  }

  const eventOf = (log: Parsed, { from, to }: { from: number; to: number }): RegistryEvent => {
    const { blockNumber, blockHash: hash, transactionHash: tx, logIndex } = log
    // A pending log has none of these, whatever the types say.
    if ([blockNumber, hash, tx, logIndex].some((one: unknown) => one === null)) throw failed('log')
    const block = Number(blockNumber)
    const tooLong = Object.values(log.args).some(
      (one) => typeof one === 'string' && one.length > LONGEST_TEXT,
    )
    if (block < from || block > to || log.address.toLowerCase() !== contract.toLowerCase() || tooLong)
      throw failed('log')
    return { ...fieldsOf(log), block, logIndex, blockHash: hash, tx }
  }

  return {
    blockHash,
    async *pages({ from, signal }) {
      await chain.check()
      let next = Math.max(from, place.startBlock)
      let last = await head(signal)
      /** The next page is read while the caller works on this one. */
      let coming = next > last ? null : pageFrom(next, last, signal)
      while (coming !== null) {
        const page = await coming
        if (page === null) return
        next = page.to.number + 1
        if (next > last) last = await head(signal)
        coming = next > last ? null : pageFrom(next, last, signal)
        coming?.catch(() => undefined) // reported when it is awaited
        yield page
      }
    },
  }
}

/**
 * Whether a node's error may mean that the range is too large: codes and messages differ, so only those that
 * can't mean it are ruled out.
 */
const mayBeTooMuch = (thrown: unknown): boolean =>
  thrown instanceof SatchelError && (thrown.code === 'chain_failed' || isCutOff(thrown))

/** The answer was too large or took too long, or the node gave up with an HTTP status. */
const isCutOff = ({ code, params }: SatchelError): boolean =>
  code === 'chain_unreachable' &&
  /response_too_large|network_timeout|HTTP (400|413|429|5\d\d)/.test(String(params['problem']))

const inOrder = (a: RegistryEvent, b: RegistryEvent): number => a.block - b.block || a.logIndex - b.logIndex

type Parsed = ReturnType<typeof parseEventLogs<typeof registryAbi, true>>[number]
type EventFields<E = RegistryEvent> = E extends RegistryEvent
  ? Omit<E, 'block' | 'logIndex' | 'blockHash' | 'tx'>
  : never

const fieldsOf = ({ eventName, args }: Parsed): EventFields => {
  switch (eventName) {
    case 'Published': {
      const { capUri, semver, cid, sha256, publisher, author } = args
      return { kind: 'published', capUri, semver, cid, sha256: sha256.slice(2), publisher, authorDid: author }
    }
    case 'Yanked':
      return { kind: 'yanked', capUri: args.capUri, semver: args.semver, reason: args.reason }
    case 'NameOffered': {
      const offeredTo = args.offeredTo === zeroAddress ? null : args.offeredTo
      return { kind: 'offered', capUri: args.capUri, owner: args.owner, offeredTo }
    }
    case 'NameTransferred': {
      const { capUri, from, to, author } = args
      return { kind: 'transferred', capUri, from, to, authorDid: author }
    }
    case 'Voted':
      return { kind: 'voted', capUri: args.capUri, voter: args.voter, vote: args.vote }
    case 'Anchored':
      return { kind: 'anchored', by: args.by, root: args.root.slice(2) }
  }
}
