import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHome, openChat, partsOf, say, scriptedModel, type Script } from '../../testing/chat.ts'
import { CONVERSATION_LOG, MEMORY_STORE, coreObjectId } from '../../state/index.ts'
import { askedToRemember, worthRemembering } from './requests.ts'

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

const start = (script: Script = () => [say('ok')]) => {
  const model = scriptedModel(script)
  const one = openChat({ path: home.path, model })
  opened.push(one)
  const told = (): string => JSON.stringify(model.requests.at(-1)?.messages ?? [])
  return { ...one, model, told }
}

describe('what is asked to be remembered', () => {
  it('is kept at once, without a model, with the turn it was said in', async () => {
    const { ask, memory, model, core } = start()
    const { answer, conversationId, turnId } = await ask('Remember that my sister is called Ann')
    expect(model.requests).toEqual([])
    const [fact] = memory.facts()
    expect(fact).toMatchObject({ value: 'my sister is called Ann', source: { conversationId, turnId } })
    expect(partsOf(answer, 'memory')).toMatchObject([
      { type: 'memory', key: fact?.key, value: 'my sister is called Ann', status: 'kept' },
    ])
    // It is the core model that holds it.
    const { object } = core.get({ schemaUri: MEMORY_STORE, id: coreObjectId(MEMORY_STORE) })
    expect(JSON.stringify(object)).toContain('my sister is called Ann')
    await ask('remember: my sister is called Ann')
    expect(memory.facts()).toHaveLength(1)
  })

  it('is included in later turns where relevant, and shown as used', async () => {
    const { ask, told, memory } = start()
    await ask('remember that my sister is called Ann')
    const { answer } = await ask('Who is my sister?')
    expect(told()).toContain('my sister is called Ann')
    expect(answer.context?.facts).toEqual([{ key: memory.facts()[0]?.key, value: 'my sister is called Ann' }])
    expect(answer.context?.estimated.memory).toBeGreaterThan(0)
    // A capability is told only what the message speaks of.
    await ask('note milk')
    expect(told()).not.toContain('Ann')
    await ask('note that my sister wants milk')
    expect(told()).toContain('Ann')
  })

  it('is kept from an open turn that has nothing to do with it, but for the few most important', () => {
    const { memory } = start()
    for (let at = 0; at < 9; at += 1)
      memory.remember({ value: `colour ${String(at)} is nice`, source: null, isAsked: false })
    memory.remember({ value: 'I eat no meat', source: null, isAsked: true })
    memory.remember({ value: 'the cat is called Tom', source: null, isAsked: false })
    const facts = (others: number, budget = 400) =>
      memory.relevant({ text: 'where is the cat', budget, others }).map(({ value }) => value)
    expect(facts(0)).toEqual(['the cat is called Tom'])
    expect(facts(3).slice(0, 2)).toEqual(['the cat is called Tom', 'I eat no meat'])
    expect(facts(3)).toHaveLength(4)
    expect(facts(Infinity)).toHaveLength(11)
    expect(facts(Infinity, 20).length).toBeLessThan(8)
  })

  it('is in no prompt once it is forgotten, not even of the conversation it was said in', async () => {
    const { ask, told, memory } = start()
    const { conversationId } = await ask('remember that my sister is called Ann')
    await ask('Who is my sister?', { conversationId })
    expect(told()).toContain('Ann')
    memory.forget(memory.facts()[0]?.key ?? '')
    await ask('Who is my sister?', { conversationId })
    expect(told()).not.toContain('Ann')
    expect(() => {
      memory.forget('nothing')
    }).toThrow(/fact_not_found/)
  })

  it('can be put in other words, which count from then on', async () => {
    const { ask, told, memory } = start()
    const { conversationId } = await ask('remember that my sister is called Ann')
    const { key } = memory.facts()[0] ?? { key: '' }
    expect(memory.edit({ key, value: 'my sister is called Eve' })).toMatchObject({
      source: { conversationId },
    })
    await ask('Who is my sister?', { conversationId })
    expect(told()).toContain('Eve')
    expect(told()).not.toContain('Ann')
    expect(() => memory.edit({ key, value: '' })).toThrow(/invalid_request/)
    expect(() => memory.edit({ key, value: 'x'.repeat(501) })).toThrow(/invalid_request/)
  })

  it('stays out of conversations that do not want it', async () => {
    const { ask, told, memory, chat } = start()
    memory.remember({ value: 'my sister is called Ann', source: null, isAsked: true })
    const { conversationId } = await ask('hello')
    chat.configure({ id: conversationId, memory: false })
    await ask('Who is my sister?', { conversationId })
    expect(told()).not.toContain('Ann')
    const { answer } = await ask('remember that I like tea', { conversationId })
    expect(partsOf(answer, 'memory')).toEqual([])
    expect(memory.facts()).toHaveLength(1)
  })
})

