import { randomUUID } from 'node:crypto'
import { SatchelError } from '../../platform/errors.ts'
import { keyIdOfDid } from '../dids/did-key.ts'
import type { Signer } from '../core/types.ts'
import {
  CONTEXTS,
  MAX_CHAIN_LENGTH,
  readChain,
  type AuthorizationChain,
  type AuthorizationDocument,
} from './document.ts'
import { invalid, wrongTarget } from './refusals.ts'
import { rootIdOf } from './target.ts'

/**
 * Signing and verifying with the maintained ZCAP library: `CapabilityDelegation` proofs of `eddsa-jcs-2022`. The
 * library is large (15 MB of memory), so it is loaded on first use.
 */
const loadLibrary = async () => {
  const [zcap, signatures, integrity, suite] = await Promise.all([
    import('@digitalbazaar/zcap'),
    import('jsonld-signatures'),
    import('@digitalbazaar/data-integrity'),
    import('@digitalbazaar/eddsa-jcs-2022-cryptosuite'),
  ])
  return { ...zcap, ...signatures.default, ...integrity, ...suite }
}
let loading: ReturnType<typeof loadLibrary> | null = null
const library = (): ReturnType<typeof loadLibrary> => (loading ??= loadLibrary())

const DID_CONTEXTS = ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'] as const

/**
 * Signs one delegation. `parent` is the chain of the parent, or null below the root.
 * Errors: those of the signer.
 */
export const signDelegation = async (input: {
  readonly by: Signer
  readonly owner: string
  readonly parent: AuthorizationChain | null
  readonly body: Pick<AuthorizationDocument, 'controller' | 'invocationTarget' | 'allowedAction' | 'expires'>
  readonly at: Date
}): Promise<AuthorizationChain> => {
  const { by, owner, parent, body, at } = input
  const { sign, CapabilityDelegation, DataIntegrityProof, createSignCryptosuite } = await library()
  const last = parent?.at(-1)
  const root = rootIdOf(body.invocationTarget)
  const document = {
    '@context': [CONTEXTS[0]],
    id: `urn:uuid:${randomUUID()}`,
    ...body,
    allowedAction: [...new Set(body.allowedAction)],
    parentCapability: last?.id ?? root,
  }
  const signed = await sign(document, {
    suite: new DataIntegrityProof({
      signer: { id: by.keyId, algorithm: 'Ed25519', sign: ({ data }) => by.sign(data) },
      // If the clock was set back, a child must not be older than its parent.
      date: last === undefined || at.toISOString() > last.proof.created ? at : new Date(last.proof.created),
      cryptosuite: createSignCryptosuite(),
    }),
    purpose: new CapabilityDelegation({ parentCapability: last ?? root }),
    documentLoader: await localLoader(body.invocationTarget, owner),
  })
  return readChain(signed)
}

/**
 * Verifies the proofs and rules of a whole chain, from the owner's root on, but neither time nor revocation. Errors:
 * `authorization_invalid`, `authorization_widened`, `authorization_wrong_target`.
 */
export const verifyDelegations = async (chain: AuthorizationChain, owner: string): Promise<void> => {
  nameWhatIsWrong(chain)
  const { verify, CapabilityDelegation, DataIntegrityProof, createVerifyCryptosuite } = await library()
  const last = chain.at(-1) ?? chain[0]
  const suite = new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() })
  const { verified, error } = await verify(last, {
    suite,
    purpose: new CapabilityDelegation({
      expectedRootCapability: rootIdOf(last.invocationTarget),
      suite,
      // Expiry is checked at each use; here a wrong result would be cached.
      date: new Date(chain[0].proof.created),
      maxChainLength: MAX_CHAIN_LENGTH,
      maxClockSkew: 0,
    }),
    documentLoader: await localLoader(last.invocationTarget, owner),
  })
  if (!verified) throw invalid('its proof does not hold', error)
}

/** The library checks these rules too, but reports them only as text; this gives each its code. */
const nameWhatIsWrong = (chain: AuthorizationChain): void => {
  const [first] = chain
  if (first.parentCapability !== rootIdOf(first.invocationTarget))
    throw wrongTarget(first.parentCapability, rootIdOf(first.invocationTarget))
  for (const [index, child] of chain.entries()) {
    const parent = chain[index - 1]
    if (parent === undefined) continue
    if (child.invocationTarget !== parent.invocationTarget)
      throw wrongTarget(parent.invocationTarget, child.invocationTarget)
    refuseWidened(parent, { actions: child.allowedAction, expires: child.expires })
  }
}

/** Errors: `authorization_widened`, naming the excess. */
export const refuseWidened = (
  parent: AuthorizationDocument,
  child: { readonly actions: readonly string[]; readonly expires: string },
): void => {
  const added = child.actions.filter((action) => !parent.allowedAction.includes(action))
  const longer = Date.parse(child.expires) > Date.parse(parent.expires)
  if (added.length === 0 && !longer) return
  const what = [...added, ...(longer ? [`${child.expires} > ${parent.expires}`] : [])].join(', ')
  throw new SatchelError('authorization_widened', { params: { what }, details: { added, longer } })
}

/**
 * Serves the owner's root and `did:key` documents, which follow from their names. Refuses anything else: nothing that a
 * document names is ever fetched.
 */
const localLoader = async (target: string, owner: string): Promise<ZcapDocumentLoader> => {
  const { createRootCapability } = await library()
  const root = createRootCapability({ controller: owner, invocationTarget: target })
  const documentOf = (url: string): unknown => {
    if (url === root.id) return root
    const did = url.split('#', 1)[0] ?? ''
    if (!did.startsWith('did:key:')) throw invalid(`${url} is not known here`)
    const keyId = keyIdOfDid(did)
    const method = {
      '@context': DID_CONTEXTS[1],
      id: keyId,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: did.slice('did:key:'.length),
    }
    if (url === keyId) return method
    if (url === did) return { '@context': [...DID_CONTEXTS], id: did, capabilityDelegation: [keyId] }
    throw invalid(`${url} is not known here`)
  }
  return (url) =>
    Promise.resolve().then(() => ({ contextUrl: null, documentUrl: url, document: documentOf(url) }))
}
