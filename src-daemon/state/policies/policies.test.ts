import { describe } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { runPolicyAcceptance, type PolicySubject } from './testing/policy.acceptance.ts'
import type { Random } from './testing/random.ts'
import { createSequencesInThread } from './testing/sequences-in-thread.ts'

const sequences = createSequencesInThread()

type Change = (old: Json | undefined, random: Random) => Json | undefined

/** An object with up to two fields `a` and `b` of one kind; sometimes one is removed, if allowed. */
const twoFields = (
  policy: string,
  field: JsonObject,
  change: Change,
  { removable = true, root = {} }: { removable?: boolean; root?: JsonObject } = {},
): PolicySubject => {
  const edit = (object: JsonObject, random: Random): JsonObject => {
    const name = random.pick(['a', 'a', 'b'])
    const next = removable && random.below(6) === 0 ? undefined : change(object[name], random)
    return next === undefined ? without(object, name) : { ...object, [name]: next }
  }
  return {
    policy,
    schema: {
      type: 'object',
      properties: { id: { type: 'string' }, a: field, b: field },
      ...root,
    },
    first: (random) => (random.below(4) === 0 ? {} : edit({}, random)),
    edit,
    sequences,
  }
}

const without = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))

const VALUES: readonly Json[] = [0, 1, 'x', '', null, true, [1, 2], { k: 1 }]
const anyValue: Change = (_old, random) => random.pick(VALUES)
const oneOfFew: Change = (_old, random) => random.pick(['red', 'green', 'blue'])
const onOrOff: Change = (_old, random) => random.below(2) === 0
const count: Change = (old, random) => (typeof old === 'number' ? old : 0) + random.below(9) - 4

const more: Change = (old, random) => [
  ...listOf(old),
  ...Array.from({ length: random.below(3) }, () => random.pick<Json>(['x', 'y', 'z', 1, { k: 1 }])),
]

const entries: Change = (old, random) => [
  ...listOf(old),
  ...Array.from({ length: random.below(3) }, (): Json => {
    const id = random.below(40)
    return id === 0 ? { text: 'no id' } : { id: `e${String(id)}`, text: String(random.below(3)) }
  }),
]

const typing: Change = (old, random) => {
  const text = typeof old === 'string' ? old : ''
  const at = random.below(text.length + 1)
  return text.slice(0, at) + random.pick(['a', 'bc', '']) + text.slice(at + random.below(2))
}

const arranging: Change = (old, random) => {
  const list = [...listOf(old)]
  list.splice(
    random.below(list.length + 1),
    random.below(2),
    ...(random.below(3) > 0 ? [random.below(5)] : []),
  )
  return list
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

const person: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    visits: { type: 'integer', 'x-crdt': 'counter' },
    seen: { type: 'array', 'x-crdt': 'grow_only_set' },
    diary: { type: 'array', 'x-crdt': 'log_rga', items: { type: 'object' } },
    address: { type: 'object', properties: { city: { type: 'string' }, zip: { 'x-crdt': 'mv_register' } } },
  },
}

/** One of the members, or one of those of a member. */
const changePerson: Change = (old, random) => {
  const now = objectOf(old)
  switch (random.below(8)) {
    case 0:
      return { ...now, name: random.pick(['Ada', 'Bo']) }
    case 1:
      return { ...now, visits: (typeof now['visits'] === 'number' ? now['visits'] : 0) + 1 }
    case 2:
      return { ...now, seen: more(now['seen'], random) ?? [] }
    case 3:
      return { ...now, diary: entries(now['diary'], random) ?? [] }
    case 4:
      return without(now, random.pick(['name', 'visits', 'address']))
    case 5:
      return random.below(2) === 0 ? now : {}
    default: {
      const address = objectOf(now['address'])
      const name = random.pick(['city', 'zip'])
      const next = random.below(4) === 0 ? without(address, name) : { ...address, [name]: random.below(9) }
      return { ...now, address: next }
    }
  }
}
/** A person whose sets and logs only grow: replacing it with `{}` would remove something. */
const changeSafely: Change = (old, random) => {
  const next = objectOf(changePerson(old, random))
  const now = objectOf(old)
  const kept = Object.fromEntries(
    ['seen', 'diary'].flatMap((name) => (now[name] === undefined ? [] : [[name, now[name]]])),
  )
  return { ...kept, ...next }
}

