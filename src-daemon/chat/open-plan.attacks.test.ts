import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  callTool,
  makeHome,
  note,
  openChat,
  say,
  scriptedModel,
  tasks,
  type Script,
} from '../testing/chat.ts'

const milk = { object: { title: 'Milk', body: 'buy milk' } }
const ONCE = { decision: 'allow', scope: 'call', pattern: null, until: 'once' } as const

let home: ReturnType<typeof makeHome>
let opened: ReturnType<typeof openChat>[]
beforeEach(() => {
  home = makeHome()
  opened = []
})
afterEach(async () => {
  for (const one of opened) await one.close()
  home.remove()
})

const start = (script: Script, more: Partial<Parameters<typeof openChat>[0]> = {}) => {
  const asked: { tool: string; title: string; read: readonly string[]; foreign: readonly string[] }[] = []
  const model = scriptedModel(script)
  const one = openChat({
    path: home.path,
    model,
    answer: ({ tool, title, readBefore = [] }) => {
      asked.push({
        tool,
        title,
        read: readBefore.map((line) => `${line.tool} ${line.what ?? ''}`.trim()),
        foreign: readBefore.flatMap((line) => (line.foreign ? [line.tool] : [])),
      })
      return ONCE
    },
    ...more,
  })
  opened.push(one)
  return { ...one, model, asked }
}
/** Steps of one turn, then an end. */
const steps =
  (...turns: Parameters<typeof callTool>[]): Script =>
  (_request, step) => {
    const call = turns[step]
    return call === undefined ? [say('Done.')] : [callTool(...call)]
  }

describe('a plan can’t be got around', () => {
  const todo = { object: { title: 'Milk', body: 'fetch it' } }
  const one = (tool: string) => ({ steps: [{ tool, what: 'One small thing' }] })
  const [first, second] = [one('note__state__create'), one('tasks__state__create')]
  const planned = (planFirst: 'several' | 'always', ...calls: Parameters<typeof callTool>[]) =>
    start(steps(...calls), { settings: { planFirst }, packages: [note, tasks] })
  const keep = 'please keep this in mind for me'

  it('by many small ones, one after the other', async () => {
    const { ask, asked, created } = planned(
      'several',
      ['plan', first],
      ['note__state__create', milk],
      ['plan', second],
      ['tasks__state__create', todo],
    )
    await ask(keep)
    expect(created).toHaveLength(2)
    expect(asked.map(({ tool }) => tool)).toEqual(['plan'])
  })

  it('by making a plan through another tool', async () => {
    const invoke = (input: object): Parameters<typeof callTool> => [
      'capability_invoke',
      { id: 'satchel:plan', version: '1.0.0', input },
    ]
    const { ask, asked, created } = planned(
      'several',
      invoke(first),
      ['note__state__create', milk],
      invoke(second),
      ['tasks__state__create', todo],
    )
    await ask(keep)
    expect(created).toHaveLength(2)
    expect(asked.map(({ tool }) => tool)).toEqual(['plan'])
  })

  it.each<[string, Parameters<typeof callTool>[]]>([
    ['through another tool', [['capability_invoke', { id: 'acp:note/state.create', input: milk }]]],
    [
      'through another tool with its version',
      [['capability_invoke', { id: 'acp:note/state.create', version: '1.0.0', input: milk }]],
    ],
    ['by its id', [['acp:note/state.create', milk]]],
    ['by the name its capability gives it', [['state.create', milk]]],
    [
      'as a whole capability',
      [['capability_invoke', { id: 'acp:note', version: '1.0.0', input: { task: 'save milk' } }]],
    ],
    [
      'with a plan of nothing',
      [
        ['plan', { steps: [] }],
        ['note__state__create', milk],
      ],
    ],
    [
      'with a plan of a tool that isn’t there',
      [
        ['plan', one('nowhere')],
        ['note__state__create', milk],
      ],
    ],
    [
      'with a plan of the plan',
      [
        ['plan', one('satchel:plan')],
        ['note__state__create', milk],
      ],
    ],
    [
      'with a plan of another capability’s tool',
      [
        ['plan', second],
        ['note__state__create', milk],
      ],
    ],
    [
      'with a plan of the whole capability',
      [
        ['plan', one('acp:note')],
        ['note__state__create', milk],
      ],
    ],
    [
      'with a plan that says it is agreed',
      [
        ['plan', { ...first, agreed: true }],
        ['note__state__create', milk],
      ],
    ],
  ])('by a call %s', async (_what, calls) => {
    const { ask, created } = planned('always', ...calls)
    await ask(keep)
    expect(created).toEqual([])
  })

  it('by calling more often than was planned, in one answer or several', async () => {
    const { ask, created } = start(
      (_request, step) =>
        step === 0
          ? [callTool('plan', first)]
          : step < 3
            ? [callTool('note__state__create', milk), callTool('note__state__create', todo)]
            : [say('Done.')],
      { settings: { planFirst: 'always' }, packages: [note, tasks] },
    )
    await ask(keep)
    expect(created).toHaveLength(1)
  })

  it('by one that was agreed to in an earlier turn', async () => {
    const { ask, created } = start(
      (request, step) => {
        const isFirst = (request.messages.findLast(({ role }) => role === 'user')?.content ?? '').includes(
          'plan',
        )
        if (request.messages.at(-1)?.role === 'tool' || step > 1) return [say('Done.')]
        return [isFirst ? callTool('plan', first) : callTool('note__state__create', milk)]
      },
      { settings: { planFirst: 'always' }, packages: [note, tasks] },
    )
    const { conversationId } = await ask('please make a plan for me')
    await ask(keep, { conversationId })
    expect(created).toEqual([])
  })
})
