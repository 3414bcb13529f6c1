import { createHash } from 'node:crypto'
import { DAG_PB, invalidCid, RAW, SHA2_256, SHA2_512, type CID } from '../../../platform/cid.ts'
import { SatchelError } from '../../../platform/errors.ts'
import type { IpfsReader } from './store.ts'

/** Size limit of a block for exchange with other nodes, and of a package (acp.md 1.1): 1 MiB. */
export const MAX_BLOCK_BYTES = 1024 * 1024

const HASHES: ReadonlyMap<number, string> = new Map([
  [SHA2_256, 'sha256'],
  [SHA2_512, 'sha512'],
])

/** Refuses a CID whose bytes could not be verified, or that is not part of a file. Errors: `cid_invalid`. */
export const checkReadable = (cid: CID): void => {
  if (!HASHES.has(cid.multihash.code))
    throw invalidCid(cid.toString(), `hash 0x${cid.multihash.code.toString(16)} is not known here`)
  if (cid.code !== RAW && cid.code !== DAG_PB)
    throw invalidCid(cid.toString(), `codec 0x${cid.code.toString(16)} is no file`)
}

/** Whether `bytes` match the CID. Errors: `cid_invalid` for an unknown hash function. */
export const isBlock = (cid: CID, bytes: Uint8Array): boolean => {
  checkReadable(cid)
  const hash = createHash(HASHES.get(cid.multihash.code) ?? 'sha256')
  return hash.update(bytes).digest().equals(cid.multihash.digest)
}

/**
 * Returns `bytes` if they match the CID and are not too large. Errors: `ipfs_wrong_bytes` naming the source,
 * `file_too_large`, `cid_invalid`.
 */
export const checkedBlock = (
  cid: CID,
  bytes: Uint8Array,
  { source, maxBytes }: { source: Pick<IpfsReader, 'kind' | 'name'>; maxBytes: number },
): Uint8Array => {
  if (bytes.length > maxBytes) throw tooLarge(maxBytes)
  if (isBlock(cid, bytes)) return bytes
  const params = { source: nameOf(source), cid: cid.toString() }
  throw new SatchelError('ipfs_wrong_bytes', { params, details: params })
}

/** A source's name in errors: its address; the own node stands for the network it asks. */
export const nameOf = ({ name }: Pick<IpfsReader, 'name'>): string => (name === '' ? 'IPFS' : name)

/** The error for too many bytes. */
export const tooLarge = (limit: number): SatchelError =>
  new SatchelError('file_too_large', { params: { limit }, details: { limit } })

/** The error for something a source does not have. */
export const notFound = (cid: CID, source: Pick<IpfsReader, 'kind' | 'name'>): SatchelError => {
  const params = { cid: cid.toString(), sources: nameOf(source) }
  return new SatchelError('ipfs_not_found', { params, details: params })
}

/**
 * Turns a failure of the network guard into one that names the source and its problem. Anything else, such as
 * an abort by the caller, stays as it is.
 */
export const asIpfsError = (
  thrown: unknown,
  source: Pick<IpfsReader, 'kind' | 'name'>,
  maxBytes: number,
): unknown => {
  if (!(thrown instanceof SatchelError)) return thrown
  const name = nameOf(source)
  if (thrown.code === 'response_too_large') return tooLarge(maxBytes)
  if (thrown.code === 'network_timeout')
    return new SatchelError('ipfs_timeout', {
      params: { source: name, seconds: thrown.params['seconds'] ?? 0 },
      details: thrown.details,
      cause: thrown,
    })
  if (!thrown.code.startsWith('network_')) return thrown
  const problem = String(thrown.params['problem'] ?? thrown.params['reason'] ?? thrown.code)
  return unreachable(source, problem, thrown)
}

/** The error for a source that cannot be reached, or answers unlike one. */
export const unreachable = (
  source: Pick<IpfsReader, 'kind' | 'name'>,
  problem: string,
  cause?: unknown,
): SatchelError => {
  const params = { source: nameOf(source), problem: problem.slice(0, 300) }
  return new SatchelError('ipfs_unreachable', { params, details: params, cause })
}
