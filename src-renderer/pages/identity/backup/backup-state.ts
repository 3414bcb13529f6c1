import type { KeyInfo } from '../../../../src-daemon/contract/identity.ts'

/** Whether the keys would survive the loss of this computer. */
export type BackupState =
  | { readonly kind: 'none' }
  /** Some keys were created, imported or rotated since the last backup. */
  | { readonly kind: 'behind'; readonly missing: number; readonly at: string }
  /** The key of the encrypted data isn't in one. */
  | { readonly kind: 'dataKey'; readonly at: string }
  /** Every signing key is in a backup that was verified by opening it; `at`: the latest. */
  | { readonly kind: 'whole'; readonly at: string }

/** Computed from the keys, and whether the data has a key that is in no backup. A retired key counts only if there are no others, since it no longer signs. */
export const backupState = (keys: readonly KeyInfo[], lacksDataKey: boolean): BackupState => {
  const at = keys
    .map((key) => key.backedUpAt ?? '')
    .toSorted()
    .at(-1)
  if (at === undefined || at === '') return { kind: 'none' }
  const missing = keys.filter((key) => key.retiredAt === null && key.backedUpAt === null).length
  if (missing > 0) return { kind: 'behind', missing, at }
  return { kind: lacksDataKey ? 'dataKey' : 'whole', at }
}
