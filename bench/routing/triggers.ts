/** One message against ten thousand triggers: the index compared with checking each trigger separately. */
import { RE2JS } from 're2js'
import type { Trigger } from '../../src-daemon/contract/packages.ts'
import { fold, hasCjk, normalise, tokensOf } from '../../src-daemon/router/text/text.ts'
import { createTriggerIndex, prepareText, type TriggerIndex } from '../../src-daemon/router/triggers/index.ts'
import type { Benchmark, Frame } from '../frame.ts'
import { quantile } from '../statistics.ts'
import { microsecondsEach } from '../timing.ts'

const TRIGGERS = 10_000
const P50 = 50
const P99 = 250
const SLOWEST_MS = 5

/** Rows of the routing benchmark about triggers. */
export const triggerRows: Benchmark = async (frame, { quick }) => {
  const random = randomOf(20_261)
  const words = vocabulary(random, 6_000)
  const messages = messagesOf(random, words, quick ? 400 : 2_000)
  await compareKind(
    frame,
    'regex',
    Array.from({ length: TRIGGERS }, (_, at) => regexOf(random, words, at)),
    messages,
  )
  await compareKind(
    frame,
    'keyword',
    Array.from({ length: TRIGGERS }, (_, at) => keywordOf(random, words, at)),
    messages,
  )
  await slowest(frame)
}

const compareKind = async (
  frame: Frame,
  kind: 'regex' | 'keyword',
  triggers: readonly Trigger[],
  messages: readonly string[],
): Promise<void> => {
  const index = createTriggerIndex()
  // A thousand capabilities with ten triggers each.
  for (let at = 0; at < triggers.length; at += 10) index.set(`c${at}`, triggers.slice(at, at + 10))
  const naive = triggers.map(naively)
  const few = messages.slice(0, 60)

  await frame.compare({
    what: `${kind} triggers whose hits differ from asking each, ${few.length} messages`,
    unit: 'messages',
    runs: 1,
    ours: () => few.filter((text) => hitsOf(index, text) !== naiveHits(naive, text)).length,
    bar: { atMost: 0 },
  })
  const ask = (text: string) => index.match(prepareText(text))
  for (const text of messages) ask(text)
  for (const [name, part, bar] of [
    ['p50', 0.5, P50],
    ['p99', 0.99, P99],
  ] as const)
    await frame.compare({
      what: `one message, ${triggers.length} ${kind} triggers, ${name}`,
      unit: 'us',
      ours: () => quantile(microsecondsEach(messages, ask), part),
      reference: () =>
        quantile(
          microsecondsEach(few.slice(0, 10), (text) => naiveHits(naive, text)),
          part,
        ),
      bar: { atMost: bar },
    })
}

/** Patterns chosen to be slow, each on its worst message; a figure is the best of five, so that it reflects the pattern. */
const slowest = (frame: Frame): Promise<void> =>
  frame.compare({
    what: `slowest pattern on its worst message, ${HARD.length} patterns`,
    unit: 'ms',
    ours: () =>
      Math.max(
        ...HARD.map(([pattern, unit]) => {
          const index = createTriggerIndex()
          index.set('hard', [{ type: 'regex', value: pattern }])
          const message = prepareText(unit.repeat(2_000))
          return Math.min(
            ...Array.from({ length: 5 }, () => {
              const started = performance.now()
              index.match(message)
              return performance.now() - started
            }),
          )
        }),
      ),
    bar: { atMost: SLOWEST_MS },
  })

const HARD = [
  ['(a+)+$', 'a'],
  ['(a?){100}a{100}', 'a'],
  ['(a?b?c?d?){200}x', 'abcd'],
  ['(?:\\p{L}|\\p{N}){50}!', 'é'],
  ['a.{0,200}z|b', 'ab'],
  ['(?:.*a){20}', 'a b'],
  ['[^z]*z|[^y]*y|.', 'xw'],
  ['(\\p{L}*\\s*)*!', 'aé '],
  ['((a|b|c|d|e|f|g)*h)+|z', 'abcdefg'],
] as const

const hitsOf = (index: TriggerIndex, text: string): string =>
  index
    .match(prepareText(text))
    .map(({ owner, trigger }) => Number(owner.slice(1)) + trigger)
    .toSorted((a, b) => a - b)
    .join()

