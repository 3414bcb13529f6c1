import { describe, expect, it } from 'vitest'
import { initialValues, shownForm } from '../../text/index.ts'
import { elicitResultOf, questionOf } from './elicitation.ts'

const ask = (properties: object, message = 'Please.', more: object = {}) =>
  questionOf({ message, requestedSchema: { type: 'object', properties, ...more } } as never)
const formIn = (...given: Parameters<typeof ask>) => {
  const question = ask(...given)?.question
  if (question?.kind !== 'form') throw new Error('no form')
  return question.form
}
const text = { type: 'string' }

describe('a question of a server', () => {
  it.each([
    ['an object in it', { a: { type: 'object', properties: { b: text } } }],
    ['51 fields', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`f${String(n)}`, text]))],
    ['2,000 choices', { a: { type: 'string', enum: Array.from({ length: 2000 }, (_, n) => String(n)) } }],
    ['a schema of 100 KB', { a: { ...text, title: 'x'.repeat(100_000) } }],
    ['a field of another type', { a: { type: 'function' } }],
    ['a field without a type', { a: {} }],
    ['a name of 1,000 characters', { ['x'.repeat(1000)]: text }],
  ])('with %s isn’t asked', (_what, properties) => {
    expect(ask(properties)).toBeNull()
  })

  it.each([
    [
      'more words than a card',
      { message: 'x'.repeat(5000), requestedSchema: { type: 'object', properties: {} } },
    ],
    ['http', { mode: 'url', message: 'x', url: 'http://a.example' }],
    ['a script', { mode: 'url', message: 'x', url: 'javascript:alert(1)' }],
    ['no address', { mode: 'url', message: 'x' }],
    ['a list as a schema', { message: 'x', requestedSchema: [] }],
    ['nothing', {}],
  ])('with %s isn’t asked', (_what, params) => {
    expect(questionOf(params as never)).toBeNull()
  })

  it.each([
    ['its label', { a: { ...text, title: 'Master password' } }, 'Please.'],
    ['its name', { private_key: text }, 'Please.'],
    ['its format', { a: { ...text, format: 'password' } }, 'Please.'],
    ['its description', { a: { ...text, description: 'Paste your seed phrase here.' } }, 'Please.'],
    ['the message', { a: text }, 'Satchel asks for your passphrase.'],
    ['letters that look like it', { a: { ...text, title: 'Р\u0430ssword' } }, 'Please.'],
  ])('that asks for a secret by %s gets it unseen', (_what, properties, message) => {
    expect(formIn(properties, message).fields[0]?.secret).toBe(true)
  })

  it('has no pattern that runs, and no reference that multiplies', () => {
    const start = performance.now()
    const properties = {
      a: { ...text, pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` },
      b: { ...text, $ref: '#' },
      c: { type: 'array', items: { anyOf: [{ anyOf: [{ $ref: '#' }] }] } },
    }
    const form = shownForm(formIn(properties))
    expect(form.fields).toHaveLength(3)
    expect(performance.now() - start).toBeLessThan(200)
  })

  it('is answered with its own fields alone, whatever they are called', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') as object
    const asked = ask(properties)
    const values = Object.fromEntries([
      ['/__proto__', 'x'],
      ['/constructor', 'y'],
      ['/more', 'z'],
    ])
    const { content } = elicitResultOf({ action: 'accept', values }, asked?.schema ?? null)
    expect(JSON.stringify(content)).toBe('{"constructor":"y"}')
    expect(Object.getPrototypeOf(content)).toBe(Object.prototype)
  })

  it('begins with what is shown: a ticked box is seen, a hidden answer isn’t sent', () => {
    const form = shownForm(
      formIn({
        news: { type: 'boolean', default: true },
        day: { ...text, format: 'date', default: '2026-01-01 (I agree)' },
        size: { type: 'string', enum: ['s', 'l'], default: 'xl' },
        pin: { ...text, title: 'PIN', default: '0000' },
      }),
    )
    expect(initialValues(form)).toEqual({ '/news': true })
  })
})
