import { copyFileSync, existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../contract/chat.ts'
import {
  callTool,
  makeHome,
  note,
  openChat,
  packageOf,
  partsOf,
  say,
  scriptedModel,
  tasks,
  type Script,
} from '../testing/chat.ts'

const north = packageOf('compass', [{ type: 'keyword', value: 'compass' }], [], {
  tools: [{ name: 'find_north', description: 'Finds north.', parameters: { type: 'object' } }],
  bindings: { find_north: { type: 'http_get', url: 'https://example.org/north' } },
})
const CALLS = [
  callTool('capability_search', { query: 'where is north' }),
  callTool('capability_describe', { id: 'acp:compass/find_north' }),
  callTool('capability_invoke', { id: 'acp:compass/find_north', input: {} }),
  callTool('note__state__create', { object: { title: 'North', body: 'up' } }),
  callTool('tasks__state__create', { object: { title: 'Go', body: 'north' } }),
]
const SAID = 'which way, and keep it for me in both places'

/** Where a turn is held: while the model thinks about a step, or while the tool of the third one runs. */
const STAGES = [...CALLS.keys().map((step) => `step ${String(step)}`), 'the answer', 'the tool'] as const

let homes: ReturnType<typeof makeHome>[]
let opened: ReturnType<typeof openChat>[]
beforeEach(() => {
  homes = []
  opened = []
})
afterEach(async () => {
  for (const one of opened) await one.close()
  for (const home of homes) home.remove()
})

const newHome = () => {
  const home = makeHome()
  homes.push(home)
  return home
}

const open = (path: string, script: Script, runHttp: () => Promise<unknown>) => {
  const model = scriptedModel(script)
  const one = openChat({ path, model, packages: [note, tasks, north], durable: true, runHttp })
  opened.push(one)
  return { ...one, model }
}

/** Begins the turn, and waits until it is held at the stage. */
const heldAt = async (stage: string) => {
  const home = newHome()
  let isHeld = false
  const hold = () => {
    isHeld = true
    return new Promise<never>(() => undefined)
  }
  const one = open(
    home.path,
    async function* (_request, step) {
      if (stage === (step === CALLS.length ? 'the answer' : `step ${String(step)}`)) await hold()
      yield CALLS[step] ?? say('Done.')
    },
    () => (stage === 'the tool' ? hold() : Promise.resolve({ text: 'up' })),
  )
  const { conversationId, turnId } = one.chat.send({ text: SAID })
  await expect.poll(() => isHeld, { timeout: 20_000 }).toBe(true)
  return { ...one, home, conversationId, turnId }
}

/** Says a message that goes on, with a model that does what is left. */
const goOn: Script = (request, step) => {
  const tools = request.tools.map(({ name }) => name)
  if (step === 0) return [callTool(tools.includes('compass__find_north') ? 'compass__find_north' : '?', {})]
  return step === 1
    ? [callTool('tasks__state__create', { object: { title: 'Go', body: 'on' } })]
    : [say('Done.')]
}
const went = (answer: Message): unknown => [
  answer.status,
  partsOf(answer, 'route')[0]?.decision.open,
  partsOf(answer, 'tool').map(({ tool, status }) => [tool, status]),
]
const ALL = [
  'complete',
  true,
  [
    ['find_north', 'ok'],
    ['state.create', 'ok'],
  ],
]
const saved = async ({ core }: ReturnType<typeof openChat>, from: string): Promise<number> =>
  (await core.query(core.ownerAccess(from, 'internal'), { from, limit: 100 })).items.length

describe('an open turn', () => {
  it.each(STAGES)('that is stopped at %s ends cleanly, and the next goes on', async (stage) => {
    const one = await heldAt(stage)
    one.chat.stop(one.turnId)
    await one.chat.finished(one.turnId)
    const answer = one.answerOf(one.conversationId)
    expect(answer.status).toBe('stopped')
    expect(partsOf(answer, 'tool').filter(({ status }) => status === 'running')).toEqual([])
    const done = partsOf(answer, 'tool').filter(
      ({ tool, status }) => tool === 'state.create' && status === 'ok',
    )
    expect((await saved(one, note.schemaUri)) + (await saved(one, tasks.schemaUri))).toBe(done.length)
    await one.close()
    opened.pop()
    const again = open(one.home.path, goOn, () => Promise.resolve({ text: 'up' }))
    const next = await again.ask('please go on with it', { conversationId: one.conversationId })
    expect(went(next.answer)).toEqual(ALL)
  })

  it.each(STAGES)('whose daemon is killed at %s is settled, and the next goes on', async (stage) => {
    const one = await heldAt(stage)
    // What is on the disk now is what a killed process leaves.
    const home = newHome()
    for (const end of ['', '-wal']) {
      if (existsSync(`${one.home.path}${end}`)) copyFileSync(`${one.home.path}${end}`, `${home.path}${end}`)
    }
    const again = open(home.path, goOn, () => Promise.resolve({ text: 'up' }))
    const answer = again.answerOf(one.conversationId)
    expect(answer.status).toBe('stopped')
    expect(partsOf(answer, 'tool').filter(({ status }) => status === 'running')).toEqual([])
    const done = partsOf(answer, 'tool').flatMap(({ changes }) => changes)
    expect((await saved(again, note.schemaUri)) + (await saved(again, tasks.schemaUri))).toBe(done.length)
    const next = await again.ask('please go on with it', { conversationId: one.conversationId })
    expect(went(next.answer)).toEqual(ALL)
  })
})
