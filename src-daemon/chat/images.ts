import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { imageTypeOf } from '../platform/image-type.ts'
import type { ImageInput, ImagePart } from '../contract/chat.ts'

/** Bytes of one image, and how many a message may bring. */
const LARGEST = 5 * 1024 * 1024
const MOST = 4

/** The images of a message as parts, and their bytes. Errors: `image_refused`. */
export const readImages = (images: readonly ImageInput[]): { part: ImagePart; bytes: Uint8Array }[] => {
  if (images.length > MOST) throw refused('too_many')
  return images.map(({ mediaType, name, base64 }) => {
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length > LARGEST) throw refused('too_large')
    // The bytes decide, not the file's declared type.
    if (imageTypeOf(bytes) !== mediaType) throw refused('not_an_image')
    const part: ImagePart = {
      type: 'image',
      attachmentId: newId(),
      mediaType,
      name,
      bytes: bytes.length,
    }
    return { part, bytes }
  })
}

const refused = (reason: 'too_many' | 'too_large' | 'not_an_image'): SatchelError =>
  new SatchelError('image_refused', {
    params: { count: MOST, megabytes: LARGEST / 1024 / 1024 },
    details: { reason },
  })
