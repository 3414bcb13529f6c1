import type { KeyInfo } from '../../../../src-daemon/contract/identity.ts'

/** Number of keys shown before the list is expanded. */
export const FEW = 6

/** The keys in two groups: signing keys, as many as requested, and retired ones. */
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
