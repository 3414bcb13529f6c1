import { setTimeout } from 'node:timers/promises'
import { SatchelError } from '../../platform/errors.ts'
import { publishCall } from '../chain/calls.ts'
import type { Chain } from '../chain/chain.ts'
import { estimate } from '../chain/estimate.ts'
import { readRecord, readSettledRecord } from '../chain/read-record.ts'
import { broadcast, signCall } from '../chain/send.ts'
import { standingOf, type Standing } from '../chain/standing.ts'
import type { ChainSigner } from '../chain/types.ts'
import type { ChainReceipt, ChainRecord } from '../../contract/registry-chain.ts'
import type { Entry, Sent } from './journal.ts'

/** How long a transaction may take to settle, and how often that is checked. */
export interface SubmitTimeouts {
  readonly timeoutMs: number
  readonly pollMs: number
}

export interface SubmitInput {
  readonly chain: Chain
  readonly signer: ChainSigner
  readonly entry: Entry
  /** Send a pending transaction again with a higher fee. */
  readonly isDearer: boolean
  /** Called before a transaction is sent; null: the one sent before no longer counts. */
  readonly journal: (sent: Sent | null) => void
  /** Signs and sends one at a time: two would take the same nonce. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  readonly timeouts: SubmitTimeouts
  readonly signal: AbortSignal
}

/** How many times in a row a node may fail to answer. */
const MAX_FAILURES = 5

/**
 * Gets the record of a publication onto the chain, exactly once, and settled, whatever was sent for it before. It reads the chain first, then looks after the
 * journalled transaction: waits for it, resends it if the node lost it, replaces it if it can never be accepted. Safe to
 * be ended at any moment and called again. A replacement has the same nonce, so only one of both is accepted.
 *
 * @returns how it was settled; null when another transaction than the journalled one published these bytes
 * @throws SatchelError `registry_version_exists` for other bytes, `registry_name_owned`, whatever else the contract refuses,
 * `chain_funds`, `chain_not_confirmed` when it takes too long, `chain_*`, those of signing; the signal's reason
 */
export const submitPublication = async (input: SubmitInput): Promise<ChainReceipt | null> => {
  const { chain, signer, entry, timeouts, signal } = input
  const { capUri, semver, authorDid, sha256, cid } = entry.shown
  if (sha256 === null || cid === null) throw new Error('submitted before it was signed')
  const about = { capUri, semver }
  const call = publishCall({ ...about, cid, sha256, authorDid })
  let { sent } = entry
  let { isDearer } = input
  let failures = 0
  const deadline = Date.now() + timeouts.timeoutMs

  const keep = (next: Sent | null): void => {
    signal.throwIfAborted()
    input.journal(next)
    sent = next
  }

  const submit = (replaced: Sent | null = null): Promise<void> =>
    input.alone(async () => {
      signal.throwIfAborted()
      try {
        const signed = await signCall(chain, signer, call, replaced)
        keep(signed)
        await broadcast(chain, signed).catch((thrown: unknown) => {
          // The node kept the earlier transaction, and did not accept this one in its place.
          if (replaced !== null && thrown instanceof SatchelError && thrown.code === 'chain_failed')
            keep(replaced)
          throw thrown
        })
      } catch (thrown) {
        // The version appeared after the chain was read: the next read shows whether it is this one.
        if (!(thrown instanceof SatchelError) || thrown.code !== 'registry_version_exists') throw thrown
      }
    })

  const sendAgain = async (lost: Sent): Promise<void> => {
    try {
      await broadcast(chain, lost)
    } catch (thrown) {
      // Fees may have risen above its offer; a transaction with the same nonce replaces it.
      if (!(thrown instanceof SatchelError) || thrown.code !== 'chain_failed') throw thrown
      await submit(lost)
    }
  }

  /** Does the next step. When settled, returns the receipt, or null without one, in a list. */
  const advance = async (): Promise<readonly [ChainReceipt | null] | undefined> => {
    const record = await readRecord(chain, about)
    if (record !== null) {
      refuseOther(record, { sha256, about, address: signer.address, wasSent: sent !== null })
      const settled = await readSettledRecord(chain, about)
      if (settled?.sha256 !== sha256) return undefined
      const standing: Standing | null = sent === null ? null : await standingOf(chain, sent)
      return [standing?.kind === 'done' ? standing.receipt : null]
    }
    if (sent === null) return submit().then(() => undefined)
    const { kind } = await standingOf(chain, sent)
    if (isDearer && (kind === 'waiting' || kind === 'gone')) {
      await submit(sent)
      isDearer = false
      return undefined
    }
    if (kind === 'gone') await sendAgain(sent)
    if (kind === 'stale') keep(null)
    if (kind === 'refused') {
      const { tx } = sent
      keep(null)
      // Simulated again, the contract says why.
      await estimate(chain, signer.address, call)
      throw new SatchelError('chain_reverted', { params: { problem: tx }, details: { tx } })
    }
    return undefined
  }

  for (;;) {
    signal.throwIfAborted()
    try {
      const settled = await advance()
      if (settled !== undefined) return settled[0]
      failures = 0
    } catch (thrown) {
      failures += 1
      const mayPass = thrown instanceof SatchelError && thrown.code === 'chain_unreachable'
      if (!mayPass || failures >= MAX_FAILURES) throw thrown
    }
    if (Date.now() > deadline) {
      const tx = sent?.tx ?? ''
      throw new SatchelError('chain_not_confirmed', { params: { tx }, details: { tx } })
    }
    await setTimeout(timeouts.pollMs, undefined, { signal })
  }
}

const refuseOther = (
  record: ChainRecord,
  expected: {
    readonly sha256: string
    readonly about: { readonly capUri: string; readonly semver: string }
    readonly address: string
    readonly wasSent: boolean
  },
): void => {
  const { about, sha256 } = expected
  const params = { name: about.capUri, version: about.semver, by: record.publisher, what: '' }
  if (record.sha256 !== sha256)
    throw new SatchelError('registry_version_exists', {
      params,
      details: { ...about, published: record.sha256, found: sha256 },
    })
  // Someone saw the transaction on its way and was faster: the name belongs to them now.
  if (expected.wasSent && record.publisher.toLowerCase() !== expected.address.toLowerCase())
    throw new SatchelError('registry_name_owned', { params, details: params })
}
