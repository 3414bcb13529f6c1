import { validatePackage } from '../../packages/index.ts'
import type { OwnPictures } from '../../packages/types.ts'
import { parseCid, sha256OfCid } from '../../platform/cid.ts'

export interface NamedPicture {
  readonly cid: string
  /** Null if this computer doesn't have it. */
  readonly bytes: Uint8Array | null
}

/** The pictures that a package names, as far as they are here. */
export const namedPictures = (
  pictures: Pick<OwnPictures, 'read'>,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array },
): readonly NamedPicture[] => {
  const { package: acp } = validatePackage(bytes, fileName, { checkSchema: null, signature: 'ignored' })
  return [...new Set((acp?.screenshots ?? []).map(({ cid }) => cid))].map((cid) => ({
    cid,
    bytes: pictures.read(sha256OfCid(parseCid(cid)) ?? ''),
  }))
}
