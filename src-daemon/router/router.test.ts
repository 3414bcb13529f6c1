import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AcpPackage, Trigger } from '../packages/types.ts'
import { cpuTime } from '../testing/cpu-time.ts'
import { createRouter, parseCommand } from './index.ts'
import { installedPackage } from '../testing/installed-package.ts'

const NOTE: Trigger = { type: 'regex', value: '记(.*)笔记|note|add note about' }

const acp = (name: string, triggers: Trigger[], examples: string[] = []): AcpPackage => ({
  sha256: name,
  name,
  capUri: `did:nuwa:cap:${name}`,
  version: '1.0.0',
  title: name.charAt(0).toUpperCase() + name.slice(1),
  description: '',
  author: { did: 'did:key:z', keyId: 'did:key:z#z' },
  triggers,
  examples,
  memoryScope: `sc:${name}`,
  permissions: { require: [], option: [] },
  llmRequirements: { modelFamily: [], minContextWindow: null, requiredFeatures: [] },
  schema: { properties: { title: {}, body: {}, due: {} } },
  schemaUri: `did:nuwa:state:${name}#v1`,
  prompt: '',
  tools: [],
  bindings: {},
})

const routerOver = (...packages: AcpPackage[]) => {
  const installed = [...packages]
  const listeners = new Set<() => void>()
  const router = createRouter({
    packages: {
      installed: () => installed.map(installedPackage),
      get: (name) => installed.find((item) => item.name === name) ?? null,
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  const install = (item: AcpPackage): void => {
    installed.push(item)
    for (const listener of listeners) listener()
  }
  const route = (text: string, activeCapability: string | null = null, explicit: string | null = null) =>
    router.route({ text, activeCapability, explicit })
  return { ...router, install, to: route }
}

const note = acp('note', [NOTE])
const tasks = acp('tasks', [
  { type: 'keyword', value: 'todo' },
  { type: 'keyword', value: '待办' },
  { type: 'embedding', examples: ['remind me to call the dentist', 'add a task to my list'] },
])

describe('triggers', () => {
  it('routes a message to the capability whose trigger stands at its start, and takes the trigger off', () => {
    expect(routerOver(note, tasks).to('add note about buying milk tomorrow')).toMatchObject({
      capability: 'note',
      reason: 'trigger',
      remainder: 'buying milk tomorrow',
    })
  })

  it('says what fired', () => {
    const [best] = routerOver(note, tasks).to('add note about buying milk tomorrow').candidates
    expect(best).toMatchObject({ name: 'note', title: 'Note', matched: 'regex "add note about"' })
  })

  it.each([
    ['note: buy milk', 'buy milk'],
    ['Please take a note that Ann owes me 5', 'Ann owes me 5'],
    ['NOTE - the door code is 4711', 'the door code is 4711'],
    ['note "Milk" we need two', '"Milk" we need two'],
    ['记一下明天买牛奶笔记', '明天买牛奶'],
    ['记一条笔记：周五把伞还给小李', '周五把伞还给小李'],
    ['note', ''],
    ['Put "milk" into a note', 'Put "milk" into a note'],
  ])('reads %j as %j', (text, remainder) => {
    const decision = routerOver(note, tasks).to(text)
    expect(decision.capability).toBe('note')
    expect(decision.remainder).toBe(remainder)
  })

  it.each(['look at my notebook', 'the keynote was long', 'I denoted it', 'what is the weather like', ''])(
    'leaves %j to the plain assistant',
    (text) => {
      expect(routerOver(note, tasks).to(text)).toMatchObject({ capability: null, reason: 'none' })
    },
  )

  it('takes a plural for the word, and gives what a group caught', () => {
    const router = routerOver(note)
    expect(router.to('show my notes').capability).toBe('note')
    expect(router.to('记买牛奶笔记').captures).toEqual(['买牛奶'])
  })

  it('finds a keyword as a whole token, case-folded, and anywhere in Chinese', () => {
    const router = routerOver(note, tasks)
    expect(router.to('TODO call Ann').capability).toBe('tasks')
    expect(router.to('todos los días').capability).toBeNull()
    expect(router.to('把买菜加到待办里').capability).toBe('tasks')
  })

  it('finds a sentence close to an example', () => {
    expect(routerOver(note, tasks).to('remind me to call the doctor')).toMatchObject({ capability: 'tasks' })
  })

  it('matches composed and decomposed spellings alike', () => {
    const cafe = acp('cafe', [{ type: 'keyword', value: 'café' }])
    expect(routerOver(cafe).to('CAFE\u0301 near here').capability).toBe('cafe')
  })

  it('asks when two capabilities are equally sure', () => {
    const other = acp('journal', [NOTE])
    const decision = routerOver(note, other).to('add note about milk')
    expect(decision).toMatchObject({
      capability: null,
      reason: 'ambiguous',
      remainder: 'add note about milk',
    })
    expect(decision.candidates.map(({ name }) => name)).toEqual(['journal', 'note'])
  })

  it('sees an installed capability at once', () => {
    const router = routerOver(tasks)
    expect(router.to('add note about milk').capability).toBeNull()
    router.install(note)
    expect(router.to('add note about milk').capability).toBe('note')
  })

  it('gives the same answer for the same message, with scores from 0 to 1', () => {
    const router = routerOver(note, tasks)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const first = router.to(text)
        expect(router.to(text)).toEqual(first)
        for (const { score } of first.candidates) expect(score >= 0 && score <= 1).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('takes time in proportion to the message where a backtracking engine would hang', () => {
    const evil = acp('evil', [{ type: 'regex', value: '(a+)+$' }])
    const start = cpuTime()
    routerOver(evil).to(`${'a'.repeat(3000)}!`)
    expect(cpuTime() - start).toBeLessThan(5000)
  })
})

describe('explicit choice', () => {
  it('wins over everything', () => {
    expect(routerOver(note, tasks).to('add note about milk', 'note', 'tasks')).toMatchObject({
      capability: 'tasks',
      reason: 'explicit',
      remainder: 'add note about milk',
    })
  })

  it('refuses one that is not installed', () => {
    expect(() => routerOver(note).to('hello', null, 'weather')).toThrow(/capability_not_installed/)
  })

  it('finds a capability by name, title or URI, and suggests others', () => {
    const router = routerOver(note, tasks)
    for (const wanted of ['note', 'NOTE', 'did:nuwa:cap:note', 'did:nuwa:cap:note@1.0.0'])
      expect(router.find(wanted).name).toBe('note')
    expect(router.find('no')).toMatchObject({ name: null, suggestions: ['note'] })
  })
})

describe('top of the stack', () => {
  const router = routerOver(note, tasks)

  it.each([
    'rename it to groceries',
    'add eggs and bread',
    'yes',
    'the body should say tomorrow',
    'which are due today?',
    '把它删掉',
  ])('keeps %j', (text) => {
    expect(router.to(text, 'note')).toMatchObject({ capability: 'note', reason: 'top_of_stack' })
  })

  it.each(['What is the capital of France?', 'who wrote Hamlet', '法国的首都是什么？'])(
    'does not swallow %j',
    (text) => {
      expect(router.to(text, 'note')).toMatchObject({ capability: null, reason: 'none' })
    },
  )

  it('gives way to a capability that is clearly meant', () => {
    expect(router.to('todo call Ann', 'note')).toMatchObject({ capability: 'tasks', reason: 'trigger' })
  })

  it('is ignored when it is no longer installed', () => {
    expect(router.to('yes', 'gone')).toMatchObject({ capability: null, reason: 'none' })
  })
})

describe('commands', () => {
  it.each([
    ['/back', { kind: 'back' }],
    ['  /BACK ', { kind: 'back' }],
    ['/switch note', { kind: 'switch', name: 'note' }],
    ['/switch', { kind: 'switch', name: '' }],
    ['//back', { kind: 'message', text: '/back' }],
    ['/etc/hosts is what?', { kind: 'message', text: '/etc/hosts is what?' }],
    ['/backup now', { kind: 'message', text: '/backup now' }],
    ['go /back', { kind: 'message', text: 'go /back' }],
  ])('reads %j', (text, command) => {
    expect(parseCommand(text)).toEqual(command)
  })
})
