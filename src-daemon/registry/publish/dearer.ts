import { publishCall } from '../chain/calls.ts'
import { estimateDearer } from '../chain/dearer.ts'
import { readRecord } from '../chain/read-record.ts'
import { standingOf } from '../chain/standing.ts'
import type { RegistriesService } from '../chain/types.ts'
import type { ChainCost } from '../../contract/registry-chain.ts'
import type { Entry } from './journal.ts'

/**
 * What a publication would cost at most if its transaction, which is still on its way, were sent again with a higher fee: instead of what it
 * would have cost, not beside it. Null where nothing waits: it was not sent, is in a block, or can never be taken any more. Errors: `chain_*`.
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
