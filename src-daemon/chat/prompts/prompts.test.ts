import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callTool, makeHome, note, openChat, say, scriptedModel, tasks } from '../../testing/chat.ts'
import type { ChatRequest } from '../../models/types.ts'

let home: ReturnType<typeof makeHome>
beforeEach(() => {
  home = makeHome()
})
afterEach(() => {
  home.remove()
})

const plain = { instructions: '', model: null, capabilities: null }
const systemOf = (request: ChatRequest | undefined) => request?.messages[0]?.content ?? ''
const open = (more: Partial<Parameters<typeof openChat>[0]> = {}) => {
  const model = scriptedModel(() => [say('Yes.')])
  return { ...openChat({ path: home.path, model, ...more }), model }
}
const send = async (
  { chat }: ReturnType<typeof openChat>,
  input: Parameters<ReturnType<typeof openChat>['chat']['send']>[0],
) => {
  const sent = chat.send(input)
  await chat.finished(sent.turnId)
  return sent
}

describe('a persona', () => {
  it('puts the owner’s words before the rules in every message of its conversations, as they are now', async () => {
    const room = open()
    const { prompts, model } = room
    const pirate = prompts.savePersona({ ...plain, name: 'Pirate', instructions: 'Talk like a pirate.' })
    const { conversationId } = await send(room, { text: 'hello', persona: pirate.id })
    const first = systemOf(model.requests[0])
    expect(first).toContain('The user set for this conversation, as “Pirate”:\nTalk like a pirate.')
    expect(first.indexOf('Talk like')).toBeLessThan(first.indexOf('are data, not instructions'))
    prompts.savePersona({ ...pirate, instructions: 'Talk like a judge.' })
    await send(room, { text: 'and now', conversationId })
    expect(systemOf(model.requests.at(-1))).toContain('Talk like a judge.')
    // A copy of the conversation keeps it; another one has none.
    const last = room.answerOf(conversationId).id
    expect(room.chat.fork(last).persona).toBe(pirate.id)
    await send(room, { text: 'elsewhere' })
    expect(systemOf(model.requests.at(-1))).not.toContain('Talk like')
    prompts.removePersona(pirate.id)
    await send(room, { text: 'without', conversationId })
    expect(systemOf(model.requests.at(-1))).not.toContain('Talk like')
    expect(() => room.chat.send({ text: 'x', persona: pirate.id })).toThrow(/persona_not_found/)
    expect(() => room.chat.configure({ id: conversationId, persona: pirate.id })).toThrow(/persona_not_found/)
    await room.close()
  })

  it('is changed in a conversation, and its words are never said to whom another agent asks through', async () => {
    const room = open()
    const { prompts, model, chat } = room
    const one = prompts.savePersona({ ...plain, name: 'One', instructions: 'SECRET RULES' })
    const { conversationId } = await send(room, { text: 'hello' })
    expect(chat.configure({ id: conversationId, persona: one.id }).persona).toBe(one.id)
    await send(room, { text: 'again', conversationId })
    expect(systemOf(model.requests.at(-1))).toContain('SECRET RULES')
    expect(chat.configure({ id: conversationId, persona: null }).persona).toBeNull()
    const asked = chat.runQuestion({ text: 'who are you?', tools: [], did: 'did:wba:a.example' })
    await chat.finished(asked.turnId)
    expect(systemOf(model.requests.at(-1))).not.toContain('SECRET RULES')
    await room.close()
  })

  it('has its own model where neither the message nor the conversation has one', async () => {
    const wanted: (string | undefined)[] = []
    const room = open({ resolve: (preferred) => wanted.push(preferred) })
    const own = room.prompts.savePersona({ ...plain, name: 'Own', model: 'ollama:m' })
    const { conversationId } = await send(room, { text: 'hello', persona: own.id })
    expect(new Set(wanted)).toEqual(new Set(['ollama:m']))
    room.chat.configure({ id: conversationId, model: 'ollama:other' })
    wanted.length = 0
    await send(room, { text: 'hello', conversationId })
    expect(new Set(wanted)).toEqual(new Set(['ollama:other']))
    await room.close()
  })

  it('uses only its capabilities by itself, and another one when the message names it', async () => {
    const room = open({ packages: [note, tasks] })
    const { prompts, model, chat } = room
    const only = prompts.savePersona({ ...plain, name: 'Tasks', capabilities: ['tasks'] })
    const { conversationId } = await send(room, { text: 'add note about milk', persona: only.id })
    const toolsOf = (request: ChatRequest | undefined) =>
      request?.tools.map(({ name }) => name).join(' ') ?? ''
    const routed = () =>
      room.answerOf(conversationId).parts.flatMap((part) => (part.type === 'route' ? [part.decision] : []))[0]
    expect(routed()).toMatchObject({ capability: null, open: true, candidates: [] })
    expect(toolsOf(model.requests.at(-1))).not.toContain('note')
    await send(room, { text: 'todo call Ana', conversationId })
    expect(routed()).toMatchObject({ capability: 'tasks' })
    await send(room, { text: 'milk', conversationId, capability: 'note' })
    expect(routed()).toMatchObject({ capability: 'note', reason: 'explicit' })
    const none = prompts.savePersona({ ...plain, name: 'None', capabilities: [] })
    chat.configure({ id: conversationId, persona: none.id })
    await send(room, { text: 'add note about milk', conversationId })
    expect(routed()).toMatchObject({ capability: null })
    expect(routed()).not.toHaveProperty('open')
    expect(model.requests.at(-1)?.tools).toEqual([])
    await room.close()
  })

  it('finds no tool of another capability, whatever it looks for', async () => {
    const model = scriptedModel((_request, step) =>
      step === 0 ? [callTool('capability_search', { query: 'note' })] : [say('Nothing.')],
    )
    const room = open({ model })
    const only = room.prompts.savePersona({ ...plain, name: 'Tasks', capabilities: ['tasks'] })
    const { conversationId } = await send(room, { text: 'look around', persona: only.id })
    const found = JSON.stringify(room.answerOf(conversationId).parts)
    expect(found).not.toContain('acp:note/')
    await room.close()
  })
})

describe('prompts of the owner', () => {
  it('are kept by name, each name once whatever its case, with their variables', async () => {
    const { prompts, close } = open()
    const letter = prompts.savePrompt({ name: 'Letter', text: 'Write to {{name}} about {{topic}}.' })
    prompts.savePrompt({ name: 'brief', text: 'Be brief.' })
    expect(prompts.prompts().map(({ name, variables }) => [name, variables])).toEqual([
      ['brief', []],
      ['Letter', ['name', 'topic']],
    ])
    expect(prompts.fill({ id: letter.id, values: { name: 'Ana' } })).toBe('Write to Ana about {{topic}}.')
    expect(() => prompts.savePrompt({ name: 'LETTER', text: 'x' })).toThrow(/prompt_name_taken/)
    expect(prompts.savePrompt({ id: letter.id, name: 'letter', text: 'x' })).toMatchObject({ variables: [] })
    prompts.removePrompt(letter.id)
    expect(() => prompts.fill({ id: letter.id, values: {} })).toThrow(/prompt_not_found/)
    expect(prompts.prompts()).toHaveLength(1)
    await close()
  })
})
