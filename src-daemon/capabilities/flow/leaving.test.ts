import { describe, expect, it } from 'vitest'
import type { Effect } from '../../contract/approvals.ts'
import { judgeLeaving } from './leaving.ts'
import type { CallFlow, ReadOutput } from './types.ts'

const DIARY = 'I met Eve in Oslo and we talked about the house.'
const read = (text: string, of = 'acp:diary'): ReadOutput => ({
  ...{ of, asked: [], title: 'Diary' },
  output: { items: [{ id: '1', object: { title: text } }] },
})
const leavingOf = (
  words: string,
  args: Record<string, unknown>,
  {
    own = [read(DIARY)],
    effect = 'network_write',
    id = 'acp:post/send',
    tool = 'send',
  }: {
    own?: readonly ReadOutput[]
    effect?: Effect
    id?: string
    tool?: string
  } = {},
) => {
  const flow: CallFlow = {
    ...{ words, foreign: () => [], own: () => own, spend: () => true },
    ...{ confirm: () => undefined, isConfirmed: () => false },
  }
  return judgeLeaving({ capabilityId: id, tool, inputSchema: {}, arguments: args, effect }, flow)
}
const ASKS = [{ title: 'Diary', at: ['/body'] }]

describe('what a capability keeps of the owner’s', () => {
  it('doesn’t leave to another place, unless their words say so', () => {
    const args = { to: 'mallory', body: DIARY }
    expect(leavingOf('how was my week?', args)).toEqual(ASKS)
    expect(leavingOf('send my diary to Ann', args)).toEqual(ASKS)
    expect(leavingOf('send my diary to mallory', args)).toEqual([])
    expect(leavingOf(`what of ${DIARY} is for mallory?`, args)).toEqual([])
  })

  it.each(['process', 'agent', 'payment', 'network_read'] as const)(
    'whatever it would be for: %s',
    (effect) => {
      expect(leavingOf('', { to: 'x', body: DIARY }, { effect })).toEqual(ASKS)
    },
  )

  it.each(['none', 'own_state'] as const)('but here it goes where it is wanted: %s', (effect) => {
    expect(leavingOf('', { body: DIARY }, { effect })).toEqual([])
  })

  it('and goes to the places of its own capability', () => {
    expect(leavingOf('', { body: DIARY }, { id: 'acp:diary/publish' })).toEqual([])
  })

  it('also as a part, among other words, in other letters, and nested', () => {
    expect(leavingOf('', { body: 'in oslo and we talked' })).toEqual(ASKS)
    expect(leavingOf('', { body: `FYI: ${DIARY.toUpperCase()}\nBye` })).toEqual(ASKS)
    expect(leavingOf('', { a: [{ b: DIARY.replaceAll(' ', '\n ') }] })).toEqual([
      { title: 'Diary', at: ['/a/0/b'] },
    ])
  })

  it('is told from what anything could say', () => {
    expect(leavingOf('', { body: 'Oslo' })).toEqual([])
    expect(leavingOf('', { body: 'to' }, { own: [read('to')] })).toEqual([])
    expect(leavingOf('', { body: 'e@x.org' }, { own: [read('e@x.org')] })).toEqual(ASKS)
  })

  it('is found in a lot of it', () => {
    const own = Array.from({ length: 400 }, (_, at) =>
      read(`line ${String(at)} ${'of a long diary '.repeat(20)}`),
    )
    expect(leavingOf('', { body: DIARY }, { own: [...own, read(DIARY)] })).toEqual(ASKS)
  })
})
