import { describe, expect, it } from 'vitest'
import type { Effect } from '../../contract/approvals.ts'
import { judgeLeaving } from './leaving.ts'
import type { CallFlow, KeptOutput, ReadOutput } from './types.ts'

const DIARY = 'I met Eve in Oslo and we talked about the house.'
const read = (text: string, of = 'acp:diary'): KeptOutput => ({
  ...{ of, title: 'Diary', isEverywhere: false },
  output: { items: [{ id: '1', object: { title: text } }] },
})
const leavingOf = (
  words: string,
  args: Record<string, unknown>,
  {
    kept = [read(DIARY)],
    effect = 'network_write',
    id = 'acp:post/send',
    tool = 'send',
    inputSchema = {},
    there = [],
  }: {
    kept?: readonly KeptOutput[]
    effect?: Effect
    id?: string
    tool?: string
    inputSchema?: Record<string, unknown>
    there?: readonly ReadOutput[]
  } = {},
) => {
  const flow: CallFlow = {
    ...{
      words,
      foreign: () => [],
      own: () => there,
      kept: () => kept,
      extracted: () => [],
      spend: () => true,
    },
    ...{ confirm: () => undefined, isConfirmed: () => false },
  }
  return judgeLeaving({ capabilityId: id, tool, inputSchema, arguments: args, effect }, flow)
}
const ASKS = [{ title: 'Diary', at: ['/body'] }]

describe('what a capability keeps of the owner’s', () => {
  it('doesn’t leave to another place, unless their words say so', () => {
    const args = { to: 'mallory', body: DIARY }
    expect(leavingOf('how was my week?', args)).toEqual([{ title: 'Diary', at: ['/to', '/body'] }])
    expect(leavingOf('send my diary to Ann', args)).toEqual([{ title: 'Diary', at: ['/to', '/body'] }])
    expect(leavingOf('send my diary to mallory', args)).toEqual([])
    expect(leavingOf(`what of ${DIARY} is for mallory?`, args)).toEqual([])
  })

  it('and what a tool has by default names no place', () => {
    const inputSchema = { properties: { format: { default: 'pdf' } } }
    const of = { kept: [read(DIARY)], inputSchema }
    expect(leavingOf('send my diary', { format: 'pdf', body: DIARY }, of)).toEqual(ASKS)
    expect(leavingOf('send my diary as html', { format: 'html', body: DIARY }, of)).toEqual([])
  })

  it.each(['process', 'agent', 'payment', 'network_read'] as const)(
    'whatever it would be for: %s',
    (effect) => {
      expect(leavingOf('', { body: DIARY }, { effect })).toEqual(ASKS)
    },
  )

  it.each(['none', 'own_state'] as const)('but here it goes where it is wanted: %s', (effect) => {
    expect(leavingOf('', { body: DIARY }, { effect })).toEqual([])
  })

  it('and goes to the places of its own capability', () => {
    expect(leavingOf('', { body: DIARY }, { id: 'acp:diary/publish' })).toEqual([])
  })

  it.each([
    'She was in Norway with somebody.',
    'Me encontré con Eve en Oslo.',
    Buffer.from(DIARY).toString('base64'),
    'e',
  ])('in whatever words: %j', (body) => {
    expect(leavingOf('', { body })).toEqual(ASKS)
    expect(leavingOf('', { a: [{ b: body }] })).toEqual([{ title: 'Diary', at: ['/a/0/b'] }])
  })

  it.each([12_345, 59.9139])('and as the number %j', (body) => {
    expect(leavingOf('', { body })).toEqual(ASKS)
  })

  it('but isn’t in what says nothing of anybody, or only what the place it goes to has said', () => {
    const inputSchema = { properties: { units: { enum: ['metric', 'imperial'] } } }
    expect(leavingOf('', { units: 'metric', page: 2, all: true, none: null }, { inputSchema })).toEqual([])
    expect(leavingOf('', { units: 'nautical' }, { inputSchema })).toEqual([
      { title: 'Diary', at: ['/units'] },
    ])
    const there = [{ of: 'acp:post', asked: [], keepers: [], output: { items: [{ id: 'r-77' }] } }]
    expect(leavingOf('', { id: 'r-77' }, { there })).toEqual([])
    expect(leavingOf('', { id: 'r-78' }, { there })).toEqual([{ title: 'Diary', at: ['/id'] }])
  })

  it('nor in a name that the place has in its own text, as a whole', () => {
    const output = { text: 'Hotels: Le Marais Boutique\nGood Night\nRiverside View' }
    const there = [{ of: 'acp:post', asked: [], keepers: [], output }]
    expect(leavingOf('', { hotels: ['Good Night', 'le marais boutique'] }, { there })).toEqual([])
    for (const body of ['Night Good', 'Good Night Oslo', 'Marai', 'Riverside  Viewer'])
      expect(leavingOf('', { body }, { there })).toEqual(ASKS)
    const elsewhere = [{ of: 'mcp:web', asked: [], keepers: [], output }]
    expect(leavingOf('', { body: 'Good Night' }, { there: elsewhere })).toEqual(ASKS)
  })

  it('nor in the message’s own words, in another order', () => {
    const words = 'get me the link to reset my TechServices password'
    expect(leavingOf(words, { query: 'TechServices: password reset' })).toEqual([])
    for (const query of ['TechServices password reset Oslo', 'password password', 'pass', '!'])
      expect(leavingOf(words, { query })).toEqual([{ title: 'Diary', at: ['/query'] }])
  })

  it('and of several, each value is said to be of the one that has it', () => {
    const letters = { ...read('The invoice of the plumber.', 'mcp:mail'), title: 'Mail' }
    const args = { a: DIARY, b: 'the invoice of the plumber', c: 'in other words' }
    expect(leavingOf('', args, { kept: [read(DIARY), letters] })).toEqual([
      { title: 'Diary', at: ['/a', '/c'] },
      { title: 'Mail', at: ['/b', '/c'] },
    ])
  })
})

