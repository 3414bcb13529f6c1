import { beforeAll, describe, expect, it } from 'vitest'
import { COLOURS, EVM_TRANSACTION, FORM, NUMBER, QUOTE, structured } from '../testing/examples.ts'
import { asText, readTextDecision } from './as-text.ts'
import { bodyOf, openContentReader, type ReadContent } from './read-content.ts'

let read: ReadContent
beforeAll(async () => {
  read = await openContentReader()
})

describe('for somebody who knows no structured messages', () => {
  it('a decision is a numbered list', () => {
    expect(asText(read(structured('aitp-02-decisions', 'request_decision', COLOURS)), 'en')).toBe(
      'Your Favorite Colors\n1. Blue\n2. Red\nReply with the numbers of your choices, separated by commas.',
    )
  })

  it('a form is a list of questions, or where it is', () => {
    const form = (body: object): string =>
      asText(read(structured('aitp-03-data-request', 'request_data', { ...FORM, form: body })), 'en')
    expect(form(FORM.form)).toMatch(/- Color \(required\)\n- Number\n- Email \(required\)$/)
    expect(form({ json_url: 'https://example.com/f.json' })).toMatch(/The form is at https:/)
  })

  it('what pays or signs can’t be done by answering', () => {
    expect(asText(read(structured('aitp-01-payments', 'quote', QUOTE)), 'en')).toBe(
      'store.near asks for 99.99 USD: Premium Subscription - Annual Plan. It can’t be paid by a text reply.',
    )
    const wallet = structured('aitp-05-evm-wallet', 'request_transaction', {
      ...EVM_TRANSACTION,
      description: 'Buy',
    })
    expect(asText(read(wallet), 'en')).toMatch(/request_transaction.*can’t be answered as text\. Buy$/)
  })

  it('what nobody knows says what it can', () => {
    expect(asText(read('{"$schema":"https://x.example/s.json","poll":{"title":"Tea?"}}'), 'en')).toMatch(
      /poll.*Tea\?$/,
    )
    expect(asText(read('Hello'), 'en')).toBe('Hello')
  })
})

describe('the answer to a list', () => {
  const decide = (body: object, answer: string): readonly string[] | null => {
    const item = read(structured('aitp-02-decisions', 'request_decision', body))
    const request = bodyOf(item, 'aitp-02-decisions', 'request_decision')
    const decision = request === null ? null : readTextDecision(request, answer)
    return decision?.options.map(({ id }) => id) ?? null
  }

  it.each([
    [COLOURS, '2', ['red']],
    [COLOURS, '1, 2', ['blue', 'red']],
    [COLOURS, 'red and blue', ['red', 'blue']],
    [COLOURS, '2.', ['red']],
    [COLOURS, '3', null],
    [COLOURS, '2, 2', null],
    [COLOURS, 'the warm one', null],
    [COLOURS, '', null],
    // Numbers as names are meant by name.
    [NUMBER, '7', ['7']],
    [NUMBER, '3', ['100']],
    [NUMBER, '1, 2', null],
  ])('%#: is what it plainly means, or nothing', (body, answer, expected) => {
    expect(decide(body, answer)).toEqual(expected)
  })
})
