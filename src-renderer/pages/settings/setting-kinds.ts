import type { ModelInfo } from '../../../src-daemon/contract/models.ts'
import type { Settings } from '../../../src-daemon/contract/settings.ts'
import { t } from '../../i18n/index.ts'
import {
  capabilityIdleChoices,
  openToolsChoices,
  planFirstChoices,
  embeddingChoices,
  keepAliveChoices,
  keepAliveOf,
  keepAliveText,
  labelOf,
  languageChoices,
  modelChoices,
  sendKeyChoices,
  themeChoices,
  toneChoices,
  updateCheckChoices,
  vaultLockChoices,
  type Choice,
} from './choices.ts'
import { isAbsolutePath, isBetween, isMoney, isContextWindow, isServerAddress } from './settings-catalogue.ts'

/** The input for the choices of a setting. */
export interface Known {
  readonly settings: Settings
  /** Chat models. */
  readonly models: readonly ModelInfo[]
  readonly allModels: readonly ModelInfo[]
}

/** A setting with a few choices. */
export interface ChoiceKind {
  readonly choices: (known: Known) => readonly Choice<string>[]
  readonly value: (settings: Settings) => string
  /** Null if the value isn't one of the choices. */
  readonly change: (value: string, known: Known) => Partial<Settings> | null
}

/** A setting that is typed. */
export interface EntryKind {
  readonly value: (settings: Settings) => string
  readonly change: (text: string) => Partial<Settings>
  readonly isValid: (text: string) => boolean
  readonly problem: () => string
  readonly inputmode: 'url' | 'numeric' | 'decimal' | undefined
}

const choiceKind = <T extends string>(kind: {
  readonly choices: (known: Known) => readonly Choice<T>[]
  readonly value: (settings: Settings) => T
  readonly change: (value: T) => Partial<Settings>
}): ChoiceKind => ({
  ...kind,
  change: (value, known) => {
    const chosen = kind.choices(known).find((choice) => choice.value === value)
    return chosen === undefined ? null : kind.change(chosen.value)
  },
})

/** Settings with a few choices. */
export const CHOICES = {
  language: choiceKind({
    choices: languageChoices,
    value: ({ language }) => language,
    change: (language) => ({ language }),
  }),
  theme: choiceKind({ choices: themeChoices, value: ({ theme }) => theme, change: (theme) => ({ theme }) }),
  tone: choiceKind({ choices: toneChoices, value: ({ tone }) => tone, change: (tone) => ({ tone }) }),
  sendKey: choiceKind({
    choices: sendKeyChoices,
    value: ({ sendKey }) => sendKey,
    change: (sendKey) => ({ sendKey }),
  }),
  model: choiceKind({
    choices: ({ models, settings }) => modelChoices(models, settings.model),
    value: ({ model }) => model,
    change: (model) => ({ model }),
  }),
  embeddingModel: choiceKind({
    choices: ({ allModels, settings }) => embeddingChoices(allModels, settings.embeddingModel),
    value: ({ embeddingModel }) => embeddingModel,
    change: (embeddingModel) => ({ embeddingModel }),
  }),
  keepAliveMinutes: choiceKind({
    choices: ({ settings }) => keepAliveChoices(settings.keepAliveMinutes),
    value: ({ keepAliveMinutes }) => keepAliveText(keepAliveMinutes),
    change: (text) => ({ keepAliveMinutes: keepAliveOf(text) }),
  }),
  vaultLockMinutes: choiceKind({
    choices: ({ settings }) => vaultLockChoices(settings.vaultLockMinutes),
    value: ({ vaultLockMinutes }) => String(vaultLockMinutes),
    change: (minutes) => ({ vaultLockMinutes: Number(minutes) }),
  }),
  updateCheckHours: choiceKind({
    choices: ({ settings }) => updateCheckChoices(settings.updateCheckHours),
    value: ({ updateCheckHours }) => String(updateCheckHours),
    change: (hours) => ({ updateCheckHours: Number(hours) }),
  }),
  capabilityIdleMinutes: choiceKind({
    choices: ({ settings }) => capabilityIdleChoices(settings.capabilityIdleMinutes),
    value: ({ capabilityIdleMinutes }) => String(capabilityIdleMinutes),
    change: (minutes) => ({ capabilityIdleMinutes: Number(minutes) }),
  }),
  planFirst: choiceKind({
    choices: planFirstChoices,
    value: ({ planFirst }) => planFirst,
    change: (planFirst) => ({ planFirst }),
  }),
  openToolsPercent: choiceKind({
    choices: ({ settings }) => openToolsChoices(settings.openToolsPercent),
    value: ({ openToolsPercent }) => String(openToolsPercent),
    change: (percent) => ({ openToolsPercent: Number(percent) }),
  }),
} as const

