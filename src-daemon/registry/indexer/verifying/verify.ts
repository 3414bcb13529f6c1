import canonicalize from 'canonicalize'
import { CID } from 'multiformats/cid'
import { sha256Hex } from '../../../platform/sha256.ts'
import { problemOf, verifyPackage } from '../../../packages/index.ts'
import type { AcpPackage } from '../../../contract/packages.ts'
import type { Refusal, VerifiedFile, WaitingVersion } from '../core/types.ts'

const RAW = 0x55
const SHA2_256 = 0x12

type KeyOf = Parameters<typeof verifyPackage>[2]['keyOf']

/** What a record claims about its file. */
export type VerifiedRecord = Pick<WaitingVersion, 'capUri' | 'semver' | 'cid' | 'sha256' | 'authorDid'>

export type Verdict =
  | { readonly kind: 'verified'; readonly file: VerifiedFile }
  | { readonly kind: 'refused'; readonly reason: Refusal }
  /** The file has no errors, but cannot be judged now: the author's document is unreachable. */
  | { readonly kind: 'unknown'; readonly reason: Refusal }

/**
 * Whether a published file matches its record, and an installer would accept it (acp.md 5.3): size, SHA-256,
 * CID, structure, schema, lint, signature, and that it names the record's capability, version and author.
 * Problems of the file have the codes of packages; those of the record are `cid_invalid`,
 * `cid_sha256_mismatch`, `sha256_mismatch`, `cap_uri_mismatch`, `semver_mismatch`, `author_mismatch`.
 */
export const verifyPublished = async (
  record: VerifiedRecord,
  bytes: Uint8Array,
  keyOf: KeyOf,
): Promise<Verdict> => {
  const wrong = recordProblem(record)
  if (wrong !== null) return { kind: 'refused', reason: wrong }
  const sha256 = sha256Hex(bytes)
  if (sha256 !== record.sha256)
    return refused('sha256_mismatch', `The file has SHA-256 ${sha256}, the record says ${record.sha256}.`)

  const {
    package: acp,
    metadata,
    findings,
  } = await verifyPackage(bytes, fileName(record), {
    checkSchema: null,
    keyOf,
  })
  if (acp === null || metadata === null) {
    const finding = findings.find(({ severity }) => severity === 'error')
    if (finding === undefined) throw new Error('a package was refused without a problem')
    const { line, column, message } = problemOf(finding, 'en')
    const reason = { code: finding.code, text: `${String(line)}:${String(column)} ${message}` }
    // An unreachable document may be reachable tomorrow; one that does not list the key is a final answer.
    const isOpen = finding.code === 'did_unresolvable' && finding.params['reason'] === 'did_unreachable'
    return { kind: isOpen ? 'unknown' : 'refused', reason }
  }
  const other = mismatch(record, acp)
  if (other !== null) return { kind: 'refused', reason: other }
  return { kind: 'verified', file: fileOf(acp, metadata, bytes.length) }
}

/**
 * Why no file can match a record: a CID of the raw bytes contains their SHA-256 (acp.md 5.2). Then nothing
 * needs to be fetched.
 */
export const recordProblem = ({ cid, sha256 }: Pick<WaitingVersion, 'cid' | 'sha256'>): Refusal | null => {
  let parsed: CID
  try {
    parsed = CID.parse(cid)
  } catch (thrown) {
    return {
      code: 'cid_invalid',
      text: `${cid.slice(0, 100)}: ${thrown instanceof Error ? thrown.message : ''}`,
    }
  }
  if (parsed.code !== RAW || parsed.multihash.code !== SHA2_256) return null
  const said = Buffer.from(parsed.multihash.digest).toString('hex')
  if (said === sha256) return null
  return {
    code: 'cid_sha256_mismatch',
    text: `The CID stands for SHA-256 ${said}, the record says ${sha256}.`,
  }
}

const mismatch = (
  record: Pick<WaitingVersion, 'capUri' | 'semver' | 'authorDid'>,
  acp: AcpPackage,
): Refusal | null => {
  const pairs = [
    ['cap_uri_mismatch', acp.capUri, record.capUri],
    ['semver_mismatch', acp.version, record.semver],
    ['author_mismatch', acp.author.did, record.authorDid],
  ] as const
  const other = pairs.find(([, inFile, onChain]) => inFile !== onChain)
  if (other === undefined) return null
  const [code, found, expected] = other
  return { code, text: `The file says ${found}, the record says ${expected}.` }
}

const MAX_WORDS = 4000

const fileOf = (acp: AcpPackage, metadata: object, bytes: number): VerifiedFile => ({
  metadata: JSON.stringify(metadata),
  schemaUri: acp.schemaUri,
  statePath: acp.schemaUri.replace(/#.*$/s, ''),
  schemaHash: sha256Hex(canonicalize(acp.schema) ?? ''),
  bytes,
  words: [
    ...acp.tools.map(({ name, description }) => `${name} ${description}`),
    ...acp.examples,
    ...acp.triggers.map((one) => (one.type === 'keyword' ? one.value : '')),
  ]
    .join(' ')
    .slice(0, MAX_WORDS),
})

const refused = (code: string, text: string): Verdict => ({ kind: 'refused', reason: { code, text } })

const fileName = ({ capUri, semver }: Pick<WaitingVersion, 'capUri' | 'semver'>): string =>
  `${capUri.slice('did:nuwa:cap:'.length)}-${semver}.acp.yaml`
