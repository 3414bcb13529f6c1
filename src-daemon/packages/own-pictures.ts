import { cidOf } from '../platform/cid.ts'
import { SatchelError } from '../platform/errors.ts'
import { imageTypeOf } from '../platform/image-type.ts'
import { withoutMetadata } from '../platform/picture-metadata.ts'
import { sha256Hex } from '../platform/sha256.ts'
import type { Database } from '../storage/index.ts'
import type { OwnPictures } from './types.ts'

/** A picture of a package, in bytes. */
export const MAX_PICTURE = 1024 * 1024
/** The oldest leave beyond these. */
const MOST = 500

export const createOwnPictures = ({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => Date
}): OwnPictures => {
  const put = db.prepare(
    `INSERT INTO own_pictures (sha256, bytes, kept_at) VALUES (@sha256, @bytes, @at)
     ON CONFLICT (sha256) DO UPDATE SET kept_at = @at`,
  )
  const prune = db.prepare(
    `DELETE FROM own_pictures WHERE sha256 IN
     (SELECT sha256 FROM own_pictures ORDER BY kept_at DESC, sha256 LIMIT -1 OFFSET ${String(MOST)})`,
  )
  const select = db.prepare('SELECT bytes FROM own_pictures WHERE sha256 = ?').pluck()

  const keep: OwnPictures['keep'] = (bytes) => {
    const type = bytes.length > MAX_PICTURE ? null : imageTypeOf(bytes)
    if (type === null || type === 'image/gif') throw new SatchelError('picture_refused')
    db.transaction(() => {
      put.run({ sha256: sha256Hex(bytes), bytes, at: now().toISOString() })
      prune.run()
    })()
    return cidOf(bytes)
  }

  return {
    attach: (bytes) => {
      const plain = withoutMetadata(bytes)
      if (plain === null) throw new SatchelError('picture_refused')
      return keep(plain)
    },
    keep,
    read: (sha256) => {
      const bytes: unknown = select.get(sha256)
      return bytes instanceof Uint8Array ? new Uint8Array(bytes) : null
    },
  }
}
