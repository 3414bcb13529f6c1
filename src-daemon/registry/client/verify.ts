import type { VerificationKey } from '../../contract/identity.ts'
import { problemOf, verifyPackage } from '../../packages/index.ts'
import type { AcpPackage, JsonObject } from '../../contract/packages.ts'
import { parseCid, sha256OfCid } from '../../platform/cid.ts'
import { SatchelError, toErrorView, toSatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { Language } from '../../contract/language.ts'
import { say, type PhraseKey, type PhraseParams, type TextParams } from '../../text/index.ts'
import type { ChainWord, RegistryPlace } from './chain-word.ts'
import { cleanText } from '../../platform/clean-text.ts'
import {
  VERIFICATION_STEPS,
  type Provenance,
  type Verification,
  type VerificationStep,
} from '../../contract/marketplace.ts'

/** What to verify: what a source says of a version, and how to get its bytes. */
export interface ToVerify {
  readonly from: Provenance['from']
  readonly claimed: {
    readonly capUri: string
    readonly version: string
    readonly authorDid: string
  } | null
  readonly cid: string | null
  readonly sha256: string | null
  /** The chain's record, and where the registry is; null if there is no chain to ask. */
  readonly chain: { readonly word: ChainWord; readonly place: RegistryPlace } | null
  /**
   * Whose verified list names it, and when that was signed; null if there is no such list. `time` is null for what comes with
   * Satchel: each of its packages is signed by itself.
   */
  readonly list?: { readonly did: string; readonly time: string | null } | null
  readonly fetch: () => Promise<Uint8Array>
}

export interface Verified {
  readonly verification: Verification
  /** Null if a step failed or the file could not be fetched: `failure` says why. */
  readonly file: {
    readonly bytes: Uint8Array
    readonly sha256: string
    readonly package: AcpPackage
    readonly metadata: JsonObject
  } | null
  readonly failure: SatchelError | null
}

type Step = (typeof VERIFICATION_STEPS)[number]

/**
 * Error codes of a fetch that mean wrong bytes or a wrong name; any other means that the bytes were
 * unavailable.
 */
const WRONG_CID = ['ipfs_wrong_bytes', 'cid_invalid', 'file_too_large']
const NO_AUTHOR = ['key_not_authorized', 'did_unresolvable']

/**
 * Follows a version from its publication to its author: the record on the chain, the CID of the bytes, their
 * SHA-256, their signature, and the author's DID that lists the key (acp.md 4.1, 5). Stops at the first step
 * that fails; throws nothing.
 */
export const verifyChain = async (
  input: ToVerify,
  deps: { readonly keyOf: (keyId: string) => Promise<VerificationKey>; readonly language: Language },
): Promise<Verified> => {
  const { language } = deps
  const steps: VerificationStep[] = []
  const held = (step: Step, value: string, why: string | null = null): void => {
    steps.push({ step, value: cleanText(value, 400), check: 'held', why, code: null })
  }
  const open = <K extends PhraseKey>(step: Step, value: string, why: K, ...params: PhraseParams<K>): void => {
    steps.push({
      step,
      value: cleanText(value, 400),
      check: 'not_checked',
      why: say(language, why, ...params),
      code: null,
    })
  }
  /** Ends the verification: this step failed, and the steps after it were not checked. */
  const ended = (
    step: Step,
    value: string,
    failure: SatchelError,
    check: 'failed' | 'not_checked',
  ): Verified => {
    const { message, code } = toErrorView(failure, language)
    steps.push({ step, value: cleanText(value, 400), check, why: message, code })
    for (const rest of VERIFICATION_STEPS.slice(steps.length)) open(rest, '', 'market_step_after')
    return { verification: { steps, holds: check !== 'failed' }, file: null, failure }
  }

  const event = checkEvent(input, language)
  if (event.failure !== null) return ended('event', event.value, event.failure, 'failed')
  if (event.why === null) held('event', event.value, event.note)
  else open('event', event.value, event.why.key, event.why.params)

  let bytes: Uint8Array
  try {
    bytes = await input.fetch()
  } catch (thrown) {
    const failure = toSatchelError(thrown)
    const cid = input.cid ?? ''
    if (failure.code === 'cid_sha256_differ') {
      open('cid', cid, 'market_step_not_fetched')
      return ended('sha256', input.sha256 ?? '', failure, 'failed')
    }
    return ended('cid', cid, failure, WRONG_CID.includes(failure.code) ? 'failed' : 'not_checked')
  }
  const isNamedByCid = input.from === 'chain' || input.from === 'indexer' || input.from === 'cid'
  if (isNamedByCid && input.cid !== null) held('cid', input.cid)
  else open('cid', input.cid ?? '', 'market_step_no_cid')

  const sha256 = sha256Hex(bytes)
  const named = input.sha256 ?? (input.cid === null ? null : sha256OfCid(parseCid(input.cid)))
  if (named !== null && named !== sha256) {
    const failure = new SatchelError('registry_file_differs', {
      params: { what: 'SHA-256', expected: named, found: sha256 },
    })
    return ended('sha256', sha256, failure, 'failed')
  }
  if (named === null) open('sha256', sha256, 'market_step_no_hash')
  else held('sha256', sha256)

  const fileName = `${input.claimed?.capUri.replace('did:nuwa:cap:', '') ?? sha256}.acp.yaml`
  const checked = await verifyPackage(bytes, fileName, { checkSchema: null, keyOf: deps.keyOf })
  const errors = checked.findings.filter(({ severity }) => severity === 'error')
  const [first] = errors
  const { package: acp, metadata } = checked
  if (first !== undefined || acp === null || metadata === null) {
    const problems = checked.findings.map((one) => problemOf(one, language))
    const shown = problems.find(({ severity }) => severity === 'error')?.message ?? ''
    const failure = new SatchelError('package_rejected', {
      params: { file: fileName, problem: shown },
      details: { problems },
    })
    const isAuthor = errors.every(({ code }) => NO_AUTHOR.includes(code))
    if (!isAuthor) return ended('signature', '', failure, 'failed')
    open('signature', '', 'market_step_no_key')
    return ended('author', input.claimed?.authorDid ?? '', failure, 'failed')
  }
  held('signature', acp.author.keyId)

  const other = differs(input, acp)
  if (other !== null) return ended('author', acp.author.did, other, 'failed')
  held('author', acp.author.did)
  return {
    verification: { steps, holds: true },
    file: { bytes, sha256, package: acp, metadata },
    failure: null,
  }
}

interface EventCheck {
  readonly value: string
  readonly failure: SatchelError | null
  /** Why it was not checked; null if it was. */
  readonly why: { readonly key: PhraseKey; readonly params?: TextParams } | null
  /** A remark on a check that passed. */
  readonly note: string | null
}

const checkEvent = (
  { from, claimed, cid, sha256, chain, list = null }: ToVerify,
  language: Language,
): EventCheck => {
  const none = <K extends PhraseKey>(value: string, key: K, ...[params]: PhraseParams<K>): EventCheck => ({
    value,
    failure: null,
    why: { key, params: params ?? {} },
    note: null,
  })
  if (list !== null && claimed !== null) {
    const note =
      list.time === null
        ? say(language, 'market_step_builtin')
        : say(language, 'market_step_list', { time: list.time.slice(0, 10) })
    return { value: list.did, failure: null, why: null, note }
  }
  if (chain === null || claimed === null) {
    const keys = {
      builtin: 'market_step_folder',
      folder: 'market_step_folder',
      static: 'market_step_folder',
      indexer: 'market_step_indexer',
      chain: 'market_step_indexer',
      cid: 'market_step_unlisted',
      url: 'market_step_unlisted',
    } as const
    return none('', keys[from])
  }
  const { word, place } = chain
  const name = `${claimed.capUri}@${claimed.version}`
  const at = `${place.name} (${String(place.chainId)}) ${place.contract}`
  const failed = (failure: SatchelError): EventCheck => ({ value: at, failure, why: null, note: null })
  if (word.kind === 'unknown')
    return none(at, 'market_step_no_chain', { problem: toErrorView(word.problem, language).message })
  if (word.kind === 'changed')
    return failed(new SatchelError('registry_record_changed', { params: { name, registry: place.name } }))
  const { record } = word
  if (record === null)
    return failed(new SatchelError('registry_record_missing', { params: { name, registry: place.name } }))
  const pairs = [
    ['CID', cid, record.cid],
    ['SHA-256', sha256, record.sha256],
    ['DID', claimed.authorDid, record.authorDid],
  ] as const
  const other = pairs.find(([, listed, written]) => listed !== written)
  if (other !== undefined) {
    const [what, listed, written] = other
    const params = { name, what, told: cleanText(listed, 300), written: cleanText(written, 300) }
    return failed(new SatchelError('registry_index_differs', { params, details: params }))
  }
  const value = `${at}, ${record.publishedAt}`
  if (word.kind === 'unsettled') return none(value, 'market_step_unsettled')
  const note =
    word.kind === 'remembered'
      ? say(language, 'market_step_remembered', { time: word.at.toISOString().slice(0, 10) })
      : null
  return { value, failure: null, why: null, note }
}

/** Whether a file is another capability, version or author than claimed. */
const differs = ({ claimed }: ToVerify, acp: AcpPackage): SatchelError | null => {
  if (claimed === null) return null
  const pairs = [
    ['registry_file_differs', 'id', `${claimed.capUri}@${claimed.version}`, `${acp.capUri}@${acp.version}`],
    ['registry_author_differs', 'author', claimed.authorDid, acp.author.did],
  ] as const
  const other = pairs.find(([, , said, found]) => said !== found)
  if (other === undefined) return null
  const [code, what, expected, found] = other
  const params = { what, expected: cleanText(expected, 300), found: cleanText(found, 300) }
  return new SatchelError(code, { params, details: params })
}
