import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'

const MAX_BYTES = 5 * 1024 * 1024
/** Pictures that can't hold programs. */
const TYPES = /^image\/(?:png|jpeg|gif|webp|avif)$/

/** Loads a picture that a contact's documents name, unsigned. Errors: `agent_image_unusable`, those of the network guard. */
export const fetchImage = async (
  { guard }: { readonly guard: Pick<NetworkGuard, 'fetch'> },
  url: string,
  named: readonly string[],
): Promise<{ readonly mediaType: string; readonly bytes: Buffer }> => {
  const unusable = (problem: string): SatchelError =>
    new SatchelError('agent_image_unusable', { params: { problem }, details: { url, problem } })
  if (!named.includes(url)) throw unusable('not_named')
  const policy = { kind: 'package_host', hosts: [new URL(url).host], maxBytes: MAX_BYTES } as const
  const response = await guard.fetch(url, { headers: { accept: 'image/*' } }, policy)
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (response.status !== 200 || !TYPES.test(mediaType)) {
    await response.body?.cancel()
    throw unusable(response.status === 200 ? mediaType : String(response.status))
  }
  return { mediaType, bytes: Buffer.from(await response.arrayBuffer()) }
}
