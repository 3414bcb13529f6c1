import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { localhostTls } from '../network/testing/localhost-tls.ts'
import { SatchelError } from '../platform/errors.ts'
import { AGENT_SETTINGS, coreObjectId } from '../state/index.ts'
import type { StateService } from '../state/types.ts'
import { openDatabase, type Database } from '../storage/index.ts'
import { createSettings, readConfig, setAsideConfig } from './index.ts'
import { plainState } from '../state/testing.ts'

let directory = ''
let configPath = ''
let db: Database
let state: StateService

beforeEach(() => {
  vi.stubEnv('OLLAMA_HOST', '')
  directory = mkdtempSync(join(tmpdir(), 'satchel-settings-'))
  configPath = join(directory, 'config.json')
  db = openDatabase({ path: join(directory, 'state.db') })
  state = plainState({ db })
  state.ensureCoreModels({ language: 'ja' })
})
afterEach(() => {
  vi.unstubAllEnvs()
  db.close()
  rmSync(directory, { recursive: true, force: true })
})

const open = () => createSettings({ configPath, state })
const agentObject = () => state.get({ schemaUri: AGENT_SETTINGS, id: coreObjectId(AGENT_SETTINGS) }).object

const failure = (run: () => unknown): { code: string; message: string } => {
  try {
    run()
  } catch (thrown) {
    if (thrown instanceof SatchelError) return { code: thrown.code, message: thrown.message }
    throw thrown
  }
  return { code: 'none', message: '' }
}

