import canonicalize from 'canonicalize'
import { isSignedBy } from '../dids/verify.ts'
import type { Head, SignedHead } from './types.ts'

const DOMAIN = 'SatchelHeadv1:'

/** What a device signs: `SatchelHeadv1:` and the canonical JSON (RFC 8785) of the head, its hash in hex. */
export const headBytes = ({ owner, space, scope, actor, seq, hash }: Head): Uint8Array => {
  const said = { owner, space, scope, actor, seq, hash: Buffer.from(hash).toString('hex') }
  return Buffer.from(`${DOMAIN}${canonicalize(said) ?? ''}`, 'utf8')
}

/** Whether the named device signed it. */
export const isSignedHead = (head: SignedHead): boolean =>
  isSignedBy(head.by, headBytes(head), head.signature)
