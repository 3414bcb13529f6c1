import { NO_APPS } from '../testing/no-apps.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OllamaServer, startOllamaServer } from '../../e2e/ollama-server/server.ts'
import { createNetworkGuard } from '../network/index.ts'
import { createModels } from '../models/index.ts'
import { createPackages } from '../packages/index.ts'
import { nothingAround } from '../packages/testing.ts'
import { catalogueDir } from '../platform/app.ts'
import { plainRouter } from '../testing/router.ts'
import { createCorrections } from '../router/index.ts'
import { createSettings } from '../settings/index.ts'
import { openDatabase } from '../storage/index.ts'
import { NO_INSIDE } from '../testing/no-inside.ts'
import { noSecrets } from '../testing/secrets.ts'
import { testAuthorizations, testIdentity, testKeyOf } from '../testing/owner.ts'
import { tempHome } from '../testing/temp-home.ts'
import { LANGUAGES, type Language } from '../contract/language.ts'
import { partsOf } from '../testing/chat.ts'
import { createChat, createMemory } from './index.ts'
import { plainState } from '../state/testing.ts'
import { plainAcpSource, plainCapabilities } from '../capabilities/testing.ts'

const URI = 'did:nuwa:state:note#v1'

let home: ReturnType<typeof tempHome>
let opened: { close: () => Promise<void> }[]
let ollama: OllamaServer | null
beforeEach(() => {
  home = tempHome()
  opened = []
  ollama = null
})
afterEach(async () => {
  for (const one of opened) await one.close()
  await ollama?.close()
  home.remove()
})

/** Everything real, wired as the daemon does. */
const open = (more: { language?: Language; model?: string; ollamaUrl?: string } = {}) => {
  const { language: first = 'en', model = 'planner', ollamaUrl = 'http://127.0.0.1:9' } = more
  const { paths } = home
  const db = openDatabase({ path: paths.database })
  const identity = testIdentity()
  const state = plainState({ db, ownerDid: () => identity.ownerDid })
  state.ensureCoreModels({ language: first })
  const settings = createSettings({ configPath: paths.config, state })
  settings.set({ model, ollamaUrl })
  const language = () => settings.get().language
  const now = () => new Date()
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const authorizations = testAuthorizations(db, identity, now)
  const packages = createPackages({
    ...nothingAround,
    db,
    packagesDir: paths.packagesDir,
    catalogueDir,
    state,
    identity,
    keyOf: testKeyOf,
    authorizations,
    now,
    language,
  })
  const guard = createNetworkGuard({ log: () => undefined })
  const source = plainAcpSource({ packages, state, authorizations, language })
  const capabilities = plainCapabilities({ sources: [source], db, now, language, log })
  const models = createModels({
    ...{ db, settings, secrets: noSecrets(), guard, language, now, log },
    inside: NO_INSIDE,
  })
  const corrections = createCorrections({ db, packages, now })
  const chat = createChat({
    db,
    servers: NO_APPS,
    router: plainRouter(packages, { corrections }),
    corrections,
    capabilities,
    packages,
    state,
    models,
    memory: createMemory({ state, now }),
    unlocks: { through: (work) => work() },
    prompts: { persona: () => null },
    settings,
    now,
    log,
  })

  const install = async (id: string): Promise<void> => {
    const catalogued = { kind: 'catalogue', id } as const
    const { sha256 } = await packages.review(catalogued)
    await packages.install({ source: catalogued, sha256, acceptWarnings: true, via: 'internal' })
  }
  const ask = async (text: string, conversationId?: string) => {
    const sent = chat.send({ text, conversationId })
    await chat.finished(sent.turnId)
    const [answer] = chat.messages({ conversationId: sent.conversationId, limit: 1 })
    if (answer === undefined) throw new Error('there is no answer')
    return { ...sent, answer }
  }
  const notes = async () => {
    const { items } = await state.query(state.ownerAccess(URI, 'internal'), { from: URI })
    return items.map(({ id, object }) => ({ id, ...object }))
  }
  const close = async () => {
    await chat.close()
    db.close()
  }
  const one = { chat, db, state, packages, install, ask, notes, close }
  opened.push(one)
  return one
}

