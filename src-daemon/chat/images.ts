import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { ImageInput, ImagePart } from '../contract/chat.ts'

/** Bytes of one image, and how many a message may bring. */
const LARGEST = 5 * 1024 * 1024
const MOST = 4

/** How the bytes of each kind begin; `null` stands for any byte. */
const SIGNATURES: Readonly<Record<ImageInput['mediaType'], readonly (number | null)[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/gif': [0x47, 0x49, 0x46, 0x38],
  'image/webp': [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
}

/** The images of a message as parts, and their bytes. Errors: `image_refused`. */
export const readImages = (images: readonly ImageInput[]): { part: ImagePart; bytes: Uint8Array }[] => {
  if (images.length > MOST) throw refused('too_many')
  return images.map(({ mediaType, name, base64 }) => {
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length > LARGEST) throw refused('too_large')
    // The bytes decide, not the file's declared type.
    const isOfKind = SIGNATURES[mediaType].every((byte, at) => byte === null || bytes[at] === byte)
    if (!isOfKind) throw refused('not_an_image')
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