describe('settings', () => {
  it('name a file of trusted authorities only if it is one', () => {
    const settings = open()
    const path = join(directory, 'ca.pem')
    const set = () => settings.set({ trustedCa: path })
    expect(set).toThrow(expect.objectContaining({ code: 'trusted_ca_unusable' }))
    expect(() => settings.set({ trustedCa: 'ca.pem' })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
    writeFileSync(path, localhostTls.cert)
    expect(set().trustedCa).toBe(path)
    expect(settings.problems()).toEqual([])
    rmSync(path)
    expect(settings.problems()).toMatchObject([{ code: 'trusted_ca_unusable' }])
    expect(settings.set({ trustedCa: '' }).trustedCa).toBe('')
    expect(settings.problems()).toEqual([])
  })

  it('start from the defaults, in the language of the first run, and write no file', () => {
    expect(open().get()).toEqual({
      language: 'ja',
      tone: 'casual',
      theme: 'system',
      notifOpt: true,
      model: 'auto',
      plannerInstead: false,
      embeddingModel: 'auto',
      ollamaUrl: 'http://127.0.0.1:11434',
      contextWindow: null,
      turnTokens: 1_000_000,
      turnMinutes: 20,
      monthMoney: null,
      monthTokens: null,
      keepAliveMinutes: null,
      modelBuild: 'auto',
      thinking: true,
      modelEndpoints: [],
      guidedModels: {},
      agentEndpoint: { enabled: false, host: '127.0.0.1', port: 4710, publicUrl: null, tls: null },
      shareEndpoint: { enabled: false, port: 0 },
      mcpRegistryUrl: 'https://registry.modelcontextprotocol.io',
      chainRegistries: [],
      catalogues: [{ kind: 'builtin', name: 'builtin', trust: 'trusted' }],
      schemaSources: [
        { kind: 'marketplace', name: 'marketplace', enabled: true },
        { kind: 'author', name: 'author', enabled: true },
      ],
      findSchemas: false,
      updateCheckHours: 24,
      ipfs: {
        embedded: false,
        listen: '/ip4/127.0.0.1/tcp/0',
        peers: [],
        kuboUrl: '',
        gateways: [],
      },
      developmentHosts: [],
      trustedCa: '',
      clientMetadataUrl: '',
      vaultLockMinutes: 30,
      vaultLockOnSleep: true,
      backups: true,
      backupFolder: '',
      openToolsPercent: 8,
      planFirst: 'never',
      capabilityIdleMinutes: 30,
      sendKey: 'enter',
      railWords: true,
    })
    expect(existsSync(configPath)).toBe(false)
  })

  it('follow a change of AgentSettings made elsewhere, also while config.json is damaged', async () => {
    const settings = open()
    settings.set({ contextWindow: 4096 })
    const failures: unknown[] = []
    const note = (thrown: unknown) => failures.push(thrown)
    process.on('uncaughtException', note)
    writeFileSync(configPath, '{')
    state.update(state.ownerAccess(AGENT_SETTINGS, 'cli'), {
      schemaUri: AGENT_SETTINGS,
      id: coreObjectId(AGENT_SETTINGS),
      patch: { $set: { language: 'es' } },
    })
    await new Promise((resolve) => setTimeout(resolve, 10))
    process.off('uncaughtException', note)
    expect(settings.get()).toMatchObject({ language: 'es', contextWindow: 4096 })
    expect(failures).toEqual([])
  })

  it('keep the personal ones in AgentSettings and the others in config.json', () => {
    open().set({ language: 'es', theme: 'dark', model: 'planner', contextWindow: 4096 })
    expect(agentObject()).toMatchObject({ language: 'es', theme: 'dark' })
    expect(JSON.parse(readFileSync(configPath, 'utf8'))).toEqual({ model: 'planner', contextWindow: 4096 })
    expect(open().get()).toMatchObject({
      language: 'es',
      theme: 'dark',
      model: 'planner',
      contextWindow: 4096,
    })
  })

  it('follow the system again by having no theme', () => {
    const settings = open()
    settings.set({ theme: 'light' })
    expect(settings.set({ theme: 'system' }).theme).toBe('system')
    expect(agentObject()).not.toHaveProperty('theme')
  })

  it('keep what others wrote into the file', () => {
    writeFileSync(configPath, '{"mine":{"a":1},"model":"planner"}')
    open().set({ sendKey: 'mod_enter' })
    expect(JSON.parse(readFileSync(configPath, 'utf8'))).toEqual({
      mine: { a: 1 },
      model: 'planner',
      sendKey: 'mod_enter',
    })
    expect(readdirSync(directory).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('tell listeners, also when the core object is edited by hand', () => {
    const settings = open()
    const heard: string[] = []
    const stop = settings.onChange(({ language, model }) => heard.push(`${language} ${model}`))
    settings.set({ model: 'planner' })
    state.update(state.ownerAccess(AGENT_SETTINGS, 'cli'), {
      schemaUri: AGENT_SETTINGS,
      id: coreObjectId(AGENT_SETTINGS),
      patch: { $set: { language: 'zh' } },
    })
    stop()
    settings.set({ model: 'auto' })
    expect(heard).toEqual(['ja planner', 'zh planner'])
  })

  it.each([
    { contextWindow: 1 },
    { turnTokens: 0 },
    { turnMinutes: 0 },
    { vaultLockMinutes: -1 },
    { capabilityIdleMinutes: -1 },
    { ollamaUrl: 'file:///etc/passwd' },
  ])('refuse %j and change nothing', (change) => {
    expect(failure(() => open().set({ model: 'planner', ...change })).code).toBe('invalid_request')
    expect(existsSync(configPath)).toBe(false)
  })
})

describe('config.json', () => {
  it.each([
    ['{\n  "model": "auto",\n  oops\n}', 'line 3'],
    ['{\n  "model": "auto"', 'line 2'],
    ['[]', 'line 1'],
    ['', 'line 1'],
    ['{"contextWindow": "big"}', 'contextWindow'],
  ])('that is wrong (%j) is refused, with the place, and not touched', (text, place) => {
    writeFileSync(configPath, text)
    const { code, message } = failure(() => readConfig(configPath))
    expect(code).toBe('config_corrupt')
    expect(message).toContain(place)
    expect(readFileSync(configPath, 'utf8')).toBe(text)
  })

  it('can be set aside, never replacing an earlier one', () => {
    const now = new Date('2026-03-04T05:06:07.008Z')
    writeFileSync(configPath, 'first')
    expect(setAsideConfig(configPath, now)).toBe(`${configPath}.kept-2026-03-04T05-06-07.008Z`)
    writeFileSync(configPath, 'second')
    expect(readFileSync(setAsideConfig(configPath, now), 'utf8')).toBe('second')
    expect(readConfig(configPath).config.model).toBe('auto')
  })

  it.each([
    ['gpu.lan', 'http://gpu.lan:11434'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['gpu.lan:9000', 'http://gpu.lan:9000'],
    ['https://gpu.lan/ollama/', 'https://gpu.lan/ollama'],
    ['not a host', 'http://127.0.0.1:11434'],
  ])('takes OLLAMA_HOST=%s as the default', (host, url) => {
    vi.stubEnv('OLLAMA_HOST', host)
    expect(readConfig(configPath).config.ollamaUrl).toBe(url)
  })
})
