import type {
  DescriptionReason,
  DescriptionVerdict,
  VerifiedDescription,
} from '../../contract/agent-descriptions.ts'
import type { DidResolver } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import { checkProof, invalid, readProof, signedOf, type Proof, type Refusal, type Signed } from './proof.ts'
import { describe, readDescription, type JsonObject, type ReadDescription } from './read-description.ts'
import type { SeenDescriptions } from './seen.ts'

export interface VerifyDescriptionDeps {
  readonly dids: Pick<DidResolver, 'key'>
  readonly now: () => Date
  /** Null: nothing is compared with what was seen before, and nothing is remembered. */
  readonly seen: SeenDescriptions | null
}

/** Seconds by which the signer's clock may be ahead. */
const AHEAD_MS = 60_000

/**
 * Reads a description and verifies its proof (anp.md 3): by a key that its own DID lists for assertions, over the whole
 * document, for the host it was fetched from. A description that wasn't fetched (`fetchedFrom` null) is compared with
 * the address it gives itself. Nothing is fetched but the DID document, and that by `dids`.
 */
export const verifyDescription = async (
  text: string,
  fetchedFrom: string | null,
  deps: VerifyDescriptionDeps,
): Promise<VerifiedDescription> => {
  const read = readDescription(text)
  if ('unreadable' in read) return verified(null, fetchedFrom, invalid('unreadable', read.unreadable))
  return verifyReadDescription(read, fetchedFrom, deps)
}

/** The same for a description that was parsed already, e.g. from a file of vectors. */
export const verifyParsedDescription = (
  json: JsonObject,
  fetchedFrom: string | null,
  deps: VerifyDescriptionDeps,
): Promise<VerifiedDescription> => verifyReadDescription(describe(json), fetchedFrom, deps)

const verifyReadDescription = async (
  read: ReadDescription,
  fetchedFrom: string | null,
  deps: VerifyDescriptionDeps,
): Promise<VerifiedDescription> => {
  const signed = signedOf(read.json)
  if (signed === null) return verified(read, fetchedFrom, invalid('unreadable', 'not_json'))
  const hashed = { digest: signed.digest.toString('hex'), proof: null, pin: null }
  const proof = readProof(read.json)
  if ('verdict' in proof) return verified(read, fetchedFrom, proof, hashed)
  const found = { ...hashed, proof }
  const refusal = checkStated(read, proof, fetchedFrom, deps.now()) ?? checkChallenge(read, found, deps.seen)
  if (refusal !== null) return verified(read, fetchedFrom, refusal, found)
  const reasons = await checkSignature(proof, signed, deps.dids)
  if ('verdict' in reasons) return verified(read, fetchedFrom, reasons, found)
  const pin = deps.seen?.compare(read, found) ?? null
  deps.seen?.remember(read, found)
  const domain: DescriptionReason =
    proof.domains.length === 0
      ? 'no_domain'
      : fetchedFrom === null
        ? 'domain_of_own_address'
        : 'domain_matches'
  return verified(read, fetchedFrom, [...reasons, domain], { ...found, pin })
}

/** What the proof says about itself: whose key, when, for which host. */
const checkStated = (
  { did, url }: ReadDescription,
  { keyId, created, domains, challenge }: Proof,
  fetchedFrom: string | null,
  now: Date,
): Refusal | null => {
  if (did === null) return invalid('no_did')
  if (!keyId.startsWith(`${did}#`)) return invalid('key_of_another_did', keyId)
  if (created !== null) {
    const at = Date.parse(created)
    if (Number.isNaN(at)) return invalid('created_unreadable', created)
    if (at > now.getTime() + AHEAD_MS) return invalid('created_in_future', created)
  }
  if (domains.length === 0) return null
  if (challenge === null) return invalid('domain_without_challenge')
  const host = fetchedFrom ?? hostOf(url)
  return host !== null && domains.some((domain) => isHost(domain, host))
    ? null
    : invalid('wrong_domain', `${domains.join(', ')} ≠ ${host ?? '—'}`)
}

/** A challenge is for one document: with another one, somebody made or changed it later. */
const checkChallenge = (
  { did }: ReadDescription,
  { proof, digest }: { readonly proof: Proof; readonly digest: string },
  seen: SeenDescriptions | null,
): Refusal | null => {
  if (seen === null || did === null || proof.challenge === null) return null
  return seen.hasOther(did, proof.challenge, digest) ? invalid('challenge_reused', proof.challenge) : null
}

const checkSignature = async (
  proof: Proof,
  signed: Signed,
  dids: Pick<DidResolver, 'key'>,
): Promise<readonly DescriptionReason[] | Refusal> => {
  try {
    return checkProof(proof, await dids.key(proof.keyId, 'assertionMethod'), signed)
  } catch (thrown) {
    if (thrown instanceof SatchelError && thrown.code !== 'internal')
      return invalid('key_unavailable', thrown.code)
    throw thrown
  }
}

/** The host of an address, with its port; null if it is none. */
export const hostOf = (url: string | null): string | null =>
  url !== null && URL.canParse(url) && new URL(url).host !== '' ? new URL(url).host : null

/** A domain names a host, on whatever port unless it says one; some write the whole origin. */
const isHost = (domain: string, host: string): boolean => {
  const named = (domain.includes('://') ? (hostOf(domain) ?? '') : domain).toLowerCase()
  return named === host || named === host.replace(/:\d+$/, '')
}

const verdictOf = (reasons: readonly DescriptionReason[]): DescriptionVerdict => {
  if (reasons.includes('no_domain')) return 'not-domain-bound'
  return reasons.some((one) => one.startsWith('legacy_')) ? 'valid-legacy' : 'valid'
}

const verified = (
  read: ReadDescription | null,
  fetchedFrom: string | null,
  outcome: Refusal | readonly DescriptionReason[],
  found: Pick<VerifiedDescription, 'digest' | 'pin'> & { readonly proof: Proof | null } = {
    digest: null,
    proof: null,
    pin: null,
  },
): VerifiedDescription => {
  const { digest, proof, pin } = found
  return {
    ...('verdict' in outcome
      ? { verdict: outcome.verdict, reasons: [{ code: outcome.code, detail: outcome.detail }] }
      : { verdict: verdictOf(outcome), reasons: outcome.map((code) => ({ code, detail: null })) }),
    warnings: read?.warnings ?? [],
    form: read?.form ?? null,
    name: read?.name ?? null,
    did: read?.did ?? null,
    version: read?.version ?? null,
    keyId: proof?.keyId ?? null,
    domain: proof?.domains.join(', ') || null,
    fetchedFrom,
    digest,
    interfaces: read?.interfaces ?? [],
    pin,
  }
}
