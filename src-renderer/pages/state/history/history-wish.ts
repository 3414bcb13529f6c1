import type { ChangeRecord } from '../../../../src-daemon/contract/state.ts'
import type { RevertTarget } from '../../../../src-daemon/contract/state-history.ts'

/** An action on an entry of the history. */
export type HistoryWish =
  | { readonly kind: 'look'; readonly change: ChangeRecord }
  | { readonly kind: 'restore'; readonly change: ChangeRecord }
  | { readonly kind: 'compare'; readonly change: ChangeRecord }
  | { readonly kind: 'revert'; readonly target: RevertTarget }
  | { readonly kind: 'proof'; readonly hash: string; readonly save: boolean }
