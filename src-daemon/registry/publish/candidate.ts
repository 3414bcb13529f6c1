import type { IdentityService } from '../../identity/types.ts'
import type { VerificationKey } from '../../contract/identity.ts'
import { problemOf, validatePackage, verifyPackage } from '../../packages/index.ts'
import type { AcpPackage, Problem } from '../../contract/packages.ts'
import { cidOf } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { StateService } from '../../state/types.ts'
import type { Language } from '../../contract/language.ts'
import { tooLarge, MAX_BLOCK_BYTES } from '../ipfs/core/blocks.ts'
import type { SignedFile } from './journal.ts'

export interface CandidateDeps {
  readonly identity: Pick<IdentityService, 'isOwn' | 'keys' | 'signer'>
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly state: Pick<StateService, 'checkSchema'>
  readonly language: () => Language
}

/** A file that an installer would accept once it is signed. */
export interface PublishCandidate {
  readonly acp: Pick<AcpPackage, 'title' | 'capUri' | 'version' | 'schemaUri' | 'schema' | 'changelog'>
  readonly author: { readonly did: string; readonly isOwn: boolean }
  readonly sha256: string
  /** Null if it has to be signed first. */
  readonly signed: SignedFile | null
  /** The key that will sign it; null for the default key. */
  readonly keyId: string | null
  readonly warnings: readonly Problem[]
}

/** Problems that signing resolves. */
const UNSIGNED: ReadonlySet<string> = new Set(['unsigned', 'invalid_signature_form', 'bad_signature'])

/**
 * Checks a file as an installer would. One that its author signed is published byte for byte; one of the
 * owner's that is unsigned, or was changed since, will be signed.
 *
 * @throws SatchelError `file_too_large`, `package_rejected` with `details.problems`, `author_is_other` for
 * another author's unsigned file, `schema_changed_without_version`, `schema_id_conflict`, those of
 * `IdentityService.signer`
 */
export const openCandidate = async (
  deps: CandidateDeps,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array },
): Promise<PublishCandidate> => {
  const { identity, keyOf, state, language } = deps
  if (bytes.length > MAX_BLOCK_BYTES) throw tooLarge(MAX_BLOCK_BYTES)
  const checkSchema: StateService['checkSchema'] = (input) => {
    state.checkSchema(input)
  }
  const sha256 = sha256Hex(bytes)
  const problemsOf = (findings: Parameters<typeof problemOf>[0][]): Problem[] =>
    findings.map((one) => problemOf(one, language()))

  const verified = await verifyPackage(bytes, fileName, { checkSchema, keyOf })
  if (verified.package !== null) {
    const { did } = verified.package.author
    return {
      acp: verified.package,
      author: { did, isOwn: identity.isOwn(did) },
      sha256,
      signed: { bytes, sha256, cid: cidOf(bytes) },
      keyId: null,
      warnings: problemsOf(verified.findings),
    }
  }

  const errors = verified.findings.filter(({ severity }) => severity === 'error')
  const draft = validatePackage(bytes, fileName, { checkSchema, signature: 'ignored' })
  const isUnsigned = errors.every(({ code }) => UNSIGNED.has(code))
  const claimed = draft.package?.author
  const isOthers = claimed !== undefined && claimed.did !== '' && !identity.isOwn(claimed.did)
  if (draft.package === null || !isUnsigned) {
    // Problems that signing does not resolve come first: "not signed" alone would mislead the author.
    const problems = problemsOf(draft.package === null ? draft.findings : verified.findings)
    const problem = problems.find(({ severity }) => severity === 'error')?.message ?? ''
    throw new SatchelError('package_rejected', { params: { file: fileName, problem }, details: { problems } })
  }
  if (isOthers)
    throw new SatchelError('author_is_other', {
      params: { file: fileName, author: claimed.did },
      details: { author: claimed.did },
    })
  const isUsable = identity.keys().some((key) => key.keyId === claimed?.keyId && key.retiredAt === null)
  const keyId = isUsable && claimed !== undefined ? claimed.keyId : null
  const signer = identity.signer({ keyId: keyId ?? undefined, purpose: 'package', requester: 'owner' })
  if (claimed !== undefined && claimed.did !== '' && claimed.did !== signer.did)
    throw new SatchelError('author_is_other', {
      params: { file: fileName, author: claimed.did },
      details: { author: claimed.did },
    })
  return {
    acp: draft.package,
    author: { did: signer.did, isOwn: true },
    sha256,
    signed: null,
    keyId,
    warnings: problemsOf(draft.findings),
  }
}
