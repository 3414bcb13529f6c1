import { cpuTime } from '../../src-daemon/testing/cpu-time.ts'
import { SatchelError } from '../../src-daemon/platform/errors.ts'
import { errorCodeSchema } from '../../src-daemon/text/index.ts'
import type { Target } from './target.ts'

/** A target's mistake, and a key that identifies it. */
export interface Finding {
  readonly key: string
  readonly told: string
}

/** No call may compute longer, in milliseconds. */
const LONGEST_MS = 1_000

/** Feeds an input to a target. Null if all that is promised of every parser held. */
export const attempt = async (target: Target, input: Uint8Array): Promise<Finding | null> => {
  const first = await timed(target, input)
  // The engine compiles and collects garbage at unpredictable times, so only an input that is slow twice counts as slow.
  const { finding, ms } = first.ms > LONGEST_MS ? await timed(target, input) : first
  if (finding !== null || ms <= LONGEST_MS) return finding
  return { key: 'slow', told: `It took ${ms.toFixed(0)} ms of ${String(input.length)} bytes.` }
}

/** Errors thrown outside of the awaited call. */
const stray: unknown[] = []
process.on('unhandledRejection', (reason) => {
  stray.push(reason)
})

const timed = async (target: Target, input: Uint8Array): Promise<{ finding: Finding | null; ms: number }> => {
  const started = cpuTime()
  let finding: Finding | null = null
  try {
    // A copy, because a parser that keeps or changes its input would spoil the corpus.
    const answer = target.run(Buffer.from(input))
    if (answer instanceof Promise) {
      await answer
      await new Promise((done) => setImmediate(done))
    }
  } catch (thrown) {
    finding = isTold(thrown) ? null : findingOf(thrown)
  }
  for (const thrown of stray.splice(0)) finding ??= findingOf(thrown)
  return { finding: polluted() ?? finding, ms: cpuTime() - started }
}

/** Whether a caller gets a proper error: a stable code, not an internal failure. */
const isTold = (thrown: unknown): boolean =>
  thrown instanceof SatchelError &&
  thrown.code !== 'internal' &&
  errorCodeSchema.safeParse(thrown.code).success

const findingOf = (thrown: unknown): Finding => {
  const error = thrown instanceof Error ? thrown : new Error(`thrown: ${String(thrown)}`)
  const place = error.stack?.split('\n').find((line) => /^ +at /.test(line)) ?? ''
  const words = error.message.replace(/["'`:].*$/s, '').slice(0, 80)
  return {
    key: `${error.name}: ${words}${place.replace(/:\d+:\d+/, '')}`,
    told: error.stack ?? error.message,
  }
}

const PROTOTYPES = { Object: Object.prototype, Array: Array.prototype, Function: Function.prototype }
const namesOf = (prototype: object): string => Reflect.ownKeys(prototype).map(String).join(' ')
const untouched = new Map(Object.entries(PROTOTYPES).map(([name, one]) => [name, namesOf(one)]))

/** Prototypes that have gained or lost a member; they are mended, so that it is found once. */
const polluted = (): Finding | null => {
  for (const [name, prototype] of Object.entries(PROTOTYPES)) {
    const before = untouched.get(name) ?? ''
    if (namesOf(prototype) === before) continue
    for (const key of Reflect.ownKeys(prototype))
      if (!before.split(' ').includes(String(key))) Reflect.deleteProperty(prototype, key)
    return { key: `pollution of ${name}`, told: `${name}.prototype was changed.` }
  }
  return null
}
