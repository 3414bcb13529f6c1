import type { ResolvedDid } from '../../../../src-daemon/contract/identity.ts'
import { toErrorView, type ErrorView } from '../../../rpc/errors.ts'
import { candidateKeys } from './candidate-keys.ts'

/** The results of a check; "unchecked" says nothing about the signature. */
export type Verdict =
  | { readonly kind: 'valid'; readonly keyId: string }
  | { readonly kind: 'invalid' }
  /** `error` is null if the DID was resolved but lists no assertion key. */
  | { readonly kind: 'unchecked'; readonly error: ErrorView | null }

/** Checks whether one of the keys of `named` (a key or a DID) made the signature. Never throws. */
export const verdictOf = async (
  named: string,
  asks: {
    readonly resolve: (did: string) => Promise<Pick<ResolvedDid, 'keys'>>
    readonly verify: (keyId: string) => Promise<{ valid: boolean }>
  },
): Promise<Verdict> => {
  try {
    const candidates = await candidateKeys(named, asks.resolve)
    if (candidates.length === 0) return { kind: 'unchecked', error: null }
    for (const keyId of candidates) if ((await asks.verify(keyId)).valid) return { kind: 'valid', keyId }
    return { kind: 'invalid' }
  } catch (thrown) {
    return { kind: 'unchecked', error: toErrorView(thrown) }
  }
}
