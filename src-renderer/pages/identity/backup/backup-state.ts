import type { KeyInfo } from '../../../../src-daemon/contract/identity.ts'

/** Whether the keys would survive the loss of this computer. */
export type BackupState =
  | { readonly kind: 'none' }
  /** Some keys were created, imported or rotated since the last backup. */
  | { readonly kind: 'behind'; readonly missing: number; readonly at: string }
  /** Every signing key is in a backup that was verified by opening it; `at`: the latest. */
  | { readonly kind: 'whole'; readonly at: string }

/** Computed from the keys. A retired key counts only if there are no others, since it no longer signs. */
export const backupState = (keys: readonly KeyInfo[]): BackupState => {
  const at = keys
    .map((key) => key.backedUpAt ?? '')
    .toSorted()
    .at(-1)
  if (at === undefined || at === '') return { kind: 'none' }
  const missing = keys.filter((key) => key.retiredAt === null && key.backedUpAt === null).length
  return missing === 0 ? { kind: 'whole', at } : { kind: 'behind', missing, at }
}
