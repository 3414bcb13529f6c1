import { timingSafeEqual } from 'node:crypto'
import { SatchelError } from '../../../platform/errors.ts'
import { sha256 } from '../../../platform/sha256.ts'
import type { Face, FaceAnswer, FaceRequest } from '../../called/faces.ts'
import { createRateLimit } from '../../called/rate-limit.ts'
import type { DidAuth } from '../../requests/service.ts'
import type { KeptCallback, KeptCallbacks } from './kept.ts'

export interface CallbackFaceDeps {
  readonly kept: Pick<KeptCallbacks, 'get'>
  readonly didAuth: Pick<DidAuth, 'verifyRequest'>
  /** The DID of an agent that may be asked about its tasks; null: it has none. Undefined for one that may not. */
  readonly didOf: (agent: string) => string | null | undefined
  readonly called: (one: KeptCallback) => void
}

/** Where agents call us; the id of the callback follows. */
export const CALLBACKS_PATH = '/a2a/callbacks'
/** Of a request with the right token. Nothing of it is used but its digest, and results may be long. */
const MAX_BYTES = 1024 * 1024

const NOT_FOUND: FaceAnswer = { status: 404 }

/**
 * Where other agents say that a task of ours has changed. What they send is a hint, and not read: the agent is asked. A wrong token, an
 * unknown task and one that has ended are answered alike, and so is a signature that isn't the agent's.
 */
export const callbackFace = ({ kept, didAuth, didOf, called }: CallbackFaceDeps): Face => {
  const now = (): number => performance.now()
  const strangers = createRateLimit({ burst: 20, perMinute: 60, now })
  const each = createRateLimit({ burst: 20, perMinute: 60, now })

  const knownAt = (request: Pick<FaceRequest, 'path' | 'header'>): KeptCallback | null => {
    const one = kept.get(request.path.slice(CALLBACKS_PATH.length + 1))
    // One that isn't there takes as long as one that is.
    const isRight = hasToken(request, one?.token ?? sha256('').toString('hex'))
    return isRight && one?.ended === false ? one : null
  }

  const isOfAgent = async ({ agent }: KeptCallback, request: FaceRequest): Promise<boolean> => {
    const did = didOf(agent)
    if (did === undefined) return false
    const isSigned = ['signature', 'signature-input'].some((name) => request.header(name) !== undefined)
    if (did === null || !isSigned) return true
    try {
      const signed = { ...request, body: Buffer.from(request.body) }
      return (await didAuth.verifyRequest(signed, { dids: [], hosts: [] })).did === did
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code !== 'internal') return false
      throw thrown
    }
  }

  return {
    method: 'POST',
    path: `${CALLBACKS_PATH}/*`,
    maxBytes: (request) => (knownAt(request) === null ? undefined : MAX_BYTES),
    answer: async (request) => {
      const one = knownAt(request)
      if (one === null) return strangers.take(request.from) ? NOT_FOUND : { status: 429 }
      if (!each.take(one.id)) {
        // Some agents call with each piece of an answer: the last call counts, and how often we ask is bounded elsewhere.
        called(one)
        return { status: 429 }
      }
      if (!(await isOfAgent(one, request))) return NOT_FOUND
      called(one)
      return { status: 204 }
    },
  }
}

/** Agents send it in the protocol's header, as the credentials they got with it, or both. */
const hasToken = ({ header }: Pick<FaceRequest, 'header'>, expected: string): boolean => {
  const bearer = /^Bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1]
  const given = [header('x-a2a-notification-token'), bearer].filter((one) => one !== undefined)
  const hash = Buffer.from(expected, 'hex')
  return given.length > 0 && given.every((one) => timingSafeEqual(sha256(one), hash))
}
