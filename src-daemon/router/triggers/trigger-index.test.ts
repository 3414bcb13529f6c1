import fc from 'fast-check'
import { RE2JS } from 're2js'
import { afterAll, describe, expect, it } from 'vitest'
import { cpuTime } from '../../testing/cpu-time.ts'
import { effort } from '../../testing/effort.ts'
import { patternProblem } from '../../packages/document/pattern.ts'
import type { Trigger } from '../../contract/packages.ts'
import { fold, foldCharacter, normalise } from '../text/text.ts'
import { createTriggerIndex, prepareText, type TriggerHit } from './index.ts'
import { needsOf } from './required.ts'

const regex = (value: string): Trigger => ({ type: 'regex', value })
const keyword = (value: string): Trigger => ({ type: 'keyword', value })

/** The expected result: an index per trigger, in which nothing can be skipped. */
const naively = (triggers: readonly Trigger[], text: string): string[] =>
  triggers.flatMap((trigger, place) => (fires(trigger, text) ? [`t${String(place)}`] : []))

const fires = (trigger: Trigger, text: string): boolean => {
  if (trigger.type === 'regex') {
    const matcher = RE2JS.compile(normalise(trigger.value), RE2JS.CASE_INSENSITIVE).matcher(normalise(text))
    while (matcher.find()) if (matcher.end() > matcher.start()) return true
    return false
  }
  const alone = createTriggerIndex()
  alone.set('alone', [trigger])
  return alone.match(prepareText(text)).length > 0
}

const indexOf = (triggers: readonly Trigger[]) => {
  const index = createTriggerIndex()
  for (const [place, trigger] of triggers.entries()) index.set(`t${String(place)}`, [trigger])
  return index
}

const owners = (hits: readonly TriggerHit[]): string[] =>
  hits.map(({ owner }) => owner).toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))

/** A generated pattern and texts that match it. */
interface Made {
  readonly pattern: string
  readonly texts: readonly string[]
}

const letters = fc.constantFrom(
  ...[
    'a',
    'b',
    'no',
    'te',
    'ß',
    'Σ',
    'ς',
    'K',
    'ſ',
    'é',
    'e\u0301',
    'İ',
    'ı',
    '笔',
    '记',
    'メモ',
    '한',
    '😀',
    'ǅ',
    'ﬁ',
    'Ω',
    '1',
    ' ',
    '-',
    'д',
  ],
)
const atom: fc.Arbitrary<Made> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(letters, { minLength: 1, maxLength: 4 })
      .map((parts) => ({ pattern: RE2JS.quote(parts.join('')), texts: [parts.join('')] })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Made>(
      { pattern: '\\d+', texts: ['1', '42'] },
      { pattern: '.*', texts: ['', 'x'] },
      { pattern: '\\w+', texts: ['a_1'] },
      { pattern: '[a-c]', texts: ['a', 'C'] },
      { pattern: '\\b', texts: [''] },
      { pattern: '[^a]', texts: ['b', '\n'] },
      { pattern: '\\p{Han}', texts: ['记'] },
      { pattern: '(?-i:No)', texts: ['No'] },
      { pattern: '\\s+', texts: [' ', '\t'] },
      { pattern: '[ßσ]', texts: ['ß', 'Σ'] },
      { pattern: '$', texts: [''] },
      { pattern: '^', texts: [''] },
    ),
  },
)
const made: fc.Arbitrary<Made> = fc.letrec<{ tree: Made }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => ({
      pattern: `${a.pattern}${b.pattern}`,
      texts: a.texts.flatMap((one) => b.texts.map((two) => one + two)).slice(0, 4),
    })),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => ({
      pattern: `(?:${a.pattern}|${b.pattern})`,
      texts: [...a.texts, ...b.texts].slice(-4),
    })),
    fc.tuple(tie('tree'), fc.constantFrom('*', '+', '?', '{2,3}', '*?', '{0,2}')).map(([a, many]) => ({
      pattern: `(${a.pattern})${many}`,
      texts:
        many === '{2,3}'
          ? a.texts.map((text) => text + text)
          : [...a.texts, ...(many === '+' ? a.texts.map((text) => text.repeat(3)) : [''])].slice(-4),
    })),
  ),
})).tree

