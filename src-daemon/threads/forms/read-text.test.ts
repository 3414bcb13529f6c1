import { beforeAll, describe, expect, it } from 'vitest'
import { openContentReader, type MessageItem, type ReadContent } from '../messages/read-content.ts'
import { COLOURS, FORM, NUMBER, QUOTE, structured } from '../testing/examples.ts'
import { answerInWords } from './read-text.ts'

let read: ReadContent
beforeAll(async () => {
  read = await openContentReader()
})
const item = (slug: string, type: string, body: object): MessageItem => {
  const found = read(structured(slug, type, body))
  if (found.kind !== 'message') throw new Error(`no message: ${type}`)
  return found
}
const bodyIn = (raw: string | null, type: string): Record<string, never> | null =>
  raw === null ? null : ((JSON.parse(raw) as Record<string, Record<string, never>>)[type] ?? null)

const ROOM = {
  id: 'room',
  title: 'Which room?',
  options: [
    { id: 'sea', name: 'To the sea' },
    { id: 'yard', name: 'To the yard' },
    { id: 'bb', name: 'Bed and breakfast' },
  ],
}

describe('the answer to a list', () => {
  const decide = (body: object, answer: string): readonly string[] | null => {
    const raw = answerInWords(item('aitp-02-decisions', 'request_decision', body), answer)
    const options = bodyIn(raw, 'decision')?.['options'] as unknown as { id: string }[] | undefined
    return options?.map(({ id }) => id) ?? null
  }

  it.each([
    [COLOURS, '2', ['red']],
    [COLOURS, '1, 2', ['blue', 'red']],
    [COLOURS, 'red and blue', ['red', 'blue']],
    [COLOURS, 'Red, and Blue.', ['red', 'blue']],
    [COLOURS, 'the first and the second', ['blue', 'red']],
    [COLOURS, '2.', ['red']],
    [COLOURS, '3', null],
    [COLOURS, '0', null],
    [COLOURS, '-2', null],
    [COLOURS, '2, 2', null],
    [COLOURS, '2, perhaps', null],
    [COLOURS, 'the warm one', null],
    [COLOURS, '', null],
    // Numbers as names are meant by name, unless they are the number of another, too.
    [NUMBER, '7', ['7']],
    [NUMBER, '3', ['100']],
    [NUMBER, '1, 2', null],
    [
      {
        ...NUMBER,
        options: [
          { id: 'a', name: '2' },
          { id: 'b', name: '1' },
        ],
      },
      '2',
      null,
    ],
    [
      {
        ...NUMBER,
        options: [
          { id: 'a', name: 'Tea' },
          { id: 'b', name: 'Tea' },
        ],
      },
      'tea',
      null,
    ],
    [ROOM, 'the second', ['yard']],
    [ROOM, 'The second one, please!', ['yard']],
    [ROOM, 'Option 2', ['yard']],
    [ROOM, 'last', ['bb']],
    [ROOM, '“to the sea”', ['sea']],
    [ROOM, 'yard', ['yard']],
    [ROOM, 'Bed and breakfast', ['bb']],
    [{ ...ROOM, type: 'checkbox' }, 'Bed and breakfast', ['bb']],
    [ROOM, '1, 2', null],
    [ROOM, 'Give me a second', null],
    [ROOM, 'el segundo', ['yard']],
    [ROOM, 'la última, por favor', ['bb']],
    [ROOM, '２番目でお願いします', ['yard']],
    [ROOM, '２番目', ['yard']],
    [ROOM, '二つ目をお願いします', ['yard']],
    [ROOM, '第二个', ['yard']],
    [ROOM, '选项 2', ['yard']],
  ])('%#: is what it plainly means, or nothing', (body, answer, expected) => {
    expect(decide(body, answer)).toEqual(expected)
  })

  it('counts products as one each', () => {
    const raw = answerInWords(
      item('aitp-02-decisions', 'request_decision', { ...ROOM, type: 'products' }),
      '1 and 2',
    )
    expect(bodyIn(raw, 'decision')?.['options']).toEqual([
      { id: 'sea', name: 'To the sea', quantity: 1 },
      { id: 'yard', name: 'To the yard', quantity: 1 },
    ])
  })

  it('is none for what pays', () => {
    expect(answerInWords(item('aitp-01-payments', 'quote', QUOTE), '1')).toBeNull()
  })
})

describe('the answer to a list of questions', () => {
  const filled = (form: object, answer: string): Record<string, string> | null => {
    const raw = answerInWords(item('aitp-03-data-request', 'request_data', { ...FORM, form }), answer)
    const fields = bodyIn(raw, 'data')?.['fields'] as unknown as { id: string; value: string }[] | undefined
    return fields === undefined ? null : Object.fromEntries(fields.map(({ id, value }) => [id, value]))
  }
  const age = { fields: [{ id: 'age', label: 'Age', type: 'number', required: true }] }
  const free = { fields: [{ id: 'wish', label: 'Wish', type: 'text' }] }

  it.each([
    [
      FORM.form,
      'Color: red\n- email： ana@example.com',
      { color: 'Red', number: '', email: 'ana@example.com' },
    ],
    [FORM.form, 'Color: Red', null],
    [FORM.form, 'Color: Blue\nEmail: ana@example.com', null],
    [FORM.form, 'Color: Red\nColor: Green\nEmail: ana@example.com', null],
    [FORM.form, 'Color: Red\nEmail: ana@example.com\nSee you', null],
    [FORM.form, 'Color: Red\nEmail: nobody', null],
    [age, '41', { age: '41' }],
    [age, 'Let me think', null],
    // Any words could be the answer, so they have to say so.
    [free, 'Let me think', null],
    [free, 'Wish: by the window: the left one', { wish: 'by the window: the left one' }],
    [{ fields: [{ id: 'pin', label: 'Password', type: 'text' }] }, 'Password: hunter2', null],
    [{ json_url: 'https://example.com/f.json' }, 'Color: Red', null],
  ])('%#: is what it plainly says, or nothing', (form, answer, expected) => {
    expect(filled(form, answer)).toEqual(expected)
  })
})
