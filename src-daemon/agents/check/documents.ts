import { authorizedKey, documentProof, validateDidDocument, type DidDocument } from '../../identity/index.ts'
import type { DidResolver } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { JsonObject } from '../descriptions/read-description.ts'
import { outcomeOf, type Outcome } from './outcome.ts'

/** Whether JSON looks like a DID document. */
export const isDidDocument = (json: unknown): json is JsonObject & { readonly id: string } =>
  isRecord(json) &&
  typeof json['id'] === 'string' &&
  json['id'].startsWith('did:') &&
  ('verificationMethod' in json || 'authentication' in json)

/** Validates a DID document, the key its DID names, and its proof in either dialect; the reason names the dialect. */
export const checkDidDocument = (json: JsonObject & { readonly id: string }): Outcome => {
  let document: DidDocument | undefined
  const outcome = outcomeOf('', () => {
    document = validateDidDocument(json.id, json)
  })
  if (document === undefined) return outcome
  const proof = documentProof(document)
  switch (proof.state) {
    case 'none':
      return { verdict: 'valid', reason: 'no_proof_needed' }
    case 'unsupported':
      return { verdict: 'unsupported', reason: 'proof_type_unknown', detail: proof.place }
    case 'wrong':
      return {
        verdict: 'invalid',
        reason: 'did_document_invalid',
        detail: `${proof.place}: ${proof.problem}`,
      }
    case 'valid':
      return { verdict: 'valid', reason: `proof_${proof.dialect}` }
  }
}

/** Keys out of documents at hand, for checks without a network. */
export const keysOf = (documents: readonly JsonObject[]): Pick<DidResolver, 'key'> => ({
  key: (keyId, relationship) =>
    Promise.resolve().then(() => {
      const did = keyId.split('#', 1)[0] ?? ''
      const json = documents.find(({ id }) => id === did)
      if (json === undefined)
        throw new SatchelError('did_unreachable', {
          params: { did, host: did.split(':')[2] ?? '', reason: 'not_in_the_files' },
          details: { did },
        })
      return authorizedKey(validateDidDocument(did, json), keyId, relationship)
    }),
})
