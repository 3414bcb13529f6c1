import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex } from '../../platform/sha256.ts'
import { MAX_PICTURE, PICTURES } from './format.ts'

/** A folder with more of them is looked through no further. */
const MOST = 500

/**
 * The pictures that authors put beside their packages, in `pictures/` and under any name, by their hash. Only regular files
 * that aren't too large are read.
 */
export const picturesBeside = async (folder: string): Promise<ReadonlyMap<string, Uint8Array>> => {
  const inside = join(folder, PICTURES)
  const names = await readdir(inside).catch(() => []) // most packages have none
  const found = new Map<string, Uint8Array>()
  for (const name of names.toSorted().slice(0, MOST)) {
    const file = await lstat(join(inside, name)).catch(() => null)
    if (file?.isFile() !== true || file.size > MAX_PICTURE) continue
    const bytes = new Uint8Array(await readFile(join(inside, name)))
    found.set(sha256Hex(bytes), bytes)
  }
  return found
}

/** Pictures by the hash of their bytes. */
export const byHash = (pictures: readonly Uint8Array[]): ReadonlyMap<string, Uint8Array> =>
  new Map(pictures.map((bytes) => [sha256Hex(bytes), bytes]))
