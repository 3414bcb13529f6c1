import { SatchelError } from '../../platform/errors.ts'

/** The facts about a document in a refusal. */
interface RefusedDocument {
  readonly id: string
  readonly controller: string
  readonly expires: string
}

/** Why an authorization is not accepted, each with the facts a person or program needs. */

export const unknown = (id: string): SatchelError =>
  new SatchelError('authorization_unknown', { params: { id }, details: { id } })

export const revoked = (id: string): SatchelError =>
  new SatchelError('authorization_revoked', { params: { id }, details: { id } })

export const expired = ({ id, expires: expiresAt }: RefusedDocument): SatchelError =>
  new SatchelError('authorization_expired', { params: { expiresAt }, details: { id, expiresAt } })

export const notVerified = (id: string): SatchelError =>
  new SatchelError('authorization_not_verified', { params: { id }, details: { id } })

/** `scope`: the memory scope, or the whole target if it has no other name. */
export const missingAction = (action: string, scope: string): SatchelError =>
  new SatchelError('authorization_missing_action', { params: { action, scope }, details: { action, scope } })

export const notHolder = ({ id, controller }: RefusedDocument): SatchelError =>
  new SatchelError('authorization_not_holder', { params: { controller }, details: { id, controller } })

/** `target` is what it was issued for, `wanted` what it was presented for. */
export const wrongTarget = (target: string, wanted: string): SatchelError =>
  new SatchelError('authorization_wrong_target', { params: { target, wanted }, details: { target, wanted } })

/** `owner`: the DID whose data it is about. */
export const otherOwner = (owner: string): SatchelError =>
  new SatchelError('authorization_other_owner', { params: { owner }, details: { owner } })

/** `limit` and `links` include the root. */
export const tooDeep = (links: number, limit: number): SatchelError =>
  new SatchelError('authorization_too_deep', { params: { limit: limit - 1 }, details: { links, limit } })

/** `problem` is for people who read documents: in English, like the words in them. */
export const invalid = (problem: string, cause?: unknown): SatchelError =>
  new SatchelError('authorization_invalid', { params: { problem }, details: { problem }, cause })
