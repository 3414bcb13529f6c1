import { expect, it } from 'vitest'
import { toJsonObject } from '../base/json.ts'
import { presentationOf } from './presentation.ts'

const text = { type: 'string' }
const long = { type: 'string', 'x-crdt': 'rga_text' }
const day = { type: 'string', format: 'date' }
const seen = (properties: object, rest: object = {}) =>
  presentationOf(toJsonObject({ $id: 'did:nuwa:state:x#v1', type: 'object', properties, ...rest }))

it.each<[string, object, object, ReturnType<typeof seen>]>([
  [
    'a note',
    {
      id: text,
      title: text,
      body: long,
      tags: { type: 'array' },
      createdAt: { ...text, format: 'date-time' },
    },
    {},
    { view: 'note', title: 'title', summary: 'body', date: null, done: null },
  ],
  [
    'a note whose title merges by character, and is short all the same',
    { title: { ...long, maxLength: 30 }, body: { ...text, 'x-crdt': 'mv_register' } },
    { required: ['title', 'body'] },
    { view: 'note', title: 'title', summary: 'body', date: null, done: null },
  ],
  [
    'tasks by a state',
    { title: text, notes: long, status: { ...text, enum: ['open', 'doing', 'done'] }, due: day },
    {},
    {
      view: 'tasks',
      title: 'title',
      summary: 'notes',
      date: 'due',
      done: { field: 'status', yes: 'done', no: 'open' },
    },
  ],
  [
    'tasks by a yes or no',
    { what: text, is_done: { type: 'boolean' } },
    { required: ['what'] },
    {
      view: 'tasks',
      title: 'what',
      summary: null,
      date: null,
      done: { field: 'is_done', yes: true, no: false },
    },
  ],
  [
    'a person, with remarks',
    { name: text, email: { ...text, format: 'email' }, born: day, notes: text },
    {},
    { view: 'cards', title: 'name', summary: 'notes', date: 'born', done: null },
  ],
  [
    'a text without a title',
    { text: { type: ['string', 'null'] }, mood: { ...text, enum: ['good', 'bad'] } },
    {},
    { view: 'note', title: null, summary: 'text', date: null, done: null },
  ],
  [
    'the named date before another',
    { name: text, seen: day, dueDate: day },
    {},
    { view: 'cards', title: 'name', summary: null, date: 'dueDate', done: null },
  ],
  [
    'numbers only',
    { value: { type: 'number' } },
    {},
    { view: 'table', title: null, summary: null, date: null, done: null },
  ],
  [
    'a map',
    { title: text },
    { 'x-asm': { container: 'map' } },
    { view: 'table', title: 'title', summary: null, date: null, done: null },
  ],
  [
    'what is declared',
    { title: text, plot: text, review: long, done: { type: 'boolean' } },
    { 'x-title': 'plot', 'x-asm': { 'x-summary': 'review', 'x-view': 'cards' } },
    {
      view: 'cards',
      title: 'plot',
      summary: 'review',
      date: null,
      done: { field: 'done', yes: true, no: false },
    },
  ],
  [
    'tasks without a box',
    { title: text },
    { 'x-view': 'tasks' },
    { view: 'cards', title: 'title', summary: null, date: null, done: null },
  ],
  [
    'a reference',
    { name: { $ref: '#/$defs/line' } },
    { $defs: { line: text } },
    { view: 'cards', title: 'name', summary: null, date: null, done: null },
  ],
])('a person sees %s as its schema says', (_what, properties, rest, expected) => {
  expect(seen(properties, rest)).toEqual(expected)
})
