import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServerQuestion } from '../../contract/servers.ts'
import { createSchemaChecker } from '../../schemas/index.ts'
import { formField, formOfFields, formOfSchema } from '../../text/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { OWNER } from '../core/principal.ts'
import { createQuestions, type Questions } from './questions.ts'

const schema = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 }, age: { type: 'integer' } },
  required: ['name'],
}
const form: ServerQuestion = {
  kind: 'form',
  form: { ...formOfSchema(schema), description: 'Who are you?' },
}
const origin = { kind: 'author', name: 'did:key:zAuthor' } as const
const definition = { title: 'People', origin, tool: 'greet', owner: 'o', hash: 'h' }
const ref = { capability_id: 'mcp:people/greet', version: '1' }
const turn = { conversationId: 'c', turnId: 't', callId: 'call' }

let questions: Questions
let ending: AbortController
const make = (waitMs = 60_000) =>
  createQuestions({
    now: () => new Date('2026-05-01T12:00:00Z'),
    waitMs,
    schemas: createSchemaChecker(),
    language: () => 'en',
  })
const ask = (asked: ServerQuestion = form, withdrawn?: AbortSignal) =>
  questions.ask({ ref, definition, signal: ending.signal, withdrawn, schema }, asked, {
    caller: 'internal',
    principal: { kind: 'program', name: 'Cursor' },
    turn,
  })
const first = () => {
  const [one] = questions.pending()
  if (one === undefined) throw new Error('nothing is asked')
  return one
}

beforeEach(() => {
  ending = new AbortController()
  questions = make()
})
afterEach(() => {
  questions.stopAsking()
})

describe('a question of a tool', () => {
  it('waits for the person, and sends the tool exactly the fields its form asks for', async () => {
    const reply = ask()
    expect(first()).toMatchObject({
      client: 'Cursor',
      title: 'People',
      tool: 'greet',
      ...turn,
      ref,
      asked: form,
    })
    const { id } = first()
    expect(() => {
      questions.answer({ id, reply: { action: 'accept', values: { '/age': 3 } } })
    }).toThrow(/invalid_request.*\/name/)
    questions.answer({ id, reply: { action: 'accept', values: { '/name': 'Ann', secret: 'x' } } })
    expect(await reply).toEqual({ action: 'accept', values: { '/name': 'Ann' } })
    expect(questions.pending()).toEqual([])
    expect(() => {
      questions.answer({ id, reply: { action: 'decline' } })
    }).toThrow(/question_gone/)
  })

  it('of another kind than JSON Schema has to fit its form, and what else the asker checks', async () => {
    const asked: ServerQuestion = {
      kind: 'form',
      form: formOfFields([formField({ id: 'mail', label: 'Mail', kind: 'email', required: true })]),
    }
    const check = () => {
      checked += 1
      if (checked === 1) throw new SatchelError('invalid_request', { params: { problem: 'taken' } })
    }
    let checked = 0
    const context = { caller: 'internal', principal: OWNER, turn } as const
    const reply = questions.ask({ ref, definition, signal: ending.signal, check }, asked, context)
    const answer = (mail: string) => {
      questions.answer({ id: first().id, reply: { action: 'accept', values: { mail } } })
    }
    expect(() => {
      answer('nobody')
    }).toThrow(/mail: Enter an email address/)
    expect(() => {
      answer('a@b.example')
    }).toThrow(/taken/)
    answer('a@b.example')
    expect(await reply).toEqual({ action: 'accept', values: { mail: 'a@b.example' } })
  })

  it('can be declined, and one about an address takes no content', async () => {
    const declined = ask()
    questions.answer({ id: first().id, reply: { action: 'decline' } })
    expect(await declined).toEqual({ action: 'decline' })
    const opened = ask({ kind: 'url', message: 'Sign in', url: 'https://a.example/in' })
    questions.answer({ id: first().id, reply: { action: 'accept', values: { name: 'x' } } })
    expect(await opened).toEqual({ action: 'accept', values: null })
  })

  it('is cancelled with its call, without an answer, and when the daemon ends', async () => {
    const stopped = ask()
    ending.abort()
    expect(await stopped).toEqual({ action: 'cancel', why: 'stopped' })
    expect(await ask()).toEqual({ action: 'cancel', why: 'stopped' })
    ending = new AbortController()
    questions = make(20)
    expect(await ask()).toEqual({ action: 'cancel', why: 'expired' })
    questions = make()
    const left = ask()
    questions.stopAsking()
    expect(await left).toEqual({ action: 'cancel', why: 'stopped' })
  })

  it('that was taken back is over, and stays to be seen until it is closed, one for each tool', async () => {
    const taking = new AbortController()
    const reply = ask(form, taking.signal)
    const { id } = first()
    taking.abort()
    expect(await reply).toEqual({ action: 'cancel', why: 'stopped' })
    expect(first()).toMatchObject({ id, withdrawn: true })
    expect(() => {
      questions.answer({ id, reply: { action: 'accept', values: { '/name': 'Ann' } } })
    }).toThrow(/question_gone/)
    const again = new AbortController()
    const second = ask(form, again.signal)
    again.abort()
    await second
    expect(questions.pending()).toHaveLength(1)
    questions.answer({ id: first().id, reply: { action: 'decline' } })
    expect(questions.pending()).toEqual([])
    expect(await ask(form, again.signal)).toEqual({ action: 'cancel', why: 'stopped' })
    // With its call it is gone at once.
    const third = new AbortController()
    const last = ask(form, third.signal)
    third.abort()
    await last
    ending.abort()
    expect(questions.pending()).toEqual([])
  })

  it('emits an event when it opens and closes', async () => {
    const watching = new AbortController()
    const seen: number[] = []
    const done = (async () => {
      for await (const all of questions.watch(watching.signal)) {
        seen.push(all.length)
        if (seen.length === 3) watching.abort()
      }
    })().catch(() => undefined)
    await expect.poll(() => seen).toEqual([0])
    const reply = ask()
    await expect.poll(() => seen).toEqual([0, 1])
    questions.answer({ id: first().id, reply: { action: 'decline' } })
    await reply
    await done
    expect(seen).toEqual([0, 1, 0])
  })
})
