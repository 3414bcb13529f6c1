import type { KeyInfo } from '../../../../src-daemon/contract/identity.ts'

/** How many keys are shown before all of them are asked for. */
export const FEW = 6

/** The keys in the two groups of the page: those that sign, as many as asked for, and the retired ones. */
export const shownKeys = (
  keys: readonly KeyInfo[],
  { search, all }: { readonly search: string; readonly all: boolean },
): { readonly active: readonly KeyInfo[]; readonly retired: readonly KeyInfo[]; readonly more: number } => {
  const wanted = folded(search)
  const found = keys.filter((key) => `${folded(key.label)} ${folded(key.did)}`.includes(wanted))
  const active = found.filter((key) => key.retiredAt === null)
  const shown = all || wanted !== '' ? active : active.slice(0, FEW)
  return {
    active: shown,
    retired: found.filter((key) => key.retiredAt !== null),
    more: active.length - shown.length,
  }
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