describe('the first journey, with the built-in planner', () => {
  it('turns a sentence into a note that is still there after a restart', async () => {
    const first = open()
    await first.install('note')
    const { answer, conversationId, turnId } = await first.ask('add note about buying milk tomorrow')
    expect(answer.status).toBe('complete')
    const [tool] = partsOf(answer, 'tool')
    expect(tool).toMatchObject({ tool: 'state.create', status: 'ok' })
    const [change] = tool?.changes ?? []
    const [note] = await first.notes()
    expect(note).toMatchObject({ id: change?.objectId, body: expectText('milk') })
    const [record] = first.state.history.changes({ schemaUri: URI, id: change?.objectId ?? '' })
    expect(record?.origin).toMatchObject({ kind: 'capability', conversationId, turnId, callId: tool?.callId })
    expect(partsOf(answer, 'text')[0]?.text).not.toBe('')

    await first.close()
    opened = []
    const second = open()
    expect(await second.notes()).toEqual([note])
    expect(second.chat.messages({ conversationId, limit: 5 })).toHaveLength(2)
    expect(
      partsOf((await second.ask('show my notes', conversationId)).answer, 'tool')[0]?.output,
    ).toMatchObject({
      items: [{ id: note?.id }],
    })
  })

  it('shows what a call had changed when the daemon died before it could say so', async () => {
    const first = open()
    await first.install('note')
    const { answer, conversationId, turnId } = await first.ask('add note about buying milk tomorrow')
    const [tool] = partsOf(answer, 'tool')
    const origin = {
      kind: 'capability',
      capability: 'did:nuwa:cap:note',
      version: '1.0.0',
      packageSha256: '',
      conversationId,
      turnId,
      callId: 'cut off',
    } as const
    const { change } = first.state.create(
      { owner: 'did:nuwa:cap:note', scope: 'sc:note', origin },
      { schemaUri: URI, object: { title: 'half told', body: 'half told' } },
    )
    const running = { ...tool, callId: 'cut off', status: 'running', output: null, changes: [] }
    first.db
      .prepare("UPDATE messages SET status = 'streaming', parts = ? WHERE id = ?")
      .run(JSON.stringify([running]), answer.id)
    await first.close()
    opened = []

    const [settled] = open().chat.messages({ conversationId, limit: 1 })
    expect(settled?.status).toBe('stopped')
    expect(settled && partsOf(settled, 'tool')).toMatchObject([{ status: 'stopped', changes: [change] }])
  })

  it('works in Chinese', async () => {
    const one = open({ language: 'zh' })
    await one.install('note')
    const { answer } = await one.ask('记一条笔记：周五把伞还给小李')
    expect(partsOf(answer, 'tool')[0]?.status).toBe('ok')
    expect(JSON.stringify(await one.notes())).toContain('周五把伞还给小李')
  })

  it('asks with a form for missing values, and continues when it is filled in', async () => {
    const one = open()
    await one.install('note')
    const { answer, conversationId } = await one.ask('add note about')
    const index = answer.parts.findIndex(({ type }) => type === 'form')
    const [form] = partsOf(answer, 'form')
    expect(form?.missing.length).toBeGreaterThan(0)
    const { turnId } = await one.chat.submitForm({
      messageId: answer.id,
      index,
      values: { object: { title: 'Umbrella', body: 'give it back' } },
    })
    await one.chat.finished(turnId)
    const [last] = one.chat.messages({ conversationId, limit: 1 })
    expect(last && partsOf(last, 'tool')[0]).toMatchObject({ status: 'ok' })
    expect(last && partsOf(last, 'text')[0]?.text).toContain('Umbrella')
    expect(await one.notes()).toMatchObject([{ title: 'Umbrella' }])
  })

  it.each(LANGUAGES)('leads every example of the catalogue in %s to its own capability', async (language) => {
    const one = open({ language })
    for (const id of ['note', 'tasks', 'units']) await one.install(id)
    for (const { name, examples } of one.packages.installed()) {
      expect(examples.length, name).toBeGreaterThan(1)
      for (const example of examples) {
        const { answer } = await one.ask(example)
        const [route] = partsOf(answer, 'route')
        expect(route?.decision.capability, example).toBe(name)
      }
    }
    const suggestions = one.chat.suggestions(9)
    expect(suggestions).toHaveLength(9)
    const shown = one.packages.installed().flatMap(({ examples }) => examples)
    for (const suggestion of suggestions) expect(shown).toContain(suggestion)
  })
})

describe('the same journey with an Ollama server', () => {
  it('streams tokens of the chosen model and saves the note', async () => {
    ollama = await startOllamaServer({ script: ['note'] })
    const one = open({ model: 'auto', ollamaUrl: ollama.url })
    await one.install('note')
    const seen: string[] = []
    const events = one.chat.events({ signal: AbortSignal.timeout(5000) })
    const reading = (async () => {
      for await (const event of events) {
        if (event.type === 'text') seen.push(event.delta)
        if (
          event.type === 'message' &&
          event.message.role === 'assistant' &&
          event.message.status !== 'streaming'
        )
          return
      }
    })()
    const { answer } = await one.ask('add note about buying milk tomorrow')
    await reading
    expect(answer.model).toMatch(/^ollama:/)
    expect(answer.parts.map(({ type }) => type)).toEqual(['route', 'tool', 'text'])
    expect(partsOf(answer, 'text')[0]?.text).toBe('I saved your note “Buy milk”.')
    expect(seen.length).toBeGreaterThan(1)
    expect(await one.notes()).toMatchObject([{ title: 'Buy milk' }])
  })
})

const expectText = (part: string): unknown => expect.stringContaining(part)
