import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FormField, FormValue } from '../../contract/form.ts'
import { toolQuestionSchema } from '../../contract/questions.ts'
import type { ServerQuestion, ServerReply } from '../../contract/servers.ts'
import { createSchemaChecker } from '../../schemas/index.ts'
import { formChoice, formField, formOfFields } from '../../text/index.ts'
import { OWNER, type Principal } from '../core/principal.ts'
import type { InvokeContext } from '../core/types.ts'
import { personFor } from './person.ts'
import { createQuestions, type Questions } from './questions.ts'

const NOW = Date.parse('2026-05-01T12:00:00Z')
let now: number
let questions: Questions
let ending: AbortController
beforeEach(() => {
  now = NOW
  ending = new AbortController()
  questions = createQuestions({
    now: () => new Date(now),
    waitMs: 60_000,
    schemas: createSchemaChecker(),
    language: () => 'en',
  })
})
afterEach(() => {
  questions.stopAsking()
})

const definitionOf = (owner: string) => ({
  ...{ title: owner, tool: 'ask', owner, hash: 'h' },
  origin: { kind: 'author' as const, name: `did:key:${owner}` },
})
const turn = { conversationId: 'c', turnId: 't', callId: 'call' }
const formOf = (...fields: readonly FormField[]): ServerQuestion => ({
  kind: 'form',
  form: formOfFields(fields),
})
const NAME = formOf(formField({ id: 'name', label: 'Name', kind: 'text', required: true }))
const ask = (asked: ServerQuestion = NAME, owner = 'shop', principal: Principal = OWNER) =>
  questions.ask(
    {
      ref: { capability_id: `acp:${owner}`, version: '1' },
      definition: definitionOf(owner),
      signal: ending.signal,
    },
    asked,
    { caller: 'internal', principal, turn },
  )
const first = () => {
  const [one] = questions.pending()
  if (one === undefined) throw new Error('nothing is asked')
  return one
}
const answer = (reply: ServerReply, { id } = first()) => {
  questions.answer({ id, reply })
}
const yes = (values: Record<string, FormValue>): ServerReply => ({ action: 'accept', values })

describe('a flood of questions', () => {
  it('of one owner leaves room for the others', async () => {
    const flood = Array.from({ length: 1000 }, () => ask())
    const other = ask(NAME, 'bank')
    expect(questions.pending().filter(({ title }) => title === 'shop')).toHaveLength(10)
    const bank = questions.pending().find(({ title }) => title === 'bank')
    expect(bank).toBeDefined()
    answer(yes({ name: 'Ann' }), bank)
    expect(await other).toMatchObject({ action: 'accept' })
    const cancelled = await Promise.all(flood.slice(10))
    expect(new Set(cancelled.map((reply) => JSON.stringify(reply)))).toEqual(
      new Set(['{"action":"cancel","why":"too_many"}']),
    )
    ending.abort()
    await Promise.all(flood)
  })

  it('of a thousand owners is bounded, too', () => {
    for (let n = 0; n < 1000; n += 1) void ask(NAME, `o${String(n)}`)
    expect(questions.pending()).toHaveLength(100)
  })
})

const personOf = (context: Partial<InvokeContext> = {}) => {
  const hidden: string[] = []
  const person = personFor({
    ref: { capability_id: 'mcp:shop/ask', version: '1' },
    definition: () => definitionOf('shop'),
    context: { caller: 'internal', principal: OWNER, turn, ...context, signal: ending.signal },
    questions,
    askModel: () => Promise.reject(new Error('no model')),
    unlocked: (work) => work(),
    hold: (work) => work(),
    waited: () => undefined,
    mask: { hide: (secret) => hidden.push(secret), masked: (value) => value },
  })
  return { person, hidden }
}

describe('a call that asks', () => {
  it('again and again is told no three times, and nobody is asked a fourth time', async () => {
    const { person } = personOf()
    let seen = 0
    for (let n = 0; n < 1000; n += 1) {
      const asking = person.ask(NAME)
      if (questions.pending().length > 0) {
        seen += 1
        answer({ action: 'decline' })
      }
      await asking
    }
    expect(seen).toBe(3)
    expect(await person.ask(NAME)).toEqual({ action: 'cancel', why: 'too_many' })
  })

  it('a thousand things that are answered is stopped, too', async () => {
    const { person } = personOf()
    let seen = 0
    for (let n = 0; n < 1000; n += 1) {
      const asking = person.ask(NAME)
      if (questions.pending().length > 0) {
        seen += 1
        answer(yes({ name: 'Ann' }))
      }
      await asking
    }
    expect(seen).toBe(50)
  })

  it.each([
    ['another agent', { principal: { kind: 'agent', did: 'did:key:other' } as never }],
    ['a script', { caller: 'cli', turn: null } as const],
  ])('for %s asks nobody', async (_what, context) => {
    expect(await personOf(context).person.ask(NAME)).toEqual({ action: 'cancel', why: 'no_person' })
    expect(questions.pending()).toEqual([])
  })

  it('for a secret keeps it from the log and from models, whoever asks', async () => {
    const { person, hidden } = personOf()
    const asking = person.ask(
      formOf(
        formField({ id: 'pw', label: 'Password', kind: 'text', secret: true }),
        formField({ id: 'code', label: 'Code', kind: 'number', secret: true }),
        formField({ id: 'city', label: 'City', kind: 'text' }),
      ),
    )
    // Whatever its kind was, it is typed unseen: as a text.
    expect(first().asked).toMatchObject({ form: { fields: [{ kind: 'text' }, { kind: 'text' }, {}] } })
    answer(yes({ pw: 'hunter22', code: '123456', city: 'Oslo' }))
    await asking
    expect(hidden).toEqual(['hunter22', '123456'])
  })
})

