import type { NamesUnder } from '../../i18n/index.ts'

/** The sections of the page, in order. Deleting comes last. */
export const SECTIONS = [
  'language',
  'appearance',
  'assistant',
  'profile',
  'models',
  'servers',
  'registries',
  'sharing',
  'chat',
  'notifications',
  'security',
  'data',
  'about',
  'removal',
] as const
export type Section = (typeof SECTIONS)[number]

/** One row of the page. `key` also names its texts: `settings.items.<key>.label`, `.help`, `.words`. */
export interface SettingItem {
  readonly key: NamesUnder<'settings.items.'>
  readonly section: Section
}

/** Every row the search covers. */
export const SETTING_ITEMS: readonly SettingItem[] = [
  { key: 'language', section: 'language' },
  { key: 'theme', section: 'appearance' },
  { key: 'railWords', section: 'appearance' },
  { key: 'tone', section: 'assistant' },
  { key: 'welcome', section: 'assistant' },
  { key: 'profile', section: 'profile' },
  { key: 'providers', section: 'models' },
  { key: 'model', section: 'models' },
  { key: 'plannerInstead', section: 'models' },
  { key: 'ollamaUrl', section: 'models' },
  { key: 'contextWindow', section: 'models' },
  { key: 'thinking', section: 'models' },
  { key: 'keepAliveMinutes', section: 'models' },
  { key: 'embeddingModel', section: 'models' },
  { key: 'servers', section: 'servers' },
  { key: 'mcpRegistryUrl', section: 'servers' },
  { key: 'clientMetadataUrl', section: 'servers' },
  { key: 'chainRegistries', section: 'registries' },
  { key: 'chainAccount', section: 'registries' },
  { key: 'ipfs', section: 'registries' },
  { key: 'updateCheckHours', section: 'registries' },
  { key: 'sharing', section: 'sharing' },
  { key: 'sendKey', section: 'chat' },
  { key: 'turnTokens', section: 'chat' },
  { key: 'turnMinutes', section: 'chat' },
  { key: 'monthMoney', section: 'chat' },
  { key: 'monthTokens', section: 'chat' },
  { key: 'capabilityIdleMinutes', section: 'chat' },
  { key: 'openToolsPercent', section: 'chat' },
  { key: 'planFirst', section: 'chat' },
  { key: 'corrections', section: 'chat' },
  { key: 'notifOpt', section: 'notifications' },
  { key: 'encryption', section: 'security' },
  { key: 'vaultLockMinutes', section: 'security' },
  { key: 'vaultLockOnSleep', section: 'security' },
  { key: 'trustedCa', section: 'security' },
  { key: 'backups', section: 'data' },
  { key: 'backupFolder', section: 'data' },
  { key: 'backupList', section: 'data' },
  { key: 'check', section: 'data' },
  { key: 'move', section: 'data' },
  { key: 'schemaSources', section: 'data' },
  { key: 'findSchemas', section: 'data' },
  { key: 'version', section: 'about' },
  { key: 'dataDir', section: 'about' },
  { key: 'removal', section: 'removal' },
]
