import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, type Dirent } from 'node:fs'
import { dirname, join } from 'node:path'
import type { VerificationKey } from '../../contract/identity.ts'
import { validatePackage } from '../../packages/index.ts'
import { parseCid, sha256OfCid } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import { writeFileAtomic } from '../../platform/files.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { Language } from '../../contract/language.ts'
import { authorOf, withPackage } from './entry.ts'
import {
  FILES,
  filePath,
  HEAD,
  headContent,
  invalidList,
  listPath,
  LISTS,
  picturePath,
  PICTURES,
  readList,
  type Entry,
  type Head,
  type HeadContent,
  type SignedHandover,
} from './format.ts'
import { verifyHead } from './verify-head.ts'

export interface ExportInput {
  /** Made if it isn't there. One that holds a static registry is continued. */
  readonly folder: string
  /** Signed packages to add; those that are there already stay. */
  readonly files: Iterable<{
    readonly fileName: string
    readonly bytes: Uint8Array
    /** By their hash, those that may be its pictures. */
    readonly pictures?: ReadonlyMap<string, Uint8Array> | undefined
  }>
  /** Versions to withdraw, `name@1.0.0`, and why. */
  readonly withdrawn?: { readonly versions: readonly string[]; readonly reason: string } | undefined
  /** Statements that a name was passed on. */
  readonly handovers?: readonly { readonly capUri: string; readonly statement: SignedHandover }[] | undefined
  /** When it is signed. With the same packages and what is in the folder, the same time gives the same bytes. */
  readonly time: Date
  /** Days after which it is to be signed anew; null for no promise. */
  readonly validDays: number | null
  /** Sign anew even if nothing has changed. */
  readonly isRenewed: boolean
  /** The publisher. */
  readonly did: string
  readonly sign: (content: HeadContent) => Promise<Head>
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly language: Language
}

export interface Exported {
  readonly packages: number
  readonly versions: number
  readonly added: number
  readonly withdrawn: number
  /** The names of the files whose pictures are not all there. */
  readonly without: readonly string[]
  /** False if the folder was as it should be. */
  readonly isChanged: boolean
  readonly time: string
}

/**
 * Writes a static registry into a folder, or continues one. Files and lists are named by their hash and written first; the
 * head is replaced last, in one step, so a reader or a crash at any moment finds the old registry or the new one.
 * Errors: `package_rejected`, `registry_version_exists`, `registry_other_author`, `registry_version_unknown`,
 * `registry_list_invalid` and `registry_list_other_signer` if the folder holds something else, `file_exists` if it isn't empty and
 * holds no registry, those of signing.
 */
export const exportRegistry = async (input: ExportInput): Promise<Exported> => {
  const { folder, time, validDays, did, sign } = input
  const before = await openFolder(input)
  const entries = new Map(before.entries.map((entry) => [entry.cap_uri, entry]))
  // Passed on first: a file of the next author is then one that may follow.
  for (const { capUri, statement } of input.handovers ?? [])
    entries.set(capUri, withHandover(entries, capUri, statement))
  let added = 0
  const without: string[] = []
  for (const { fileName, bytes, pictures } of input.files) {
    const entry = await withPackage(entries, { bytes, fileName }, input)
    if (entry !== null) {
      entries.set(entry.cap_uri, entry)
      added += 1
    }
    keepFile(folder, filePath(sha256Hex(bytes)), bytes)
    if (!keepPictures(folder, { fileName, bytes }, pictures)) without.push(fileName)
  }
  const withdrawn = withdraw(entries, input.withdrawn)
  const ordered = [...entries.values()].toSorted((a, b) => (a.cap_uri < b.cap_uri ? -1 : 1))
  const list = Buffer.from(ordered.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const sha256 = sha256Hex(list)
  const counts = {
    packages: ordered.length,
    versions: ordered.reduce((sum, { versions }) => sum + versions.length, 0),
    added,
    withdrawn,
    without,
  }
  if (before.head?.list.sha256 === sha256 && !input.isRenewed)
    return { ...counts, isChanged: false, time: before.head.time }

  const signedAt = later(time, before.head)
  const content = headContent({
    did,
    time: signedAt.toISOString(),
    ...(validDays === null
      ? {}
      : { valid_until: new Date(signedAt.getTime() + validDays * 86_400_000).toISOString() }),
    list: { sha256, bytes: list.length },
  })
  const head = await sign(content)
  mkdirSync(join(folder, LISTS), { recursive: true })
  writeFileAtomic(join(folder, listPath(sha256)), list, 0o644)
  writeFileAtomic(join(folder, HEAD), `${JSON.stringify(head, null, 2)}\n`, 0o644)
  clean(folder, [sha256, before.head?.list.sha256])
  return { ...counts, isChanged: true, time: content.time }
}

interface Before {
  readonly head: HeadContent | null
  readonly entries: readonly Entry[]
}

/** What the folder holds; a damaged registry, or somebody else's, is refused and stays. */
const openFolder = async ({ folder, did, keyOf }: ExportInput): Promise<Before> => {
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder)
  if (!names.includes(HEAD)) {
    // An export that was cut off before its first head leaves nothing but these.
    const other = names.find((name) => ![FILES, LISTS, PICTURES].includes(name) && !name.startsWith('.'))
    if (other !== undefined) throw new SatchelError('file_exists', { params: { path: folder } })
    return { head: null, entries: [] }
  }
  const head = await verifyHead(readFileSync(join(folder, HEAD), 'utf8'), folder, { did, keyOf })
  const path = join(folder, listPath(head.list.sha256))
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (thrown) {
    throw invalidList(folder, listPath(head.list.sha256), thrown)
  }
  const { entries, dropped } = readList(bytes.toString('utf8'))
  if (sha256Hex(bytes) !== head.list.sha256 || dropped > 0)
    throw invalidList(folder, listPath(head.list.sha256))
  return { head, entries }
}

