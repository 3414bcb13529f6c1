import type { VerifiedDescription } from '../../contract/agent-descriptions.ts'
import type { DidResolver, Signer } from '../../identity/types.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { fetchSigned } from '../calling/fetch-signed.ts'
import { createSeenDescriptions } from './seen.ts'
import { hostOf, verifyDescription } from './verify-description.ts'

/** The largest description that is read, in bytes. */
const MAX_BYTES = 1024 * 1024

/** Descriptions of other agents, verified and compared with what was seen of them before. */
export interface Descriptions {
  /** From an address, as one of our DIDs if a signer is given. Errors: `description_unavailable`, those of the guard. */
  fromUrl(url: string, signer: Signer | null): Promise<VerifiedDescription>
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

  const fetchText = async (url: string, signer: Signer | null): Promise<string> => {
    const host = new URL(url).host
    const policy = { kind: 'package_host', hosts: [host], maxBytes: MAX_BYTES } as const
    const response =
      signer === null
        ? await guard.fetch(url, { headers: { accept: 'application/json' } }, policy)
        : await fetchSigned({ guard, now }, { url, signer, policy })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new SatchelError('description_unavailable', {
        params: { host, status: response.status },
        details: { url, status: response.status },
      })
    }
    return response.text()
  }

  return {
    fromUrl: async (url, signer) => verifyDescription(await fetchText(url, signer), hostOf(url), deps),
    fromText: (text) => verifyDescription(text, null, deps),
  }
}
