import type { PassphraseAdvice, PassphraseStrength } from '../../contract/identity.ts'
import { passphraseAdviceSchema } from '../../contract/identity.ts'
import { SatchelError } from '../../platform/errors.ts'
import { startWorkerThread, type Worker } from '../../platform/worker-threads.ts'
import type { StrengthAnswer, StrengthQuestion } from './strength-messages.ts'

/** Longer than a typing pause; not longer, because the thread holds 60 MB. */
const IDLE_MS = 15_000
/** More adds nothing to judge, and takes long. */
const MAX_CHARACTERS = 128

/** How hard a passphrase is to guess, by zxcvbn: a weak one is guessed within minutes, a fair one by a patient attacker. */
export interface PassphraseJudge {
  judge(passphrase: string): Promise<{ strength: PassphraseStrength; advice: readonly PassphraseAdvice[] }>
  /** For a new passphrase. Errors: `guessable_passphrase` if it is weak. */
  check(passphrase: string): Promise<void>
  close(): Promise<void>
}

/** One thread, started by the first question and ended after some seconds without any. */
export const createPassphraseJudge = (): PassphraseJudge => {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let questions = 0
  const waiting = new Map<number, PromiseWithResolvers<StrengthAnswer>>()

  const end = async (problem: unknown = new Error('the thread has ended')): Promise<void> => {
    clearTimeout(idle)
    const ended = worker
    worker = null
    for (const { reject } of waiting.values()) reject(problem)
    waiting.clear()
    await ended?.terminate()
  }

  const start = (): Worker => {
    const started = startWorkerThread('strength-worker')
    started.on('message', (answer: StrengthAnswer) => {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
      if (waiting.size > 0) return
      started.unref()
      idle = setTimeout(() => void end(), IDLE_MS).unref()
    })
    started.on('error', (problem) => {
      if (worker === started) void end(problem)
    })
    return started
  }

  const judge: PassphraseJudge['judge'] = async (passphrase) => {
    clearTimeout(idle)
    worker ??= start()
    const id = (questions += 1)
    const answer = Promise.withResolvers<StrengthAnswer>()
    waiting.set(id, answer)
    worker.ref()
    // In the spelling it is used in: another one would count its accents as characters.
    const used = passphrase.normalize('NFC').slice(0, MAX_CHARACTERS)
    worker.postMessage({ id, passphrase: used } satisfies StrengthQuestion)
    const { score, advice } = await answer.promise
    return {
      strength: score < 2 ? 'weak' : score < 3 ? 'fair' : score < 4 ? 'good' : 'strong',
      advice: advice.flatMap((name) => passphraseAdviceSchema.safeParse(name).data ?? []),
    }
  }

  return {
    judge,
    check: async (passphrase) => {
      if ((await judge(passphrase)).strength === 'weak') throw new SatchelError('guessable_passphrase')
    },
    close: () => end(),
  }
}
