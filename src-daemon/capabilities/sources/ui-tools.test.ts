import { expect, it, describe } from 'vitest'
import type { ServerQuestion, ServerReply } from '../../contract/servers.ts'
import type { AskOptions } from '../../mcp/index.ts'
import { runUiTool } from './ui-tools.ts'

/** A person who replies so; the question they saw, and what the check said of a reply, are kept. */
const person = (reply: ServerReply) => {
  const seen: { question: ServerQuestion; refused: string | null }[] = []
  const ask = (question: ServerQuestion, options?: AskOptions) => {
    const refusal = (): string | null => {
      try {
        if (reply.action === 'accept') options?.check?.(reply)
        return null
      } catch (thrown) {
        return String(thrown)
      }
    }
    const refused = refusal()
    seen.push({ question, refused })
    return Promise.resolve(refused === null ? reply : ({ action: 'decline' } as const))
  }
  return { ask, seen }
}
const accept = (values: Record<string, string | number | string[]>, quantities?: Record<string, number>) =>
  ({ action: 'accept', values, ...(quantities === undefined ? {} : { quantities }) }) as const

const colours = {
  title: 'Colour',
  type: 'products',
  options: [
    { id: 'red', name: 'Red' },
    { id: 'blue', name: 'Blue' },
  ],
}
const address = {
  description: 'Where to?',
  fields: [
    { id: 'street', label: 'Street', required: true },
    { id: 'floor', label: 'Floor', type: 'number' },
    { id: 'day', label: 'Day', type: 'date' },
  ],
}

describe('a decision of a package', () => {
  it('is the one card, and its answer is one of what was offered', async () => {
    const { ask, seen } = person(accept({ options: ['red', 'blue'] }, { red: 2 }))
    expect(await runUiTool('ui.decision', colours, { ask, language: 'en' })).toEqual({
      answered: true,
      options: [
        { id: 'red', name: 'Red', quantity: 2 },
        { id: 'blue', name: 'Blue', quantity: 1 },
      ],
    })
    expect(seen[0]?.question).toMatchObject({
      kind: 'form',
      form: { title: 'Colour', fields: [{ display: 'cards', kind: 'choices' }] },
    })
  })

  it('refuses what was not offered', async () => {
    const { ask, seen } = person(accept({ options: ['green'] }))
    await runUiTool('ui.decision', colours, { ask, language: 'en' })
    expect(seen[0]?.refused).toMatch(/not_offered/)
  })

  it.each([
    [{ action: 'decline' }, 'declined', 'The user declined to answer.'],
    [{ action: 'cancel', why: 'expired' }, 'expired', 'The user didn’t answer in time.'],
    [{ action: 'cancel', why: 'no_person' }, 'no_person', 'There is no user who could be asked.'],
    [{ action: 'cancel' }, 'stopped', 'The question ended before the user answered.'],
  ] as const)('that has no answer says why: %j', async (reply, reason, message) => {
    const { ask } = person(reply)
    expect(await runUiTool('ui.decision', colours, { ask, language: 'en' })).toEqual({
      answered: false,
      reason,
      message,
    })
  })
})

describe('a form of a package', () => {
  it('comes back with what was filled in', async () => {
    const { ask, seen } = person(accept({ street: 'High 1', floor: 3 }))
    expect(await runUiTool('ui.form', address, { ask, language: 'en' })).toEqual({
      answered: true,
      values: { street: 'High 1', floor: 3 },
    })
    expect(seen[0]?.question).toMatchObject({
      form: { description: 'Where to?', fields: [{ kind: 'text' }, { kind: 'number' }, { kind: 'date' }] },
    })
  })

  it.each([
    ['a password', { ...address, fields: [{ id: 'p', label: 'P', type: 'password' }] }, /passwords/],
    ['a code', { ...address, fields: [{ id: 'p', label: 'P', autocomplete: 'one-time-code' }] }, /passwords/],
    ['a card', { ...address, fields: [{ id: 'p', label: 'P', autocomplete: 'cc-number' }] }, /asks_for_card/],
    [
      'a passphrase by its label',
      { ...address, fields: [{ id: 'p', label: 'Satchel passphrase' }] },
      /passwords/,
    ],
    ['a phrase by its id', { ...address, fields: [{ id: 'seedPhrase', label: 'Words' }] }, /passwords/],
    ['one in its words', { ...address, description: 'Type your recovery phrase.' }, /passwords/],
    ['one that looks like it', { ...address, fields: [{ id: 'p', label: 'P\u0430ssword' }] }, /passwords/],
    [
      'thousands of things',
      {
        ...address,
        fields: [
          { id: 'p', label: 'P', type: 'select', options: Array.from({ length: 2000 }, (_, n) => String(n)) },
        ],
      },
      /asks_too_much/,
    ],
    ['a megabyte', { ...address, fields: [{ id: 'p', label: 'x'.repeat(1_000_000) }] }, /too_large/],
    ['nothing', { ...address, fields: [] }, /fields/],
    ['one thing twice', { ...address, fields: [address.fields[0], address.fields[0]] }, /duplicate_id/],
    ['something unknown', { ...address, html: '<b>' }, /html/],
  ])('that asks for %s is refused', async (_what, input, problem) => {
    const { ask, seen } = person({ action: 'decline' })
    await expect(runUiTool('ui.form', input, { ask, language: 'en' })).rejects.toThrow(problem)
    expect(seen).toEqual([])
  })
})
