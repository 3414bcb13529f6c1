import type { VerifiedDescription } from '../../contract/agent-descriptions.ts'
import type { DidResolver, Signer } from '../../identity/types.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { sendSigned } from '../calling/send-signed.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { readDescription, type ReadDescription } from './read-description.ts'
import { createSeenDescriptions } from './seen.ts'
import { hostOf, verifyDescription } from './verify-description.ts'

/** The largest description that is read, in bytes. */
const MAX_BYTES = 1024 * 1024

/** A description, and the key that signed it. */
export interface OpenedDescription {
  readonly verified: VerifiedDescription
  readonly read: ReadDescription | null
  /** Hex SHA-256 of the public key; null if none was looked up. */
  readonly keyDigest: string | null
}

/** Descriptions of other agents, verified and compared with what was seen of them before. */
export interface Descriptions {
  /** From an address, as one of our DIDs if a signer is given. Errors: `description_unavailable`, those of the guard. */
  fromUrl(url: string, signer: Signer | null): Promise<VerifiedDescription>
  /** The same with what was read; null if it couldn't be. Errors: those of `fromUrl`. */
  open(url: string, signer: Signer | null, signal?: AbortSignal): Promise<OpenedDescription>
  /** From the text of a file. */
  fromText(text: string): Promise<VerifiedDescription>
}

export const createDescriptions = ({
  db,
  guard,
  dids,
  now,
}: {
  readonly db: Database
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly dids: Pick<DidResolver, 'key'>
  readonly now: () => Date
}): Descriptions => {
  const deps = { dids, now, seen: createSeenDescriptions({ db, now }) }

  const fetchText = async (url: string, signer: Signer | null, signal?: AbortSignal): Promise<string> => {
    const host = new URL(url).host
    const policy = { kind: 'package_host', hosts: [host], maxBytes: MAX_BYTES } as const
    const response = await sendSigned({ guard, now }, { method: 'GET', url, signer, policy, signal })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new SatchelError('description_unavailable', {
        params: { host, status: response.status },
        details: { url, status: response.status },
      })
    }
    return response.text()
  }

  const open: Descriptions['open'] = async (url, signer, signal) => {
    const text = await fetchText(url, signer, signal)
    const read = readDescription(text)
    let keyDigest: string | null = null
    const key: DidResolver['key'] = async (keyId, relationship) => {
      const found = await dids.key(keyId, relationship)
      keyDigest = sha256Hex(found.bytes)
      return found
    }
    const verified = await verifyDescription(text, hostOf(url), { ...deps, dids: { key } })
    return { verified, read: 'unreadable' in read ? null : read, keyDigest }
  }

  return {
    open,
    fromUrl: async (url, signer) => verifyDescription(await fetchText(url, signer), hostOf(url), deps),
    fromText: (text) => verifyDescription(text, null, deps),
  }
}