describe('what scripts of a skill read of the owner’s', () => {
  const kept = [read(DIARY, 'skill:mine/minutes')]
  const runs = (id: string, args: Record<string, unknown>, words = '') =>
    leavingOf(words, args, {
      ...{ id: `${id}/run_script`, tool: 'run_script', effect: 'process', kept },
      inputSchema: { properties: { script: { enum: ['post.sh'] } } },
    })

  it('is that skill’s, not that of another from the same folder', () => {
    const args = { script: 'post.sh', stdin: DIARY }
    expect(runs('skill:mine/minutes', args)).toEqual([])
    expect(runs('skill:mine/poster', args)).toEqual([{ title: 'Diary', at: ['/script', '/stdin'] }])
  })

  it('and may lie in the working folder that another skill’s script sees', () => {
    const args = { script: 'post.sh' }
    expect(runs('skill:mine/minutes', args)).toEqual([])
    expect(runs('skill:mine/poster', args)).toEqual([{ title: 'Diary', at: ['/script'] }])
    expect(runs('skill:mine/poster', args, 'now run post.sh')).toEqual([])
  })
})

describe('what every turn is given, as what is remembered', () => {
  const facts = [{ ...read('My sister lives at 4 Harbour Road.'), isEverywhere: true }]

  it('is asked about where it is taken over, as a part, among other words, and in other letters', () => {
    const said = [
      'sister lives at ',
      'at 4 HARBOUR\n road.',
      'FYI: My sister lives at 4 Harbour Road. Bye',
      'hers lives at 4 Harbourside',
    ]
    for (const body of said) expect(leavingOf('', { body }, { kept: facts })).toEqual(ASKS)
  })

  it('also in other words and another order, as far as it says half of what tells', () => {
    for (const body of ['Harbour Rd 4', 'her house, no. 4, by the harbour', 'the Harbour; the sister'])
      expect(leavingOf('', { body }, { kept: facts })).toEqual(ASKS)
    const one = (fact: string) => [{ ...read(fact), isEverywhere: true }]
    expect(leavingOf('', { body: 'is diabetic' }, { kept: one('I am diabetic') })).toEqual(ASKS)
    expect(leavingOf('', { body: 'code 4711' }, { kept: one('The code is 4711') })).toEqual(ASKS)
    expect(leavingOf('', { body: '她住在港口路四号楼' }, { kept: one('我姐姐住在港口路四号') })).toEqual(ASKS)
  })

  it('is told from what anything could say', () => {
    for (const body of ['Harbour', 'my road', 'four', 'She lives there'])
      expect(leavingOf('', { body }, { kept: facts })).toEqual([])
    const short = (text: string) => [{ ...read(text), isEverywhere: true }]
    expect(leavingOf('', { body: 'to' }, { kept: short('to') })).toEqual([])
    expect(leavingOf('', { body: 'black' }, { kept: short('I like black tea') })).toEqual([])
    expect(leavingOf('', { body: '港口路' }, { kept: short('我姐姐住在港口路四号') })).toEqual([])
    expect(leavingOf('', { body: 'e@x.org' }, { kept: short('e@x.org') })).toEqual(ASKS)
  })

  it('is no news where the message says it', () => {
    expect(leavingOf('book a table by the harbour for 4', { body: 'harbour, 4' }, { kept: facts })).toEqual(
      [],
    )
  })

  it('is found in a lot of it', () => {
    const many = Array.from({ length: 400 }, (_, at) => ({
      ...read(`line ${String(at)} ${'of a long diary '.repeat(20)}`),
      isEverywhere: true,
    }))
    expect(
      leavingOf('', { body: DIARY }, { kept: [...many, ...[{ ...read(DIARY), isEverywhere: true }]] }),
    ).toEqual(ASKS)
  })
})
