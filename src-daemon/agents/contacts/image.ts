import { fetchImage, type FetchedImage, type NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'

/** Loads a picture that a contact's documents name, unsigned. Errors: `image_unusable`, those of the network guard. */
export const fetchNamedImage = async (
  guard: Pick<NetworkGuard, 'fetch'>,
  url: string,
  named: readonly string[],
): Promise<FetchedImage> => {
  const problem = 'not_named'
  if (!named.includes(url))
    throw new SatchelError('image_unusable', { params: { problem }, details: { url, problem } })
  return fetchImage(guard, url)
}
