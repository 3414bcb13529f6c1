import { SatchelError } from '../platform/errors.ts'
import { imageTypeOf, type ImageType } from '../platform/image-type.ts'
import type { NetworkGuard } from './guard.ts'

const MAX_BYTES = 5 * 1024 * 1024

export interface FetchedImage {
  readonly mediaType: ImageType
  readonly bytes: Buffer
}

/**
 * Loads a picture that a text or a document of others names, when a person wants to see it: from its own host only, and
 * only kinds that can't hold programs, by their bytes. Errors: `image_unusable`, those of the network guard.
 */
export const fetchImage = async (guard: Pick<NetworkGuard, 'fetch'>, url: string): Promise<FetchedImage> => {
  const host = URL.parse(url)?.host ?? ''
  const policy = { kind: 'package_host', hosts: [host], maxBytes: MAX_BYTES } as const
  const response = await guard.fetch(url, { headers: { accept: 'image/*' } }, policy)
  if (response.status !== 200) {
    await response.body?.cancel()
    throw unusable(url, String(response.status))
  }
  const bytes = Buffer.from(await response.arrayBuffer())
  const mediaType = imageTypeOf(bytes)
  if (mediaType === null) throw unusable(url, response.headers.get('content-type') ?? '')
  return { mediaType, bytes }
}

const unusable = (url: string, problem: string): SatchelError =>
  new SatchelError('image_unusable', {
    params: { problem: problem.slice(0, 100) },
    details: { url, problem },
  })
