/**
 * A thread that estimates how hard a passphrase is to guess. The dictionaries take a second to unpack, which would block the daemon,
 * and about 90 MB, which are freed with the thread.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { parentPort } from '../../platform/worker-side.ts'
import type { StrengthAnswer, StrengthQuestion } from './strength-messages.ts'

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
})

parentPort?.on('message', ({ id, passphrase }: StrengthQuestion) => {
  const { score, feedback } = estimator.check(passphrase)
  const advice = [feedback.warning, ...feedback.suggestions].filter((one) => one !== null && one !== '')
  parentPort?.postMessage({ id, score, advice } satisfies StrengthAnswer)
})
