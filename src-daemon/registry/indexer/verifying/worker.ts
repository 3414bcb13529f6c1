/**
 * A thread that verifies published files: the CPU-bound work of an index, beside the thread that follows the
 * chain, writes and answers.
 */
import type { VerificationKey } from '../../../contract/identity.ts'
import { SatchelError, toSatchelError } from '../../../platform/errors.ts'
import { parentPort } from '../../../platform/worker-side.ts'
import type { CrossingError, VerifierMessage, VerifierRequest } from './messages.ts'
import { verifyPublished } from './verify.ts'

const say = (message: VerifierMessage): void => parentPort?.postMessage(message)

let questions = 0
const waiting = new Map<number, (key: VerificationKey | CrossingError) => void>()

const keyOf = async (keyId: string): Promise<VerificationKey> => {
  const id = (questions += 1)
  const answer = await new Promise<VerificationKey | CrossingError>((resolve) => {
    waiting.set(id, resolve)
    say({ kind: 'key_wanted', id, keyId })
  })
  if ('code' in answer) throw new SatchelError(answer.code, { params: answer.params })
  return answer
}

parentPort?.on('message', (request: VerifierRequest) => {
  const { id } = request
  if (request.kind === 'key') {
    waiting.get(id)?.(request.key)
    waiting.delete(id)
    return
  }
  verifyPublished(request.record, request.bytes, keyOf).then(
    (verdict) => say({ kind: 'verdict', id, verdict }),
    (thrown: unknown) => {
      const { code, params } = toSatchelError(thrown)
      say({ kind: 'failed', id, error: { code, params } })
    },
  )
})
