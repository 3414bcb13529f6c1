import { parseCid, sha256OfCid, type CID } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { MAX_BLOCK_BYTES, nameOf, tooLarge } from './core/blocks.ts'
import { race } from './race.ts'
import type { Ranking } from './ranking.ts'
import { readFile } from './read-file.ts'
import type { BlockOptions, IpfsReader } from './core/store.ts'
import type { Fetched, FetchRequest } from './types.ts'
import type { IpfsPlace } from '../../contract/ipfs.ts'

const TIMEOUT_MS = 30_000

export interface FetchVerifiedDeps {
  /** This machine's disk; asked first, alone. */
  readonly local: IpfsReader
  /** All other sources, nearest first: the nodes, and gateways by rank. */
  readonly others: () => readonly IpfsReader[]
  readonly ranking: Ranking
  readonly staggerMs?: number | undefined
}

/**
 * Fetches the file of a CID: from this disk, else from nodes and gateways raced with staggered starts. Each
 * block is verified against its CID and the whole file against `sha256`; a source with wrong bytes is
 * reported and skipped.
 * Errors: as `IpfsService.fetchVerified`.
 */
export const fetchVerified = async (deps: FetchVerifiedDeps, request: FetchRequest): Promise<Fetched> => {
  const { local, ranking } = deps
  const { sha256, maxBytes = MAX_BLOCK_BYTES, timeoutMs = TIMEOUT_MS } = request
  const cid = parseCid(request.cid)
  const named = sha256OfCid(cid)
  // They confirm each other (acp.md 5.2): if the two differ, no file can match.
  if (sha256 !== undefined && named !== null && named !== sha256.toLowerCase())
    throw differ(cid, sha256, named)

  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([timeout, ...(request.signal === undefined ? [] : [request.signal])])
  const tried: IpfsPlace[] = []
  const from = new Map<string, IpfsReader>()
  let fetched = 0

  const get = async (part: CID, options: BlockOptions): Promise<Uint8Array> => {
    const here: IpfsPlace[] = []
    const input = { ...options, ranking, staggerMs: deps.staggerMs ?? 400 }
    const raced =
      (await race([local], part, { ...input, tried: [] })) ??
      (await race(deps.others(), part, { ...input, tried: here }))
    tried.push(...here)
    if (raced === null) throw failureOf(part, here, maxBytes)
    from.set(`${raced.from.kind} ${raced.from.name}`, raced.from)
    fetched += raced.bytes.length
    request.onBytes?.(fetched)
    return raced.bytes
  }

  try {
    const bytes = await readFile(cid, get, { maxBytes, signal })
    const digest = sha256Hex(bytes)
    if (sha256 !== undefined && digest !== sha256.toLowerCase()) throw differ(cid, sha256, digest)
    const sources = [...from.values()].map(({ kind, name }) => ({ kind, name }))
    return { bytes, cid: cid.toString(), sha256: digest, from: sources, tried }
  } catch (thrown) {
    request.signal?.throwIfAborted()
    if (!timeout.aborted) throw thrown
    const source = deps.others().map(nameOf).join(', ')
    throw new SatchelError('ipfs_timeout', {
      params: { source: source || nameOf(local), seconds: timeoutMs / 1000 },
      details: { cid: cid.toString(), tried },
      cause: thrown,
    })
  }
}

/**
 * The most telling failure of all sources: too large, then wrong bytes, then not found by a source that
 * answered, then no answer. All of them are in `details.tried`.
 */
const failureOf = (cid: CID, tried: readonly IpfsPlace[], limit: number): SatchelError => {
  const those = (code: string): string =>
    tried
      .filter((one) => one.code === code)
      .map(nameOf)
      .join(', ')
  const details = { cid: cid.toString(), tried }
  if (those('file_too_large') !== '') return tooLarge(limit)
  const liars = those('ipfs_wrong_bytes')
  if (liars !== '')
    return new SatchelError('ipfs_wrong_bytes', { params: { source: liars, cid: cid.toString() }, details })
  const slow = those('ipfs_timeout')
  const unreachable = those('ipfs_unreachable')
  const other = tried.some(({ code }) => code !== 'ipfs_timeout' && code !== 'ipfs_unreachable')
  if (!other && slow !== '') {
    const params = { source: slow, seconds: 10 }
    return new SatchelError('ipfs_timeout', { params, details })
  }
  if (!other && unreachable !== '') {
    const problem = tried.map((one) => one.problem).join(' ')
    return new SatchelError('ipfs_unreachable', { params: { source: unreachable, problem }, details })
  }
  const sources = tried.map(nameOf).join(', ') || 'none'
  return new SatchelError('ipfs_not_found', { params: { cid: cid.toString(), sources }, details })
}

const differ = (cid: CID, sha256: string, found: string): SatchelError => {
  const params = { cid: cid.toString(), sha256: sha256.slice(0, 80), found }
  return new SatchelError('cid_sha256_differ', { params, details: params })
}
