import { createHash } from 'node:crypto'
import { malformed } from './refusals.ts'
import { readByteSequences } from './signature-input.ts'

const HASHES: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' }

/** The `Content-Digest` of a body (RFC 9530). */
export const contentDigest = (body: Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

/**
 * Checks a `Content-Digest` header: at least one digest we know, and all of those right.
 *
 * @throws SatchelError `did_auth_malformed`
 */
export const checkContentDigest = (header: string | undefined, body: Uint8Array): void => {
  if (header === undefined) throw malformed('content-digest', 'missing')
  const known = [...readByteSequences('content-digest', header)].filter(([name]) =>
    Object.hasOwn(HASHES, name),
  )
  if (known.length === 0) throw malformed('content-digest', 'unknown_hash')
  for (const [name, digest] of known)
    if (
      !createHash(HASHES[name] ?? name)
        .update(body)
        .digest()
        .equals(digest)
    )
      throw malformed('content-digest', 'other_content')
}
