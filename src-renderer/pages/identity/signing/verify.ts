import type { ResolvedDid } from '../../../../src-daemon/contract/identity.ts'
import { toErrorView, type ErrorView } from '../../../rpc/errors.ts'
import { candidateKeys } from './candidate-keys.ts'

/** The three results of a check; that something could not be checked says nothing about the signature. */
export type Verdict =
  | { readonly kind: 'valid'; readonly keyId: string }
  | { readonly kind: 'invalid' }
  /** `error` null: the DID could be read, and lists no key that makes statements. */
  | { readonly kind: 'unchecked'; readonly error: ErrorView | null }

/** Asks whether one of the keys meant by `named` (a key, or a DID) made the signature. Never throws. */
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
