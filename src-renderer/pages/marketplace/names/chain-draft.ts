import type { ChainChange, ChainShown } from '../../../../src-daemon/contract/registry-chain.ts'

/** What an account may do with a name on a chain. `cancel` withdraws an offered transfer. */
export type Deed = { readonly kind: 'vote'; readonly vote: -1 | 0 | 1 } | { readonly kind: OwnerDeed }
type OwnerDeed = 'yank' | 'offer' | 'cancel' | 'accept'

/** The inputs of the sheet; each action reads its own part. */
export interface ChainDraft {
  readonly semver: string
  readonly reason: string
  readonly to: string
}

/** Why a draft can't be sent; null if it is valid or merely incomplete. */
export type DraftProblem = 'reason_long' | 'address_wrong' | 'address_zero' | null

/** Maximum length of a reason in the contract. */
export const MAX_REASON_BYTES = 280

/**
 * The relation of the owner's account to a name. `withdrawable`: its versions that can still be yanked, latest first.
 */
export const standingIn = ({
  owner,
  offeredTo,
  ownAccount,
  ownVote,
  records,
}: Pick<ChainShown, 'owner' | 'offeredTo' | 'ownAccount' | 'ownVote' | 'records'>): {
  readonly owns: boolean
  readonly offered: boolean
  readonly vote: -1 | 0 | 1
  readonly withdrawable: readonly string[]
} => {
  const isOwn = (address: string | null): boolean =>
    ownAccount !== null && address !== null && address.toLowerCase() === ownAccount.toLowerCase()
  const open = records.filter(({ yanked }) => yanked === null).map(({ semver }) => semver)
  return {
    owns: isOwn(owner),
    offered: isOwn(offeredTo),
    vote: ownVote === 1 || ownVote === -1 ? ownVote : 0,
    withdrawable: open.reverse(),
  }
}

/** What is wrong with a draft. */
export const problemOf = (kind: Deed['kind'], { reason, to }: ChainDraft): DraftProblem => {
  if (kind === 'yank') return bytesOf(reason.trim()) > MAX_REASON_BYTES ? 'reason_long' : null
  if (kind !== 'offer' || to.trim() === '') return null
  if (!ADDRESS.test(to.trim())) return 'address_wrong'
  // The contract takes the zero address as the withdrawal of an offer.
  return /^0x0+$/.test(to.trim()) ? 'address_zero' : null
}

/** The change a draft describes; null while something is missing or wrong. */
export const changeOf = (deed: Deed, name: string, draft: ChainDraft): ChainChange | null => {
  if (problemOf(deed.kind, draft) !== null) return null
  const [reason, to] = [draft.reason.trim(), draft.to.trim()]
  switch (deed.kind) {
    case 'vote':
      return { kind: 'vote', name, vote: deed.vote }
    case 'yank':
      return reason === '' || draft.semver === ''
        ? null
        : { kind: 'yank', name, semver: draft.semver, reason }
    case 'offer':
      return to === '' ? null : { kind: 'offer', name, to }
    case 'cancel':
      return { kind: 'offer', name, to: null }
    case 'accept':
      return { kind: 'accept', name }
  }
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
