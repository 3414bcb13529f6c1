import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { evaluateRouting } from '../evaluation.ts'
import { createClassifier, type Classifier, type ClassifierCapability } from './index.ts'
import { HOUSEHOLD, QUESTIONS } from './testdata/household.ts'

const capability = (
  name: string,
  examples: readonly string[],
  more: Partial<ClassifierCapability> = {},
): ClassifierCapability => ({ name, description: '', examples, keywords: [], ...more })

const taught = (...capabilities: readonly ClassifierCapability[]): Classifier => {
  const classifier = createClassifier()
  classifier.learn(capabilities)
  return classifier
}

const tasks = capability('tasks', ['remind me to call the dentist', 'add a task to my list'])
const weather = capability('weather', ['will it rain tomorrow', 'how warm is it in Lisbon'])

const word = fc.constantFrom(...'call mail rain sun dentist list 买 牛奶 雨 明日 café naïve 42'.split(' '))
const sentence = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const someCapabilities = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    description: fc.oneof(fc.constant(''), sentence),
    examples: fc.array(sentence, { maxLength: 4 }),
    keywords: fc.array(word, { maxLength: 2 }),
    corrections: fc.array(sentence, { maxLength: 2 }),
  }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 8 },
)

describe('classifier', () => {
  it('finds the capability whose examples a message is most like, and says by which words', () => {
    const classifier = taught(tasks, weather)
    const [best] = classifier.score('remind me to phone the dentist')
    expect(best).toMatchObject({ name: 'tasks' })
    expect(best?.matched).toContain('dentist')
    expect(best?.score).toBeGreaterThan(classifier.threshold)
  })

  it('reads scripts without spaces, other forms of words, and typing errors', () => {
    const classifier = taught(
      capability('memo', ['记一下明天买牛奶', '帮我写一条笔记']),
      capability('tenki', ['明日の天気は', '雨が降りますか']),
      capability('nalssi', ['내일 날씨 알려줘', '비가 올까요']),
      tasks,
    )
    const bestOf = (text: string) => classifier.score(text)[0]?.name
    expect(bestOf('帮我记一下买鸡蛋')).toBe('memo')
    expect(bestOf('明日は雨が降る？')).toBe('tenki')
    expect(bestOf('오늘 날씨는')).toBe('nalssi')
    expect(bestOf('reminder: dentists')).toBe('tasks')
    expect(bestOf('remnid me of the dentits')).toBe('tasks')
  })

  it('finds what other words mean, and says by which words of the message', () => {
    const classifier = taught(
      capability('cinema', ['which film is on tonight', 'two seats for the film at eight']),
      capability('wallet', ['how much did I spend', 'what did the groceries cost']),
      weather,
    )
    expect(classifier.score('any good movies')[0]).toMatchObject({ name: 'cinema', matched: 'movies' })
    expect(classifier.score('my expenses please')[0]).toMatchObject({ name: 'wallet', matched: 'expenses' })
  })

  it('says nothing of a number, which stands for all of them', () => {
    const units = capability('units', ['convert 5 miles to kilometres', 'how many feet are 2 metres'])
    const [best] = taught(units, tasks).score('convert 8 miles')
    expect(best).toMatchObject({ name: 'units', matched: 'convert, miles' })
  })

  it('is sure of none of two that fit alike, however well', () => {
    const [example = ''] = tasks.examples
    const alone = taught(tasks, weather)
    expect(alone.score(example)[0]?.score).toBeGreaterThan(alone.threshold)
    const twice = taught(tasks, { ...tasks, name: 'todo' }, weather)
    expect(twice.score(example)[0]?.score).toBeLessThan(twice.threshold)
  })

  it('learns from a correction more than from an example', () => {
    const text = 'will you call me when it rains'
    const before = taught(tasks, weather).score(text)
    const after = taught({ ...tasks, corrections: [text] }, weather).score(text)
    const scoreOf = (scores: typeof before) => scores.find(({ name }) => name === 'tasks')?.score ?? 0
    expect(after[0]?.name).toBe('tasks')
    expect(scoreOf(after)).toBeGreaterThan(scoreOf(before))
  })

  it('is sure of nothing when a message has nothing to do with any', () => {
    const classifier = taught(tasks, weather)
    expect(classifier.score('zzz')).toEqual([])
    expect(createClassifier().score('hello')).toEqual([])
    for (const { score } of classifier.score('who painted the ceiling of the chapel'))
      expect(score).toBeLessThan(classifier.threshold)
  })

  it('judges a household of capabilities in four languages well', () => {
    const { summary } = evaluateRouting(createClassifier(), HOUSEHOLD, QUESTIONS)
    expect(summary.top1).toBeGreaterThanOrEqual(0.85)
    expect(summary.top3).toBeGreaterThanOrEqual(0.95)
    expect(summary.outOfScopeAuroc).toBeGreaterThanOrEqual(0.9)
    expect(summary.operatingPoint.outOfScopeRefused).toBeGreaterThanOrEqual(0.9)
  })
})