const page: JsonObject = {
  type: 'object',
  properties: { text: { type: 'string', 'x-crdt': 'rga_text' }, lines: { type: 'array' } },
}

const changePage: Change = (old, random) => {
  const now = objectOf(old)
  const name = random.pick(['text', 'lines'])
  if (random.below(5) === 0) return without(now, name)
  return { ...now, [name]: (name === 'text' ? typing : arranging)(now[name], random) ?? null }
}

const inMap =
  (change: Change): Change =>
  (old, random) => {
    const map = objectOf(old)
    const key = random.pick(['k', 'l', 'm'])
    if (random.below(4) === 0) return without(map, key)
    return { ...map, [key]: change(map[key], random) ?? null }
  }

const text = { type: 'string' }
const subjects: readonly PolicySubject[] = [
  twoFields('lww_register', { 'x-crdt': 'lww_register' }, anyValue),
  twoFields('mv_register', { 'x-crdt': 'mv_register' }, anyValue),
  twoFields('default scalar', text, oneOfFew),
  twoFields('rga_text', { type: 'string', 'x-crdt': 'rga_text' }, typing),
  twoFields('grow_only_set', { type: 'array', 'x-crdt': 'grow_only_set' }, more, { removable: false }),
  twoFields('or_map', { type: 'object', 'x-crdt': 'or_map', additionalProperties: text }, inMap(oneOfFew)),
  twoFields('counter', { type: 'integer', 'x-crdt': 'counter' }, count),
  twoFields('flag', { type: 'boolean', 'x-crdt': 'flag' }, onOrOff),
  twoFields('log_rga', { type: 'array', 'x-crdt': 'log_rga' }, entries, { removable: false }),
  twoFields('ordered list', { type: 'array' }, arranging),
  twoFields('nested objects', person, changeSafely),
  twoFields('or_map of objects', { type: 'object', additionalProperties: person }, inMap(changeSafely)),
  twoFields('texts in objects', page, changePage),
  twoFields('container object', { type: 'integer', 'x-crdt': 'counter' }, count, {
    root: { 'x-asm': { container: 'object' } },
  }),
  {
    ...twoFields('container map', { type: 'object' }, inMap(changeSafely)),
    schema: {
      type: 'object',
      'x-asm': { container: 'map', keyType: 'string', valueRef: '#/definitions/Person' },
      properties: { id: text, a: { type: 'object' }, b: { type: 'object' } },
      definitions: { Person: person },
    },
  },
  twoFields('container list', { type: 'array', items: text }, arranging, {
    root: { 'x-asm': { container: 'list' } },
  }),
  twoFields('container log', { type: 'array', items: { type: 'object' } }, entries, {
    removable: false,
    root: { 'x-asm': { container: 'log', crdt: 'append_only' } },
  }),
]

/** Rules that choose between concurrent writes, where some are reverts. */
const deciding = ['lww_register', 'mv_register', 'rga_text', 'counter', 'flag', 'nested objects']

describe.each(subjects)('merging by $policy', (subject) => {
  runPolicyAcceptance(subject)
})

describe.each(subjects.filter(({ policy }) => deciding.includes(policy)))(
  'merging by $policy what was partly taken back',
  (subject) => {
    runPolicyAcceptance(
      { ...subject, policy: `${subject.policy}, yielding`, yields: (seq) => seq % 3 === 0 },
      effort(60, 300),
    )
  },
)
