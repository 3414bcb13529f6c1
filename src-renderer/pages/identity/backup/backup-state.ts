import type { KeyInfo } from '../../../../src-daemon/contract/identity.ts'

/** Whether the keys would survive this computer. */
export type BackupState =
  | { readonly kind: 'none' }
  /** Some keys were made, imported or put in place of others since. */
  | { readonly kind: 'behind'; readonly missing: number; readonly at: string }
  /** Every key that signs is in a backup that was opened again after it was made; `at`: the last one. */
  | { readonly kind: 'whole'; readonly at: string }

/** Read from the keys. A retired key counts only while it is the only thing there is: it signs no more. */
export const backupState = (keys: readonly KeyInfo[]): BackupState => {
  const at = keys
    .map((key) => key.backedUpAt ?? '')
    .toSorted()
    .at(-1)
  if (at === undefined || at === '') return { kind: 'none' }
  const missing = keys.filter((key) => key.retiredAt === null && key.backedUpAt === null).length
  return missing === 0 ? { kind: 'whole', at } : { kind: 'behind', missing, at }
}
