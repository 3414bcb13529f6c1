import { LRUCache } from 'lru-cache'
import type { CandidateFile, CandidateFiles } from '../../packages/types.ts'
import type { Handover } from '../../contract/packages.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Database } from '../../storage/index.ts'
import { createKept, type Kept } from './kept.ts'
import type { MarketReview, Provenance } from '../../contract/marketplace.ts'

/** A megabyte each at most. */
const MAX_WAITING = 32

/** Verified files waiting for the user's decision; where a file came from is saved with its install. */
export interface Candidates extends CandidateFiles {
  /** Returns the id it is reviewed and installed under. */
  offer(input: {
    readonly fileName: string
    readonly bytes: Uint8Array
    readonly provenance: Provenance
    readonly cautions: MarketReview['cautions']
    readonly handover: Handover | null
    /** Why its publisher withdrew it, and which source says so. */
    readonly yanked: { readonly reason: string; readonly source: string } | null
  }): string
  readonly kept: Kept
}

/** Created before `packages`, which opens what is offered here. */
export const createCandidates = ({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => Date
}): Candidates => {
  const waiting = new LRUCache<string, CandidateFile>({ max: MAX_WAITING })
  const kept = createKept({ db })

  const offer: Candidates['offer'] = ({ fileName, bytes, provenance, cautions, handover, yanked }) => {
    const id = newId()
    const problem = cautions.map(({ text }) => text).join(' ')
    waiting.set(id, {
      fileName,
      bytes,
      handover,
      objection:
        cautions.length === 0
          ? null
          : new SatchelError('registry_source_not_accepted', { params: { problem }, details: { cautions } }),
      installed: () => {
        kept.keepProvenance(provenance)
        const { sha256 } = provenance
        if (yanked !== null) kept.keepYank({ sha256, ...yanked, foundAt: now().toISOString() })
      },
    })
    return id
  }

  return {
    offer,
    open: (id) => {
      const found = waiting.get(id)
      if (found === undefined) throw new SatchelError('registry_candidate_gone')
      return found
    },
    yankedFor: kept.yankedFor,
    kept,
  }
}