/** Settings that are on or off. */
export const SWITCHES = [
  'railWords',
  'thinking',
  'plannerInstead',
  'notifOpt',
  'vaultLockOnSleep',
  'backups',
  'findSchemas',
] as const

/** Settings that are typed. */
export const ENTRIES = {
  ollamaUrl: {
    value: ({ ollamaUrl }) => ollamaUrl,
    change: (ollamaUrl) => ({ ollamaUrl }),
    isValid: isServerAddress,
    problem: () => t('settings.models.addressBad'),
    inputmode: 'url',
  },
  mcpRegistryUrl: {
    value: ({ mcpRegistryUrl }) => mcpRegistryUrl,
    change: (text) => ({ mcpRegistryUrl: text.trim() }),
    isValid: (text) => text.trim() === '' || isServerAddress(text),
    problem: () => t('settings.models.addressBad'),
    inputmode: 'url',
  },
  clientMetadataUrl: {
    value: ({ clientMetadataUrl }) => clientMetadataUrl,
    change: (text) => ({ clientMetadataUrl: text.trim() }),
    isValid: (text) => text.trim() === '' || (isServerAddress(text) && text.trim().startsWith('https://')),
    problem: () => t('settings.models.httpsBad'),
    inputmode: 'url',
  },
  backupFolder: {
    value: ({ backupFolder }) => backupFolder,
    change: (text) => ({ backupFolder: text.trim() }),
    isValid: isAbsolutePath,
    problem: () => t('backups.folderBad'),
    inputmode: undefined,
  },
  trustedCa: {
    value: ({ trustedCa }) => trustedCa,
    change: (text) => ({ trustedCa: text.trim() }),
    isValid: isAbsolutePath,
    problem: () => t('settings.pathBad'),
    inputmode: undefined,
  },
  contextWindow: {
    value: ({ contextWindow }) => String(contextWindow ?? ''),
    change: (text) => ({ contextWindow: text.trim() === '' ? null : Number(text) }),
    isValid: isContextWindow,
    problem: () => t('settings.models.windowBad'),
    inputmode: 'numeric',
  },
  turnTokens: {
    value: ({ turnTokens }) => String(turnTokens),
    change: (text) => ({ turnTokens: Number(text) }),
    isValid: (text) => isBetween(text, 10_000, 1_000_000_000),
    problem: () => t('settings.turns.tokensBad'),
    inputmode: 'numeric',
  },
  monthMoney: {
    value: ({ monthMoney }) => String(monthMoney ?? ''),
    change: (text) => ({ monthMoney: text.trim() === '' ? null : Number(text) }),
    isValid: (text) => text.trim() === '' || isMoney(text),
    problem: () => t('spending.moneyBad'),
    inputmode: 'decimal',
  },
  monthTokens: {
    value: ({ monthTokens }) => String(monthTokens ?? ''),
    change: (text) => ({ monthTokens: text.trim() === '' ? null : Number(text) }),
    isValid: (text) => text.trim() === '' || isBetween(text, 1, 9_999_999_999),
    problem: () => t('spending.tokensBad'),
    inputmode: 'numeric',
  },
  turnMinutes: {
    value: ({ turnMinutes }) => String(turnMinutes),
    change: (text) => ({ turnMinutes: Number(text) }),
    isValid: (text) => isBetween(text, 1, 1440),
    problem: () => t('settings.turns.minutesBad'),
    inputmode: 'numeric',
  },
} as const satisfies Readonly<Record<string, EntryKind>>

/** A setting that has one of these controls. */
export type Controlled = keyof typeof CHOICES | keyof typeof ENTRIES | (typeof SWITCHES)[number]

export const isChoice = (key: string): key is keyof typeof CHOICES => Object.hasOwn(CHOICES, key)
export const isEntry = (key: string): key is keyof typeof ENTRIES => Object.hasOwn(ENTRIES, key)
export const isSwitch = (key: string): key is (typeof SWITCHES)[number] => SWITCHES.some((one) => one === key)

/** A setting's current value in words. */
export const valueText = (key: Controlled, known: Known): string => {
  const { settings } = known
  if (isChoice(key)) return labelOf(CHOICES[key].choices(known), CHOICES[key].value(settings))
  if (isEntry(key)) return ENTRIES[key].value(settings)
  return t(settings[key] ? 'settings.on' : 'settings.off')
}