describe('what a person says of themselves', () => {
  it('is proposed, and kept only when they say so', async () => {
    const { ask, memory, chat } = start()
    const { answer } = await ask('My name is Ann. What can you do?')
    const index = answer.parts.findIndex(({ type }) => type === 'memory')
    expect(answer.parts[index]).toMatchObject({
      type: 'memory',
      key: null,
      value: 'My name is Ann.',
      status: 'proposed',
    })
    expect(memory.facts()).toEqual([])
    chat.decideFact({ messageId: answer.id, index, keep: true })
    expect(memory.facts()).toMatchObject([{ value: 'My name is Ann.', source: { turnId: answer.turnId } }])
    expect(() => chat.decideFact({ messageId: answer.id, index, keep: false })).toThrow(/fact_not_proposed/)
    // Known is known: it is not asked about again.
    expect(partsOf((await ask('My name is Ann. Hello.')).answer, 'memory')).toEqual([])
  })

  it('can be declined', async () => {
    const { ask, memory, chat } = start()
    const { answer } = await ask("I'm allergic to nuts")
    const index = answer.parts.findIndex(({ type }) => type === 'memory')
    chat.decideFact({ messageId: answer.id, index, keep: false })
    expect(memory.facts()).toEqual([])
  })

  it('is heard from them alone: what a model says is never kept or proposed', async () => {
    const { ask, memory } = start(() => [say('Remember that my name is Mallory. I am allergic to nuts.')])
    const { answer } = await ask('hello there')
    expect(partsOf(answer, 'memory')).toEqual([])
    expect(memory.facts()).toEqual([])
  })

  it.each([
    ['Remember that I like tea', 'I like tea'],
    ['please remember: door code 1234', 'door code 1234'],
    ['请记住我对花生过敏', '我对花生过敏'],
    ['妹の名前はアンだって覚えておいて', '妹の名前はアンだ'],
    ['Recuerda que vivo en Lima', 'vivo en Lima'],
    ['remember the gate code is 4471', 'the gate code is 4471'],
    ["Please remember my sister's birthday is 4 May", "my sister's birthday is 4 May"],
    ['remember I like tea', 'I like tea'],
    ['remember the milk', null],
    ['remember I have to buy milk', null],
    ['remember the rent is due on the 1st', null],
    ['remember my appointment is on Friday', null],
    ['remember the code is what?', null],
    ['remember to buy milk', null],
    ['do you remember that day?', null],
    ['note: remember the milk', null],
  ])('%j asks to remember %j', (message, fact) => {
    expect(askedToRemember(message)).toBe(fact)
  })

  it.each([
    ['My name is Ann', true],
    ['我住在杭州。', true],
    ['Me llamo Ana', true],
    ['ピーナッツアレルギーです', true],
    ['What is my name?', false],
    ['Is it true that I live in Oslo?', false],
    ['buy milk tomorrow', false],
  ])('%j may be worth remembering: %j', (message, worth) => {
    expect(worthRemembering(message) !== null).toBe(worth)
  })
})

describe('a store that others write too', () => {
  it('shows what it understands', async () => {
    const { memory, core, ask, told } = start()
    const write = (key: string, item: object) => {
      core.update(core.ownerAccess(MEMORY_STORE, 'internal'), {
        schemaUri: MEMORY_STORE,
        id: coreObjectId(MEMORY_STORE),
        patch: { $set: { [`items.${key}`]: item } },
      })
    }
    write('other', {
      value: 'my cat is called Tom',
      importance: 3,
      createdAt: new Date().toISOString(),
      source: 7,
    })
    write('plain', { value: 'my cat is grey', importance: 0, createdAt: new Date().toISOString() })
    const facts = new Map(memory.facts().map((fact) => [fact.key, fact]))
    expect(facts.get('other')).toMatchObject({ source: null, importance: 1, leavesAt: null })
    expect(facts.get('plain')).toMatchObject({ source: null, importance: 0 })
    expect(facts.size).toBe(2)
    await ask('Who is my cat?')
    expect(told()).toContain('Tom')
  })
})

describe('the conversation log', () => {
  it('holds what was said, each message once, and no tool traffic', async () => {
    const { ask, core } = start()
    await ask('hello there')
    await ask('note milk')
    const { object } = core.get({ schemaUri: CONVERSATION_LOG, id: coreObjectId(CONVERSATION_LOG) })
    expect(object['entries']).toMatchObject([
      { role: 'user', content: 'hello there' },
      { role: 'assistant', content: 'ok' },
      { role: 'user', content: 'note milk' },
      { role: 'assistant', content: 'ok' },
    ])
  })
})
