import type { VerificationKey } from '../contract/identity.ts'
import { SatchelError } from '../platform/errors.ts'
import type { StateService } from '../state/types.ts'
import type { Language } from '../contract/language.ts'
import type { Authors } from './authors.ts'
import type { CatalogueFile } from './catalogue.ts'
import { problemOf } from './document/findings.ts'
import type { PackageFile, Records } from './records.ts'
import type { PackageStore } from './store.ts'
import type { CandidateFile, CandidateFiles } from './types.ts'
import type { AcpPackage, Handover, PackageSource } from '../contract/packages.ts'
import { verifyPackage } from './document/validate.ts'

/** A file that passed every check of an install and waits for the user's decision. */
export interface Candidate {
  readonly entry: PackageFile
  readonly bytes: Uint8Array
  /**
   * Whether the author's document was checked for the key just now; for a rollback it was checked at the
   * install.
   */
  readonly checkedNow: boolean
  /** What the marketplace needs to know when it fetched the file. */
  readonly fetched: CandidateFile | null
}

export interface CandidatesDeps {
  readonly records: Pick<Records, 'file' | 'install' | 'otherBytesOf'>
  readonly authors: Pick<Authors, 'ownerOf'>
  readonly store: Pick<PackageStore, 'read'>
  readonly shipped: { file(id: string): CatalogueFile }
  readonly candidateFiles: Pick<CandidateFiles, 'open'> | null
  readonly state: Pick<StateService, 'checkSchema'>
  readonly isOwn: (did: string) => boolean
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly language: () => Language
}

type CheckSchema = StateService['checkSchema']
const CONFLICTS: readonly string[] = ['schema_changed_without_version', 'schema_id_conflict']

/** Turns package files, whatever their source, into candidates for review and install (acp.md 4.1). */
export const createCandidates = (deps: CandidatesDeps) => {
  const { records, authors, store, shipped, candidateFiles, state, isOwn, keyOf, language } = deps

  /**
   * Errors: `registry_candidate_gone`, `package_rejected` with `details.problems`, `schema_changed_without_version` and `schema_id_conflict` (acp.md 4.4); for
   * `previous` those of `previousOf`.
   */
  const open = async (source: PackageSource): Promise<Candidate> => {
    if (source.kind === 'previous') return previousOf(source.name)
    const { fileName, bytes, fetched } = read(source)
    const conflicts: SatchelError[] = []
    const checkSchema: CheckSchema = (input) => {
      conflicts.push(...conflictsOf(input))
    }
    const verified = await verifyPackage(bytes, fileName, { checkSchema, keyOf })
    const { package: acp, findings, signature } = verified
    if (acp !== null && signature !== null) {
      // The file itself is fine, but conflicts with what this machine already has.
      for (const conflict of conflicts) throw conflict
      return { entry: { package: acp, findings, signature }, bytes, checkedNow: true, fetched }
    }
    const problems = findings.map((one) => problemOf(one, language()))
    const first = problems.find(({ severity }) => severity === 'error')
    throw new SatchelError('package_rejected', {
      params: { file: fileName, problem: first?.message ?? '' },
      details: { problems },
    })
  }

  const conflictsOf = (input: Parameters<CheckSchema>[0]): SatchelError[] => {
    try {
      state.checkSchema(input)
      return []
    } catch (thrown) {
      if (thrown instanceof SatchelError && CONFLICTS.includes(thrown.code)) return [thrown]
      throw thrown
    }
  }

  const read = (
    source: Exclude<PackageSource, { kind: 'previous' }>,
  ): { fileName: string; bytes: Uint8Array; fetched: CandidateFile | null } => {
    if (source.kind === 'catalogue') return { ...shipped.file(source.id), fetched: null }
    if (source.kind === 'candidate') {
      if (candidateFiles === null) throw new SatchelError('registry_candidate_gone')
      const fetched = candidateFiles.open(source.id)
      return { ...fetched, fetched }
    }
    const bytes = new Uint8Array(Buffer.from(source.bytesBase64, 'base64'))
    return { fileName: source.fileName, bytes, fetched: null }
  }

  /**
   * The version a rollback returns to. It was verified when it was installed and its hash is unchanged, so its keys aren't checked again: an
   * author who changed keys meanwhile, or can't be reached, can't prevent the rollback (acp.md 2.5).
   * Errors: `package_not_installed`, `no_previous_version`, `package_file_damaged`.
   */
  const previousOf = (name: string): Candidate => {
    const install = records.install(name)
    if (install === null) throw new SatchelError('package_not_installed', { params: { name } })
    if (install.previousSha256 === null) throw new SatchelError('no_previous_version', { params: { name } })
    const bytes = store.read(install.previousSha256)
    if (bytes === null) throw new SatchelError('package_file_damaged', { params: { name } })
    return { entry: records.file(install.previousSha256), bytes, checkedNow: false, fetched: null }
  }

  /**
   * A name belongs to its first author, also after it was removed: its state may still be there (acp.md 4.4, 5.1). A version is
   * immutable (cap.md 4); only the owner's own drafts may change under one number (acp.md 2.6). A handover that a registry
   * proves, or to the owner, whose signature can't be forged, is returned, to be agreed to; null if there is none.
   * Errors: `author_changed`, `version_exists`.
   */
  const refuseTaken = (acp: AcpPackage, proven: Handover | null): Handover | null => {
    const { name, version, title, author, sha256 } = acp
    const known = authors.ownerOf(name)
    const isOther = known !== null && known !== author.did && !(isOwn(known) && isOwn(author.did))
    const isProven = proven !== null && proven.from === known && proven.to === author.did
    const own = isOwn(author.did) && known !== null ? { from: known, to: author.did, registry: null } : null
    const handover = isOther ? (isProven ? proven : own) : null
    if (isOther && handover === null) {
      throw new SatchelError('author_changed', {
        params: { name, known, found: author.did },
        details: { known, found: author.did },
      })
    }
    const other = isOwn(author.did) ? null : records.otherBytesOf(acp)
    if (other === null) return handover
    throw new SatchelError('version_exists', {
      params: { title, version },
      details: { name, version, known: other, found: sha256 },
    })
  }

  return { open, previousOf, refuseTaken }
}
export type Candidates = ReturnType<typeof createCandidates>
