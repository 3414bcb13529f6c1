import { documentUrl } from '../../identity/index.ts'
import { SatchelError } from '../../platform/errors.ts'

/** The host whose web server holds the document of a DID; null for a DID without one. */
export const hostOfDid = (did: string): string | null => {
  if (!/^did:w(eb|ba):/.test(did)) return null
  try {
    return new URL(documentUrl(did)).host
  } catch (thrown) {
    if (thrown instanceof SatchelError) return null
    throw thrown
  }
}
