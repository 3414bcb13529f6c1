import { readTrustedCa } from '../platform/certificate-file.ts'
import { toSatchelError } from '../platform/errors.ts'
import { createEmitter } from '../platform/emitter.ts'
import { AGENT_SETTINGS, coreObjectId } from '../state/index.ts'
import type { StateService } from '../state/types.ts'
import { readConfig, writeConfig, type Config } from './config.ts'
import { anySettingsChangeSchema, type SettingsService } from './types.ts'
import { settingsSchema, type Settings, type SettingsChange } from '../contract/settings.ts'

export interface SettingsDeps {
  /** `config.json` in the data directory. */
  readonly configPath: string
  readonly state: StateService
}

/** The settings of the core model AgentSettings (asm.md 4.2); only `language` is always set. */
const agentSchema = settingsSchema
  .pick({ tone: true, theme: true, notifOpt: true })
  .partial()
  .extend({ language: settingsSchema.shape.language })

const AGENT_KEYS = ['language', 'tone', 'theme', 'notifOpt'] as const
const CONFIG_KEYS = [
  'model',
  'plannerInstead',
  'embeddingModel',
  'ollamaUrl',
  'contextWindow',
  'modelBuild',
  'turnTokens',
  'turnMinutes',
  'monthMoney',
  'monthTokens',
  'keepAliveMinutes',
  'thinking',
  'modelEndpoints',
  'guidedModels',
  'agentEndpoint',
  'shareEndpoint',
  'mcpRegistryUrl',
  'chainRegistries',
  'catalogues',
  'schemaSources',
  'findSchemas',
  'updateCheckHours',
  'ipfs',
  'developmentHosts',
  'trustedCa',
  'clientMetadataUrl',
  'vaultLockMinutes',
  'vaultLockOnSleep',
  'backups',
  'backupFolder',
  'openToolsPercent',
  'planFirst',
  'capabilityIdleMinutes',
  'sendKey',
  'railWords',
] as const

/** Everything a person can set: some of it in state, which follows the person, the rest on this machine. */
export const createSettings = ({ configPath, state }: SettingsDeps): SettingsService => {
  const object = { schemaUri: AGENT_SETTINGS, id: coreObjectId(AGENT_SETTINGS) }
  const { listen: onChange, emit } = createEmitter<Settings>()
  /** True while `set` runs, which emits once, at its end. */
  let setting = false
  let settings = load(readConfig(configPath).config)

  // The owner, or later another device, may change the core object without calling this service.
  state.onChange(({ schemaUri }) => {
    // Reload only that part: `config.json` may be damaged by now, which `set` should report, not this change.
    if (schemaUri === AGENT_SETTINGS && !setting) refresh(settings)
  })

  function load(machine: Config): Settings {
    const agent = agentSchema.parse(state.get(object).object)
    return settingsSchema.parse({
      tone: 'casual',
      theme: 'system',
      notifOpt: true,
      ...agent,
      ...Object.fromEntries(CONFIG_KEYS.map((key) => [key, machine[key]])),
    })
  }

  function refresh(machine: Config): void {
    settings = load(machine)
    emit(settings)
  }

  function set(change: unknown): Settings {
    const parsed = anySettingsChangeSchema.safeParse(change)
    if (!parsed.success) throw toSatchelError(parsed.error)
    // A hint at once is better than connections that fail later.
    if ((parsed.data.trustedCa ?? '') !== '') readTrustedCa(parsed.data.trustedCa ?? '')
    // Read again first, to keep what a person meanwhile edited by hand, and not to replace a damaged file.
    const { raw } = readConfig(configPath)
    const machine = CONFIG_KEYS.filter((key) => parsed.data[key] !== undefined)
    if (machine.length > 0)
      writeConfig(configPath, {
        ...raw,
        ...Object.fromEntries(machine.map((key) => [key, parsed.data[key]])),
      })
    const agent = AGENT_KEYS.filter((key) => parsed.data[key] !== undefined)
    try {
      setting = true
      if (agent.length > 0) updateAgent(agent, parsed.data)
    } catch (thrown) {
      // All of the change or none of it.
      if (machine.length > 0) writeConfig(configPath, raw)
      throw thrown
    } finally {
      setting = false
    }
    refresh(readConfig(configPath).config)
    return settings
  }

  function updateAgent(keys: readonly (typeof AGENT_KEYS)[number][], change: SettingsChange): void {
    const values = Object.fromEntries(keys.map((key) => [key, change[key]]))
    // The model has light and dark only, so following the system means no theme.
    const followsSystem = values['theme'] === 'system'
    if (followsSystem) delete values['theme']
    const patch = { $set: values, ...(followsSystem ? { $unset: ['theme'] } : {}) }
    state.update(state.ownerAccess(AGENT_SETTINGS, 'internal'), { ...object, patch })
  }

  return {
    get: () => settings,
    set,
    problems: () => {
      try {
        if (settings.trustedCa !== '') readTrustedCa(settings.trustedCa)
        return []
      } catch (thrown) {
        return [toSatchelError(thrown)]
      }
    },
    onChange,
  }
}
