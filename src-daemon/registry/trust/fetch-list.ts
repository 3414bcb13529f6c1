import { stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute } from 'node:path'
import { endpointPolicy } from '../../mcp/index.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { isWebPlace, openPlace } from '../static/place.ts'
import {
  checkFreshness,
  checkSignature,
  type Refusals,
  type Seen,
  type SignerCheck,
} from '../static/signed.ts'
import {
  invalidTrustList,
  LIST_FILE,
  MAX_BYTES,
  readTrustList,
  trustBytes,
  type TrustContent,
} from './format.ts'

const refuse: Refusals = {
  invalid: invalidTrustList,
  otherSigner: (params) => new SatchelError('trust_list_other_signer', { params, details: params }),
  older: (params) => new SatchelError('trust_list_older', { params, details: params }),
}

/** A list that was checked. */
export interface TakenList {
  readonly content: TrustContent
  /** The signed file, as it was read. */
  readonly json: string
  /** Of what was signed. */
  readonly sha256: string
  /** What its place tells unchanged lists by. */
  readonly mark: string | null
}

interface Wanted extends SignerCheck {
  readonly place: string
  /** The one taken last; null if there is none. */
  readonly seen: (Seen & { readonly mark: string | null }) | null
  readonly now: Date
}

/**
 * Fetches a list and checks it; null if its place says that it is the one taken last. Errors: `trust_list_*`, those of the
 * place (`network_*`, `response_too_large`, `file_too_large`, `registry_folder_unreadable`, `server_address_refused`) and of `keyOf`.
 */
export const fetchList = async (
  { place, did, keyOf, seen, now }: Wanted,
  guard: Pick<NetworkGuard, 'fetch'>,
  signal: AbortSignal,
): Promise<TakenList | null> => {
  const { folder, file } = await partsOf(place)
  const head = { path: file, maxBytes: MAX_BYTES, invalid: invalidTrustList }
  const answer = await openPlace(folder, guard, head).head(seen?.mark ?? null, { signal })
  if (answer === null) return null
  // A folder is simply read again; its mark would be the whole file.
  const mark = isWebPlace(place) ? answer.mark : null
  const taken = { ...(await verifyList(answer.text, place, { did, keyOf })), mark }
  checkFreshness({ time: taken.content.time, sha256: taken.sha256 }, seen, { place, now }, refuse)
  return taken
}

/** Errors: `trust_list_invalid`, `trust_list_other_signer`, those of `keyOf`. */
export const verifyList = async (
  json: string,
  place: string,
  check: SignerCheck,
): Promise<Omit<TakenList, 'mark'>> => {
  const { signed: content, key_id: keyId, signature } = readTrustList(json, place)
  const bytes = trustBytes(content)
  await checkSignature({ did: content.did, keyId, signature, bytes }, place, check, refuse)
  return { content, json, sha256: sha256Hex(bytes) }
}

/** The folder or address that a list is in, and its file there. Errors: `server_address_refused`, `registry_folder_unreadable`. */
const partsOf = async (place: string): Promise<{ folder: string; file: string }> => {
  if (isWebPlace(place)) {
    await endpointPolicy(place, { own: true })
    const { href, pathname, search } = new URL(place)
    const folder = new URL('.', href).href
    const name = pathname.slice(pathname.lastIndexOf('/') + 1)
    // As a relative path, so that no file's name is read as an address of its own.
    return { folder, file: `./${name === '' ? LIST_FILE : name}${search}` }
  }
  const found = isAbsolute(place) ? await stat(place).catch(() => null) : null
  if (found === null)
    throw new SatchelError('registry_folder_unreadable', { params: { path: place, problem: 'ENOENT' } })
  return found.isDirectory()
    ? { folder: place, file: LIST_FILE }
    : { folder: dirname(place), file: basename(place) }
}
