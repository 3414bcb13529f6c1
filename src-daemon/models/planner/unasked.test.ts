/** A change nobody spoke of is never made: looking something up beside a tool that saves it. */
import { describe, expect, it } from 'vitest'
import type { ModelTool } from '../core/types.ts'
import { callsOf } from '../core/language-model.acceptance.ts'
import { run } from './testing.ts'

const URI = 'did:nuwa:cap:isbn:state:Book#v1'
const book = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    title: { type: 'string' },
    isbn: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'title', 'createdAt'],
}
const saves: ModelTool = {
  name: 'state__create',
  description: 'Save a book.',
  parameters: {
    type: 'object',
    properties: { schema_uri: { type: 'string', enum: [URI] }, object: book },
    required: ['schema_uri', 'object'],
  },
}
const savesElsewhere: ModelTool = {
  name: 'create_book',
  description: 'Save a book.',
  parameters: {
    type: 'object',
    properties: { title: { type: 'string' }, isbn: { type: 'string' } },
    required: ['title'],
  },
}
const looksUp = (name: string): ModelTool => ({
  name,
  description: 'Look up a book by its ISBN.',
  parameters: {
    type: 'object',
    properties: { isbn: { type: 'string', description: 'The ISBN, 10 or 13 digits.' } },
    required: ['isbn'],
  },
})

const SAYINGS: readonly string[] = [
  'look up ISBN 9780140328721',
  'ISBN 9780140328721',
  'isbn: 978-0-14-032872-1',
  'which book has the ISBN 9780261103573',
  'what is the book 9780140328721',
  'find the title of ISBN 9780140328721',
  'The Hobbit, ISBN 9780261103573',
  'can you check isbn 9780261103573',
  '查一下 ISBN 9780140328721',
  'ISBN 9780140328721 を調べて',
  'busca el ISBN 9780140328721',
]

describe('a look-up', () => {
  for (const lookUp of ['library__isbn', 'book__lookup', 'isbn_lookup'])
    for (const save of [saves, savesElsewhere])
      it(`with ${lookUp} saves nothing with ${save.name}`, async () => {
        for (const text of SAYINGS)
          for (const remainder of [text, text.replace(/isbn:?\s*/i, '')]) {
            const chunks = await run(text, [save, looksUp(lookUp)], remainder)
            const made = callsOf(chunks).filter(({ name }) => name === save.name)
            expect(made, `${text} | ${remainder}`).toEqual([])
            const asks = chunks.flatMap((chunk) => (chunk.type === 'form' ? [chunk] : []))
            expect(
              asks.filter((one) => JSON.stringify(one).includes(save.name)),
              text,
            ).toEqual([])
          }
      })

  it('saves nothing where only saving could be done', async () => {
    for (const text of [
      'look up ISBN 9780140328721',
      'which book has the ISBN 9780261103573',
      'isbn 9780261103573?',
    ])
      expect(callsOf(await run(text, [savesElsewhere])), text).toEqual([])
  })

  it('is not in the way of saving one that is asked for', async () => {
    const chunks = await run('add the book The Hobbit', [saves, looksUp('library__isbn')])
    expect(callsOf(chunks).map(({ name }) => name)).toEqual(['state__create'])
  })
})
