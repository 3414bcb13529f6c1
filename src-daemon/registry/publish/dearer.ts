import { publishCall } from '../chain/calls.ts'
import { estimateDearer } from '../chain/dearer.ts'
import { readRecord } from '../chain/read-record.ts'
import { standingOf } from '../chain/standing.ts'
import type { RegistriesService } from '../chain/types.ts'
import type { ChainCost } from '../../contract/registry-chain.ts'
import type { Entry } from './journal.ts'

/**
 * The most a publication would cost if its pending transaction were sent again with a higher fee: instead of
 * its cost so far, not on top of it. Null if no transaction is pending: it was not sent, is in a block, or
 * can never be accepted any more. Errors: `chain_*`.
 */
export const dearerCost = async (
  registries: Pick<RegistriesService, 'open'>,
  { shown, sent }: Entry,
): Promise<ChainCost | null> => {
  const { registry, capUri, semver, cid, sha256, authorDid } = shown
  if (sent === null || cid === null || sha256 === null) return null
  const chain = await registries.open(registry)
  const about = { capUri, semver }
  const { kind } = await standingOf(chain, sent)
  if ((kind !== 'waiting' && kind !== 'gone') || (await readRecord(chain, about)) !== null) return null
  return estimateDearer(chain, sent.from, {
    call: publishCall({ ...about, cid, sha256, authorDid }),
    raw: sent.raw,
  })
}
