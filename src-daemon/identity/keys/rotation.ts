import canonicalize from 'canonicalize'
import { SatchelError } from '../../platform/errors.ts'
import { rotationSchema, type Rotation } from '../core/types.ts'
import type { KeyKind } from '../../contract/identity.ts'
import { isSignedBy } from '../dids/verify.ts'
import { publicPartOf, signWith } from './curves.ts'

const DOMAIN = 'SatchelRotationv1:'
/** Far more rotations than anyone makes. */
const MOST = 1000

/** What both keys sign: `SatchelRotationv1:` and the canonical JSON (RFC 8785) of `{from, to, at}`. */
export const rotationBytes = ({ from, to, at }: Pick<Rotation, 'from' | 'to' | 'at'>): Uint8Array =>
  Buffer.from(`${DOMAIN}${canonicalize({ from, to, at }) ?? ''}`, 'utf8')

/**
 * States that `to` replaces `from`. Both keys sign: if the old key's signature were enough, anyone could name
 * another person's key as their successor, and so claim to be that person's former identity.
 */
export const stateRotation = (
  from: { readonly kind: KeyKind; readonly secret: Uint8Array },
  to: { readonly kind: KeyKind; readonly secret: Uint8Array },
  at: string,
): Rotation => {
  const said = {
    from: publicPartOf(from.kind, from.secret).did,
    to: publicPartOf(to.kind, to.secret).did,
    at,
  }
  const bytes = rotationBytes(said)
  const signed = ({ kind, secret }: typeof from): string =>
    Buffer.from(signWith(kind, secret, bytes)).toString('base64url')
  return { ...said, signature: signed(from), acceptance: signed(to) }
}

/**
 * Verifies a chain of statements, oldest first, from its content alone: the form of each, both signatures,
 * and that each continues the one before.
 *
 * @throws SatchelError `rotation_invalid` with the place
 */
export const readRotations = (given: readonly unknown[]): readonly Rotation[] => {
  if (given.length > MOST) throw invalid(MOST, 'there are too many')
  const chain = given.map((one, index) => {
    const parsed = rotationSchema.safeParse(one)
    if (!parsed.success) throw invalid(index, 'it is not of this form', parsed.error)
    return parsed.data
  })
  chain.forEach((rotation, index) => {
    const { from, to, signature, acceptance } = rotation
    const bytes = rotationBytes(rotation)
    if (!isSignedBy(from, bytes, bytesOf(signature))) throw invalid(index, `${from} did not sign it`)
    if (!isSignedBy(to, bytes, bytesOf(acceptance))) throw invalid(index, `${to} did not sign it`)
    const before = chain[index - 1]
    if (before !== undefined && before.to !== from)
      throw invalid(index, 'it does not go on from the one before')
  })
  const dids = new Set([...chain.map(({ from }) => from), ...chain.slice(-1).map(({ to }) => to)])
  if (chain.length > 0 && dids.size !== chain.length + 1)
    throw invalid(chain.length - 1, 'they go in a circle')
  return chain
}

const bytesOf = (signature: string): Uint8Array => Buffer.from(signature, 'base64url')

const invalid = (index: number, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('rotation_invalid', {
    params: { problem: `statement ${String(index + 1)}: ${problem}` },
    details: { index },
    cause,
  })
