import { beforeAll, describe, expect, it } from 'vitest'
import { COLOURS, EVM_TRANSACTION, FORM, QUOTE, structured } from '../testing/examples.ts'
import { asText } from './as-text.ts'
import { openContentReader, type ReadContent } from './read-content.ts'

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

  it('a form is a list of questions with what can be chosen, or where it is', () => {
    const form = (body: object): string =>
      asText(read(structured('aitp-03-data-request', 'request_data', { ...FORM, form: body })), 'en')
    expect(form(FORM.form)).toMatch(
      /- Color \(required\): Red \/ Green\n- Number\n- Email \(required\)\nReply with a line for each: .*$/,
    )
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