/** Checks one trigger in the simplest way. */
const naively = (trigger: Trigger): ((text: string) => boolean) => {
  if (trigger.type === 'regex') {
    const compiled = RE2JS.compile(normalise(trigger.value), RE2JS.CASE_INSENSITIVE)
    return (text) => compiled.test(text)
  }
  if (trigger.type !== 'keyword') return () => false
  const { value } = trigger
  const [folded, run] = [fold(value), tokensOf(value)]
  if (hasCjk(value)) return (text) => fold(text).includes(folded)
  return (text) => {
    const tokens = tokensOf(text)
    return tokens.some((_, index) => run.every((token, offset) => tokens[index + offset] === token))
  }
}

const naiveHits = (triggers: readonly ((text: string) => boolean)[], text: string): string => {
  const normal = normalise(text)
  return triggers.flatMap((fires, place) => (fires(normal) ? [place] : [])).join()
}

type Random = (below: number) => number

/** A small generator with a seed, so that each run asks the same. */
const randomOf = (seed: number): Random => {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const pick = <T>(random: Random, from: readonly T[]): T => {
  const found = from[random(from.length)]
  if (found === undefined) throw new RangeError('Nothing to pick from')
  return found
}

const SYLLABLES =
  'ba be bo da de do fa fi ga go ka ki la le lo ma mi mo na ne no pa pe ra re ri sa se so ta te to va vi za zu'.split(
    ' ',
  )
const HAN =
  '天 地 人 山 水 火 木 金 土 日 月 星 风 云 雨 雪 花 草 鸟 鱼 虫 书 画 琴 棋 诗 酒 茶 饭 菜 肉 米 面 衣 食 住 行'.split(
    ' ',
  )
const VERBS = 'add create make show find open send book play call read plan track log list'.split(' ')
const COMMON =
  'please the my a for to with about and in on tomorrow today at me you can what is new some next'.split(' ')

const vocabulary = (random: Random, size: number): string[] => {
  const words = new Set<string>()
  while (words.size < size)
    words.add(Array.from({ length: 2 + random(3) }, () => pick(random, SYLLABLES)).join(''))
  return [...words]
}

/** The kinds of patterns packages have; one in a thousand requires no particular text. */
const regexOf = (random: Random, words: readonly string[], at: number): Trigger => {
  const word = () => pick(random, words)
  const kinds = [
    () => `\\b(?:${pick(random, VERBS)}|${pick(random, VERBS)}) (?:a |the |my )?${word()}s?\\b`,
    () => `remind me (?:to|about) (.*)${word()}`,
    () => `^(?:please )?${pick(random, VERBS)} (.+) (?:to|in|on) (?:the )?${word()} ${word()}`,
    () => `${word()}|${word()} ${word()}|${pick(random, HAN)}(.*)${pick(random, HAN)}${pick(random, HAN)}`,
    () => `${pick(random, HAN)}${pick(random, HAN)}(?:一下|${pick(random, HAN)})`,
    () => `(?:${word()}|${word()})\\s*[:=]\\s*(\\d+(?:\\.\\d+)?)`,
    () => `\\b${word().slice(0, 4)}-\\d{${1 + random(4)}}\\b`,
    () => `what(?:'s| is) (?:the |my )?${word()}`,
  ]
  const value =
    at % 1_000 === 999 ? `^\\pL{${3 + random(3)}}\\s\\pL{${12 + random(4)}}$` : pick(random, kinds)()
  return { type: 'regex', value }
}

const keywordOf = (random: Random, words: readonly string[], at: number): Trigger => {
  if (at % 5 === 0)
    return { type: 'keyword', value: Array.from({ length: 2 + random(2) }, () => pick(random, HAN)).join('') }
  if (at % 3 === 0) return { type: 'keyword', value: `${pick(random, VERBS)} ${pick(random, words)}` }
  return { type: 'keyword', value: pick(random, words) }
}

/** What people type: mostly short, a word of a capability now and then, one in twenty a long text. */
const messagesOf = (random: Random, words: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    if (at % 6 === 0) return Array.from({ length: 6 + random(18) }, () => pick(random, HAN)).join('')
    const length = at % 20 === 1 ? 60 + random(40) : 4 + random(12)
    const said = Array.from({ length }, () => (random(8) === 0 ? pick(random, words) : pick(random, COMMON)))
    const first = random(2) === 0 ? `${pick(random, VERBS)} ` : ''
    return `${first}${said.join(' ')}${random(4) === 0 ? ` ${pick(random, words).slice(0, 4)}-${random(999)}` : ''}`
  })
