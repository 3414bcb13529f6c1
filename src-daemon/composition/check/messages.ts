import type { ErrorCode, TextParams } from '../../text/index.ts'
import type { Slice } from './slice.ts'

/** The messages of the thread that checks a slice. */
export type SliceMessage =
  | { readonly kind: 'done'; readonly slice: Slice }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly params: TextParams }
