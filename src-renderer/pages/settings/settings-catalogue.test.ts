import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../src-daemon/contract/settings.ts'
import { vaultLockChoices } from './choices.ts'
import { SETTING_ITEMS } from '../../features/settings/setting-items.ts'
import { foundItems, isContextWindow, isServerAddress, undoOf } from './settings-catalogue.ts'

const words: Readonly<Record<string, readonly string[]>> = {
  language: ['Idioma', 'Español'],
  ollamaUrl: ['Dirección de Ollama'],
}
const find = (text: string) => foundItems(text, (item) => words[item.key] ?? []).map((item) => item.key)

const settings: Settings = {
  language: 'en',
  tone: 'casual',
  theme: 'system',
  notifOpt: true,
  model: 'auto',
  plannerInstead: false,
  embeddingModel: 'auto',
  ollamaUrl: 'http://127.0.0.1:11434',
  contextWindow: null,
  modelBuild: 'auto',
  turnTokens: 1_000_000,
  turnMinutes: 20,
  monthMoney: null,
  monthTokens: null,
  keepAliveMinutes: null,
  thinking: true,
  modelEndpoints: [],
  guidedModels: {},
  agentEndpoint: { enabled: false, host: '127.0.0.1', port: 4710, publicUrl: null, tls: null },
  shareEndpoint: { enabled: false, port: 0 },
  developmentHosts: [],
  mcpRegistryUrl: '',
  chainRegistries: [],
  catalogues: [{ kind: 'builtin', name: 'builtin', trust: 'trusted' }],
  schemaSources: [],
  findSchemas: false,
  updateCheckHours: 24,
  ipfs: { embedded: false, listen: '/ip4/127.0.0.1/tcp/0', peers: [], kuboUrl: '', gateways: [] },
  trustedCa: '',
  clientMetadataUrl: '',
  vaultLockMinutes: 15,
  vaultLockOnSleep: true,
  backups: true,
  backupFolder: '',
  openToolsPercent: 8,
  planFirst: 'never',
  capabilityIdleMinutes: 30,
  sendKey: 'enter',
  railWords: true,
}

describe('the search of the settings', () => {
  it('shows everything while nothing is searched', () => {
    expect(find('  ')).toHaveLength(SETTING_ITEMS.length)
  })

  it('ignores accents, case and the order of words', () => {
    expect(find('espanol')).toEqual(['language'])
    expect(find('OLLAMA direccion')).toEqual(['ollamaUrl'])
    expect(find('ollama idioma')).toEqual([])
  })
})

describe('undoing a change', () => {
  it('puts back what was changed and nothing else', () => {
    expect(undoOf(settings, { theme: 'dark' })).toEqual({ theme: 'system' })
    expect(undoOf(settings, { theme: 'system', notifOpt: false })).toEqual({ notifOpt: true })
    expect(undoOf(settings, {})).toEqual({})
  })
})

describe('an address of a model server', () => {
  it('is an http or https URL', () => {
    expect(isServerAddress(' http://127.0.0.1:11434 ')).toBe(true)
    expect(isServerAddress('https://models.example')).toBe(true)
    for (const text of ['', 'localhost:11434', 'file:///etc/passwd', 'javascript:alert(1)', 'http://'])
      expect(isServerAddress(text)).toBe(false)
  })
})

describe('a context window', () => {
  it('is a whole number within the bounds', () => {
    expect(isContextWindow('2048')).toBe(true)
    expect(isContextWindow('1048576')).toBe(true)
    expect(isContextWindow('')).toBe(true)
    for (const text of ['2047', '1048577', '8k', '8192.5', '-4096']) expect(isContextWindow(text)).toBe(false)
  })
})

describe('the times after which a vault locks itself', () => {
  it('are a few, in words, and the one that was set elsewhere', () => {
    expect(vaultLockChoices(15).map((choice) => choice.value)).toEqual(['0', '5', '15', '30', '60', '240'])
    expect(vaultLockChoices(7).map((choice) => choice.label)).toEqual([
      'Never, until Satchel stops',
      'After 5 minutes',
      'After 7 minutes',
      'After 15 minutes',
      'After 30 minutes',
      'After 1 hour',
      'After 4 hours',
    ])
  })
})
