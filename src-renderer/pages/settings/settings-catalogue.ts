import type { Settings } from '../../../src-daemon/contract/settings.ts'
import type { NamesUnder } from '../../i18n/index.ts'

/** The sections of the page, in order. Deleting comes last. */
export const SECTIONS = [
  'language',
  'appearance',
  'assistant',
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

/** The rows whose text contains every word of the search, ignoring case, width and accents. */
export const foundItems = (
  search: string,
  wordsOf: (item: SettingItem) => readonly string[],
): readonly SettingItem[] => {
  const wanted = folded(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  return SETTING_ITEMS.filter((item) => {
    const text = folded(wordsOf(item).join(' '))
    return wanted.every((word) => text.includes(word))
  })
}

/** The change that undoes `change`: the replaced values, without those that were the same already. */
export const undoOf = (before: Settings, change: Partial<Settings>): Partial<Settings> => {
  const entries = Object.entries(before).filter(
    ([key, value]) => Object.hasOwn(change, key) && Reflect.get(change, key) !== value,
  )
  return Object.fromEntries(entries)
}

/** Whether a text can be a model server's URL. */
export const isServerAddress = (text: string): boolean => {
  const url = URL.parse(text.trim())
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** Whether a text is an absolute path, or nothing. */
export const isAbsolutePath = (text: string): boolean => text === '' || /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(text)

/** Whether a text is a whole number between these. */
export const isBetween = (text: string, least: number, most: number): boolean =>
  /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most

/** Whether the daemon accepts a text as a context window; none is the model's own. */
export const isContextWindow = (text: string): boolean =>
  text.trim() === '' || isBetween(text, 2048, 1_048_576)

/** Whether a text is an amount of US dollars. */
export const isMoney = (text: string): boolean =>
  /^\d{1,6}(?:\.\d{1,2})?$/.test(text.trim()) && Number(text) > 0
