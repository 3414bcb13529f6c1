import { SatchelError } from '../platform/errors.ts'
import type { NetworkGuard } from './guard.ts'

/**
 * Loads a small text file that a message of others names, when a person wants it: over https, from its own host only, at a public address.
 * Errors: `thread_form_unusable` for what isn't there or is no UTF-8, those of the network guard.
 */
export const fetchText = async (
  guard: Pick<NetworkGuard, 'fetch'>,
  url: string,
  { accept, maxBytes }: { readonly accept: string; readonly maxBytes: number },
): Promise<string> => {
  const host = URL.parse(url)?.host ?? ''
  const response = await guard.fetch(
    url,
    { headers: { accept } },
    { kind: 'package_host', hosts: [host], maxBytes },
  )
  if (response.status !== 200) {
    await response.body?.cancel()
    throw unusable(host, String(response.status))
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer())
  } catch (thrown) {
    if (thrown instanceof TypeError) throw unusable(host, 'UTF-8', thrown)
    throw thrown
  }
}

const unusable = (host: string, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('thread_form_unusable', { params: { host, problem }, cause })
