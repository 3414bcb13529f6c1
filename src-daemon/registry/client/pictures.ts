import type { MarketPicture } from '../../contract/marketplace.ts'
import { parseCid, sha256OfCid } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import { imageTypeOf } from '../../platform/image-type.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { OwnPictures } from '../../packages/types.ts'
import type { IpfsService } from '../ipfs/types.ts'
import { MAX_PICTURE } from '../static/format.ts'
import type { MarketCache } from './cache.ts'
import type { Source } from './source.ts'

export interface PicturesDeps {
  readonly cache: Pick<MarketCache, 'file' | 'keepFile'>
  readonly ipfs: Pick<IpfsService, 'fetchVerified'>
  readonly ownPictures: Pick<OwnPictures, 'read'>
  readonly sources: () => readonly Source[]
}

/**
 * The pictures of packages: from the cache, from the owner's own, from the source that the package is looked at in, or by their CID. Whoever gives
 * one, its bytes must have the hash that the signed package says.
 */
export const createPictures =
  ({ cache, ownPictures, ipfs, sources }: PicturesDeps) =>
  /** Errors: `cid_invalid`, `picture_refused`, those of `ipfs.fetchVerified`. */
  async (
    { cid, source: named }: { readonly cid: string; readonly source: string },
    signal: AbortSignal,
  ): Promise<MarketPicture> => {
    const sha256 = sha256OfCid(parseCid(cid))
    if (sha256 === null) throw refused()
    const source = sources().find(({ catalogue }) => catalogue.name === named)
    const kept = cache.file(sha256) ?? ownPictures.read(sha256)
    const bytes = kept ?? (await fromSource(source, sha256, signal)) ?? (await byCid())
    const mediaType = imageTypeOf(bytes)
    if (mediaType === null || mediaType === 'image/gif') throw refused()
    cache.keepFile(sha256, bytes)
    return { mediaType, base64: Buffer.from(bytes).toString('base64') }

    async function byCid(): Promise<Uint8Array> {
      return (await ipfs.fetchVerified({ cid, maxBytes: MAX_PICTURE, signal })).bytes
    }
  }

/** Null if it has none, or other bytes than these. */
const fromSource = async (
  source: Source | undefined,
  sha256: string,
  signal: AbortSignal,
): Promise<Uint8Array | null> => {
  try {
    const bytes = (await source?.picture?.(sha256, { signal })) ?? null
    return bytes !== null && sha256Hex(bytes) === sha256 ? bytes : null
  } catch {
    signal.throwIfAborted()
    return null // it is looked for by its CID
  }
}

const refused = (): SatchelError => new SatchelError('picture_refused')
