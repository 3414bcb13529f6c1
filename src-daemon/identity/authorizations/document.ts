import canonicalize from 'canonicalize'
import { z } from 'zod'
import { sha256Hex } from '../../platform/sha256.ts'
import { invalid, tooDeep } from './refusals.ts'
import { firstProblem } from '../../platform/first-problem.ts'

/** The contexts of every delegated document, in this order; none is ever fetched, and no others are accepted. */
export const CONTEXTS = ['https://w3id.org/zcap/v1', 'https://w3id.org/security/data-integrity/v2'] as const

/**
 * Links from the root to the last one, both included: the owner's root, the install, the turn or another party, and two
 * below.
 */
export const MAX_CHAIN_LENGTH = 5

const LARGEST_DOCUMENT = 64 * 1024
const contexts = z.tuple([z.literal(CONTEXTS[0]), z.literal(CONTEXTS[1])])
const did = z.string().regex(/^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/)
const seconds = z.iso.datetime()

/** A delegated authorization as signed (identity.md 5). Strict, because an unknown caveat must not be ignored. */
const documentSchema = z.strictObject({
  '@context': contexts,
  id: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  parentCapability: z.string().startsWith('urn:'),
  controller: did,
  invocationTarget: z.string().startsWith('urn:nuwa:scope:'),
  allowedAction: z.array(z.string().min(1)).min(1),
  expires: seconds,
  proof: z.strictObject({
    '@context': contexts,
    type: z.literal('DataIntegrityProof'),
    cryptosuite: z.literal('eddsa-jcs-2022'),
    created: seconds,
    verificationMethod: z.string().startsWith('did:'),
    proofPurpose: z.literal('capabilityDelegation'),
    /** From the root to the parent: ids, except that a delegated parent is the whole document. */
    capabilityChain: z.array(z.unknown()).min(1),
    proofValue: z.string().startsWith('z'),
  }),
})
export type AuthorizationDocument = z.infer<typeof documentSchema>

/** The delegated documents in a document, the owner's delegation first and the document itself last. */
export type AuthorizationChain = readonly [AuthorizationDocument, ...AuthorizationDocument[]]

/**
 * Parses a document and those embedded in it. Checks shapes only; it verifies nothing.
 *
 * @throws SatchelError `authorization_invalid`, `authorization_too_deep`
 */
export const readChain = (document: unknown): AuthorizationChain => {
  let chain: AuthorizationChain = [readDocument(document)]
  for (;;) {
    const { capabilityChain } = chain[0].proof
    const links = capabilityChain.length + chain.length
    if (links > MAX_CHAIN_LENGTH) throw tooDeep(links, MAX_CHAIN_LENGTH)
    const parent = capabilityChain.at(-1)
    if (typeof parent === 'string') break
    chain = [readDocument(parent), ...chain]
  }
  return chain
}

const readDocument = (document: unknown): AuthorizationDocument => {
  const parsed = documentSchema.safeParse(document)
  if (parsed.success) return parsed.data
  throw invalid(firstProblem(parsed.error, 'document'), parsed.error)
}

/** Refuses a delegation that would be too deep to be verified. Errors: `authorization_too_deep`. */
export const refuseTooDeep = (parent: AuthorizationChain): void => {
  const links = parent.length + 2
  if (links > MAX_CHAIN_LENGTH) throw tooDeep(links, MAX_CHAIN_LENGTH)
}

/**
 * SHA-256 of the canonical JSON (RFC 8785), hex: the key under which a verification is cached.
 *
 * @throws SatchelError `authorization_invalid` if it isn't JSON, or is too large for a document
 */
export const hashOf = (document: unknown): string => {
  let text: string | undefined
  try {
    text = canonicalize(document)
  } catch (cause) {
    throw invalid('not JSON', cause)
  }
  if (text === undefined) throw invalid('not JSON')
  if (text.length > LARGEST_DOCUMENT) throw invalid('larger than 64 KiB')
  return sha256Hex(text)
}

/** An instant as documents write it: UTC, whole seconds. */
export const inSeconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`
