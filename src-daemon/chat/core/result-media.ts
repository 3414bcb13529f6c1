import { replaceBytes, sizeLabel, type ResultBytes } from '../../contract/result-bytes.ts'
import type { ModelImage, ModelSound } from '../../models/types.ts'

/** The media a model accepts besides text. */
export interface Senses {
  readonly sees: boolean
  readonly hears: boolean
}

/** Pictures and sounds of a tool's result, for a model that accepts them. */
export interface ResultMedia {
  readonly images?: readonly ModelImage[]
  readonly sounds?: readonly ModelSound[]
}

/** Of one result. */
export const MAX_IMAGES = 4
const MAX_SOUNDS = 2
/** The types that models accept. */
const HEARD: readonly string[] = ['audio/wav', 'audio/mpeg']

export const BLIND: Senses = { sees: false, hears: false }

/**
 * A tool's result with a line in place of all bytes, because models can't read base64, and the pictures and sounds among them
 * for a model that accepts them.
 */
export const readMedia = <T>(
  result: T,
  { sees, hears }: Senses,
  mostImages = MAX_IMAGES,
): { readonly result: T; readonly media: ResultMedia } => {
  const images: ModelImage[] = []
  const sounds: ModelSound[] = []
  const line = ({ kind, mediaType, size, base64 }: ResultBytes): string => {
    const about = `${mediaType}, ${sizeLabel(size)}`
    if (kind === 'image' && sees && images.length < mostImages) {
      images.push({ mediaType, base64 })
      return `[picture ${String(images.length)}, shown to you after this result: ${about}]`
    }
    if (kind === 'audio' && hears && HEARD.includes(mediaType) && sounds.length < MAX_SOUNDS) {
      sounds.push({ mediaType, base64 })
      return `[sound ${String(sounds.length)}, played to you after this result: ${about}]`
    }
    return `[${KINDS[kind]} that you are not given: ${about}]`
  }
  return {
    result: replaceBytes(result, line) as T, // of the same shape
    media: { ...(images.length > 0 && { images }), ...(sounds.length > 0 && { sounds }) },
  }
}

const KINDS = { image: 'a picture', audio: 'a sound', bytes: 'a file' } as const
