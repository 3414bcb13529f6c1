import type { ImageInput } from '../../src-daemon/contract/chat.ts'
import { base64OfFile } from './base64.ts'

export const IMAGE_TYPES: readonly ImageInput['mediaType'][] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
]
export const MAX_IMAGES = 4
/** In bytes. */
const LARGEST = 5 * 1024 * 1024

/** Reads a file as an image to send; null if the daemon would refuse it. */
export const readImage = async (file: File): Promise<ImageInput | null> => {
  const mediaType = IMAGE_TYPES.find((type) => type === file.type)
  if (mediaType === undefined || file.size > LARGEST) return null
  return { mediaType, name: file.name.slice(0, 200), base64: await base64OfFile(file) }
}