describe('a question that can’t be shown', () => {
  const long = 'x'.repeat(30_000)
  it.each([
    [
      'a default of 30,000 characters',
      formOf(formField({ id: 'a', label: 'A', kind: 'multiline', initial: long })),
    ],
    [
      'a default of 300 texts',
      formOf(
        formField({
          id: 'a',
          label: 'A',
          kind: 'texts',
          initial: Array.from({ length: 300 }, (_, n) => String(n)),
        }),
      ),
    ],
    ['a label of a megabyte', formOf(formField({ id: 'a', label: long.repeat(30), kind: 'text' }))],
    [
      'reviews that are none',
      formOf(
        formField({
          id: 'a',
          label: 'A',
          kind: 'choice',
          choices: [formChoice({ value: 'a', label: 'A', reviews: 1.5 })],
        }),
      ),
    ],
    ['bounds that are none', formOf(formField({ id: 'a', label: 'A', kind: 'number', max: Number.NaN }))],
    ['an address of the wrong kind', { kind: 'url', message: 'x', url: 'http://a.example' } as const],
    [
      'hops that are none',
      { ...(NAME as object), forwarded: { requester: 'x', hops: 1.5 } } as ServerQuestion,
    ],
  ])('doesn’t keep the others from being shown: %s', async (_what, asked) => {
    void ask(asked, 'evil')
    const other = ask(NAME, 'bank')
    // What all clients are sent.
    expect(() => questions.pending().map((one) => toolQuestionSchema.parse(one))).not.toThrow()
    answer(
      yes({ name: 'Ann' }),
      questions.pending().find(({ title }) => title === 'bank'),
    )
    expect(await other).toMatchObject({ action: 'accept' })
  })
})

describe('an answer', () => {
  it('belongs to one question, once', async () => {
    const [one, other] = [ask(), ask(NAME, 'bank')]
    const [{ id: idOfOne } = first(), { id: idOfOther } = first()] = questions.pending()
    answer(yes({ name: 'Ann' }), { ...first(), id: idOfOther })
    expect(await other).toEqual({ action: 'accept', values: { name: 'Ann' } })
    expect(() => {
      answer(yes({ name: 'Eve' }), { ...first(), id: idOfOther })
    }).toThrow(/question_gone/)
    answer({ action: 'decline' }, { ...first(), id: idOfOne })
    expect(await one).toEqual({ action: 'decline' })
  })

  it.each(['', '0', '__proto__', 'constructor', 'x'.repeat(100_000)])(
    'to no question changes nothing: %.20s',
    (id) => {
      void ask()
      expect(() => {
        answer(yes({ name: 'Eve' }), { ...first(), id })
      }).toThrow(/question_gone/)
      expect(questions.pending()).toHaveLength(1)
    },
  )

  it('after its end is none, even if the computer slept meanwhile', async () => {
    const asking = ask()
    const question = first()
    now = Date.parse(question.expiresAt)
    expect(() => {
      answer(yes({ name: 'Ann' }), question)
    }).toThrow(/question_gone/)
    expect(await asking).toEqual({ action: 'cancel', why: 'expired' })
  })

  it('after its call was stopped, or the daemon ended, is none', async () => {
    const asking = ask()
    const question = first()
    ending.abort()
    expect(await asking).toEqual({ action: 'cancel', why: 'stopped' })
    expect(() => {
      answer(yes({ name: 'Ann' }), question)
    }).toThrow(/question_gone/)
  })

  it('is for what was asked, not for what somebody made of it since', async () => {
    const field = formField({
      id: 'name',
      label: 'Name',
      kind: 'choice',
      choices: [formChoice({ value: 'a', label: 'A' })],
    })
    const asked = formOf(field)
    const asking = ask(asked)
    field.choices.push(formChoice({ value: 'evil', label: 'A' }))
    field.label = 'Pay?'
    expect(first().asked).toMatchObject({ form: { fields: [{ label: 'Name', choices: [{ value: 'a' }] }] } })
    expect(() => {
      answer(yes({ name: 'evil' }))
    }).toThrow(/invalid_request/)
    answer(yes({ name: 'a' }))
    await asking
  })

  it.each<[string, Record<string, FormValue>, RegExp]>([
    ['of another type', { name: true }, /name/],
    ['of several', { name: ['a', 'b'] }, /name/],
    ['that is empty', { name: '  ' }, /name/],
    ['without the field', { other: 'x' }, /name/],
    ['to the field’s prototype', Object.fromEntries([['__proto__', 'x']]), /name/],
  ])('%s is refused, and the question stays', (_what, values, problem) => {
    void ask()
    expect(() => {
      answer(yes(values))
    }).toThrow(problem)
    expect(questions.pending()).toHaveLength(1)
  })

  it('has no more than what was asked', async () => {
    const asking = ask()
    answer(yes({ name: 'Ann', admin: true, ['constructor']: 'x' }))
    expect(await asking).toEqual({ action: 'accept', values: { name: 'Ann' } })
  })

  it('says who asks, beside whatever the form says of itself', () => {
    void ask({
      kind: 'form',
      form: formOfFields([formField({ id: 'x', label: 'Passphrase', kind: 'text' })], {
        title: 'Satchel asks for your passphrase',
      }),
    })
    expect(first()).toMatchObject({
      title: 'shop',
      origin: { kind: 'author', name: 'did:key:shop' },
      tool: 'ask',
    })
  })
})