/** Writes a file unless it is there unchanged. */
const keepFile = (folder: string, name: string, bytes: Uint8Array): void => {
  const path = join(folder, name)
  if (hashOfFile(path) === sha256Hex(bytes)) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileAtomic(path, bytes, 0o644)
}

/** The hash of a file; null if there is none. */
const hashOfFile = (path: string): string | null => {
  try {
    return sha256Hex(readFileSync(path))
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null
    throw thrown
  }
}

/** Writes the pictures that a package names; whether all of them are there. */
const keepPictures = (
  folder: string,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array },
  beside: ReadonlyMap<string, Uint8Array> = new Map(),
): boolean => {
  const { package: acp } = validatePackage(bytes, fileName, { checkSchema: null, signature: 'ignored' })
  let isWhole = true
  for (const { cid } of acp?.screenshots ?? []) {
    const sha256 = sha256OfCid(parseCid(cid)) ?? ''
    const picture = beside.get(sha256)
    if (picture !== undefined) keepFile(folder, picturePath(sha256), picture)
    else if (hashOfFile(join(folder, picturePath(sha256))) !== sha256) isWhole = false
  }
  return isWhole
}

const withdraw = (entries: Map<string, Entry>, wanted: ExportInput['withdrawn']): number => {
  let count = 0
  for (const name of wanted?.versions ?? []) {
    const [capability = '', version = ''] = name.replace(/^did:nuwa:cap:/, '').split('@')
    const uri = `did:nuwa:cap:${capability}`
    const entry = entries.get(uri)
    const found = entry?.versions.find((one) => one.semver === version)
    if (entry === undefined || found === undefined)
      throw new SatchelError('registry_version_unknown', { params: { name: capability, version } })
    if (found.yanked !== undefined) continue
    const versions = entry.versions.map((one) =>
      one === found ? { ...one, yanked: wanted?.reason ?? '' } : one,
    )
    entries.set(uri, { ...entry, versions })
    count += 1
  }
  return count
}

const withHandover = (
  entries: ReadonlyMap<string, Entry>,
  capUri: string,
  statement: SignedHandover,
): Entry => {
  const entry = entries.get(capUri)
  const name = capUri.replace('did:nuwa:cap:', '')
  if (entry === undefined) throw new SatchelError('registry_name_unknown', { params: { name } })
  const by = authorOf(entry)
  if (by !== statement.from) throw new SatchelError('registry_other_author', { params: { name, by } })
  return { ...entry, handovers: [...(entry.handovers ?? []), statement] }
}

/** Always later than the head before it, whatever the clock says, since readers take no older one. */
const later = (time: Date, before: HeadContent | null): Date =>
  before === null ? time : new Date(Math.max(time.getTime(), Date.parse(before.time) + 1000))

/** Removes lists that no reader can be in the middle of any more, and what a killed export left. */
const clean = (folder: string, kept: readonly (string | undefined)[]): void => {
  const names = new Set(kept.map((sha256) => `${sha256 ?? ''}.jsonl`))
  const isLeft = ({ name }: Dirent): boolean => name.startsWith('.') && name.endsWith('.tmp')
  for (const part of ['', LISTS, FILES, PICTURES]) {
    if (!existsSync(join(folder, part))) continue
    const inside = readdirSync(join(folder, part), { withFileTypes: true })
    for (const one of inside)
      if (one.isFile() && (isLeft(one) || (part === LISTS && !names.has(one.name))))
        rmSync(join(folder, part, one.name))
  }
}