const trigger: fc.Arbitrary<{ readonly trigger: Trigger; readonly texts: readonly string[] }> = fc.oneof(
  {
    weight: 3,
    arbitrary: made
      .filter(({ pattern }) => patternProblem(normalise(pattern)) === null)
      .map(({ pattern, texts }) => ({ trigger: regex(pattern), texts })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(letters, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(''))
      .map((value) => ({
        trigger: keyword(value),
        texts: [value, value.toUpperCase(), value.toLowerCase()],
      })),
  },
)
const noise = fc
  .array(fc.oneof(letters, fc.constantFrom('the ', 'z', '.', '\u{10400}')), { maxLength: 6 })
  .map((parts) => parts.join(''))

describe('the triggers that fire', () => {
  it('are the same as when each is asked alone, whatever the patterns, the message and its script', () => {
    fc.assert(
      fc.property(
        fc.array(trigger, { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(noise, fc.nat(), fc.constantFrom('as is', 'upper', 'lower', 'NFD'), noise), {
          minLength: 1,
          maxLength: 6,
        }),
        (list, messages) => {
          const triggers = list.map((one) => one.trigger)
          const index = indexOf(triggers)
          const texts = list.flatMap((one) => one.texts)
          for (const [before, pick, form, after] of messages) {
            const text = before + spelt(texts[pick % texts.length] ?? '', form) + after
            expect(owners(index.match(prepareText(text))), JSON.stringify(text)).toEqual(
              naively(triggers, text),
            )
          }
        },
      ),
      { numRuns: effort(80, 400) },
    )
  })

  it('stay the same while others come and go', () => {
    fc.assert(
      fc.property(
        fc.array(trigger, { minLength: 2, maxLength: 10 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (list, moves) => {
          const index = createTriggerIndex()
          const there = new Set<number>()
          for (const move of moves) {
            const place = move % list.length
            const wanted = list[place]
            if (wanted === undefined) continue
            if (there.delete(place)) index.remove(`t${String(place)}`)
            else {
              there.add(place)
              index.set(`t${String(place)}`, [wanted.trigger])
            }
          }
          const kept = [...there].sort((a, b) => a - b)
          for (const text of list.flatMap((one) => one.texts))
            expect(owners(index.match(prepareText(text)))).toEqual(
              kept
                .filter((place) => fires(list[place]?.trigger ?? keyword('x'), text))
                .map((place) => `t${String(place)}`),
            )
          for (const place of kept) index.remove(`t${String(place)}`)
          expect(index.counts).toEqual({ triggers: 0, always: 0 })
        },
      ),
      { numRuns: effort(30, 150) },
    )
  })
})

const spelt = (text: string, form: string): string => {
  if (form === 'upper') return text.toUpperCase()
  if (form === 'lower') return text.toLowerCase()
  return form === 'NFD' ? text.normalize('NFD') : text
}

describe('case folding', () => {
  it('takes for one whatever RE2 takes for one character in another case', () => {
    for (let rune = 0x41; rune <= 0x1e943; rune += 1) {
      if (rune >= 0xd800 && rune <= 0xdfff) continue
      const character = String.fromCodePoint(rune)
      if (character.toLowerCase() === character && character.toUpperCase() === character) continue
      const others = [character.toLowerCase(), character.toUpperCase()].filter(
        (other) => [...other].length === 1,
      )
      const pattern = RE2JS.compile(RE2JS.quote(character), RE2JS.CASE_INSENSITIVE)
      for (const other of others)
        if (pattern.testExact(other))
          expect(foldCharacter(other), `U+${rune.toString(16)}`).toBe(foldCharacter(character))
    }
    for (const same of ['KkK', 'Åå\u212b', 'sSſ', 'σΣς', 'µμΜ', 'ǅǄǆ', 'ẞß', 'θϑΘϴ'])
      expect(new Set([...same].map(foldCharacter)).size, same).toBe(1)
  })

  it('folds a part of a text as it folds the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        if (normalise(one + other) !== normalise(one) + normalise(other)) return
        expect(fold(one + other)).toBe(fold(one) + fold(other))
      }),
    )
  })
})

describe('what a pattern needs', () => {
  it.each([
    ['记(.*)笔记|note|add note about', ['笔记', 'note']],
    ['(?:please )?note', ['note']],
    ['x*yz', ['yz']],
    ['(?:(?:a+b)+c)+dd', ['dd']],
    ['STRASSE', ['strasse']],
    ['\\p{L}+@\\p{L}+', ['@']],
    ['^(?:hi|hello)\\b', ['hi', 'hello']],
  ])('is read off %j', (pattern, best) => {
    expect(needsOf(RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)).clauses[0]?.toSorted()).toEqual(
      best.toSorted(),
    )
  })

  it.each(['.*', '\\w+', '(?:note)?', 'a*b*', '\\p{L}{3}'])(
    'is nothing for %j, which is then always asked',
    (pattern) => {
      const index = createTriggerIndex()
      index.set('one', [regex(pattern)])
      expect(index.counts).toEqual({ triggers: 1, always: 1 })
    },
  )
})

describe('the work of one pattern', () => {
  const worst = [
    ['(a+)+$', 'a'],
    ['(a?){100}a{100}', 'a'],
    ['(a?b?c?d?){200}x', 'abcd'],
    ['(?:\\p{L}|\\p{N}){50}!', 'é'],
    ['a.{0,200}z|b', 'ab'],
    ['(?:.*a){20}', 'a b'],
    ['[^z]*z|[^y]*y|.', 'xw'],
  ] as const
  const longest: number[] = []
  afterAll(() => {
    process.stdout.write(`slowest pattern: ${Math.max(...longest).toFixed(1)} ms of CPU\n`)
  })

  it.each(worst)('%j stays small on the longest message', (pattern, unit) => {
    const index = createTriggerIndex()
    index.set('one', [regex(pattern)])
    const message = prepareText(unit.repeat(2000))
    const began = cpuTime()
    index.match(message)
    const took = cpuTime() - began
    longest.push(took)
    // The bench measures the time; here it must only not grow with pattern size times message length squared.
    expect(took).toBeLessThan(1000)
  })
})