describe('what it learned', () => {
  it('depends on the set of capabilities, not on their order or on earlier sets', () => {
    fc.assert(
      fc.property(someCapabilities, someCapabilities, sentence, (capabilities, others, text) => {
        const expected = taught(...capabilities).score(text)
        expect(taught(...capabilities.toReversed()).score(text)).toEqual(expected)
        const changed = taught(...others)
        for (const one of capabilities) changed.add(one)
        for (const { name } of others)
          if (!capabilities.some((one) => one.name === name)) changed.remove(name)
        expect(changed.score(text)).toEqual(expected)
      }),
      { numRuns: effort(40, 150) },
    )
  })

  it('is the same when a message comes while it is still learning, and something goes and comes meanwhile', async () => {
    const many = Array.from({ length: 120 }, (_, at) =>
      capability(`c${at}`, [`my own${at} list`, `show own${at} for ${at % 7} guests`, 'what is on today']),
    )
    const text = 'show my own7 and own119 lists'
    const expected = taught(...many.slice(1)).score(text)
    const classifier = taught(...many.slice(0, 100), capability('c3', ['something else']))
    await new Promise((resolve) => setImmediate(resolve))
    classifier.remove('c0')
    for (const one of [...many.slice(100), ...many.slice(3, 4)]) classifier.add(one)
    expect(classifier.score(text)).toEqual(expected)
    expect(expected[0]?.name).toMatch(/^c(7|119)$/u)
    classifier.remove('c119')
    classifier.remove('c7')
    expect(classifier.score(text).map(({ name }) => name)).not.toContain('c119')
  })

  it('gives scores from 0 to 1, best first, whatever the message', () => {
    const classifier = taught(
      tasks,
      weather,
      capability('odd', ['', '   ', '🎉🎉', '\u0000\u202Eabc', '__proto__']),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const scores = classifier.score(text).map(({ score }) => score)
        expect(classifier.score(text).map(({ score }) => score)).toEqual(scores)
        for (const score of scores) expect(score >= 0 && score <= 1).toBe(true)
      }),
      { numRuns: effort(75, 300) },
    )
  })

  it.each([
    ['a megabyte', 'remind me '.repeat(100_000)],
    ['a megabyte without a space', 'a'.repeat(1_000_000)],
    ['emoji', '👩‍👩‍👧‍👦'.repeat(500)],
    ['control characters', '\u0000\u0007\u001b[31m'.repeat(500)],
    ['right to left', 'ذكرني بموعد الطبيب غدا'.repeat(100)],
    ['half a character', '\ud83d'.repeat(500)],
    ['names of objects', 'constructor __proto__ toString hasOwnProperty'],
  ])('is not harmed by %s, as a message or as an example', (_, text) => {
    const classifier = taught(tasks, capability('hostile', [text], { description: text, keywords: [text] }))
    for (const { score } of classifier.score(text)) expect(score >= 0 && score <= 1).toBe(true)
    expect(classifier.score('remind me to call the dentist')[0]?.name).toBe('tasks')
  })
})
