import type { ModelInfo } from '../../../src-daemon/contract/models.ts'
import type { Settings } from '../../../src-daemon/contract/settings.ts'
import { t } from '../../i18n/index.ts'

/** One of several choices, with its label. */
export interface Choice<T extends string> {
  readonly value: T
  readonly label: string
}

/** Each language is named in itself, so that its speakers recognize it. */
export const languageChoices = (): readonly Choice<Settings['language']>[] => [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
  { value: 'ja', label: '日本語' },
  { value: 'es', label: 'Español' },
]

export const themeChoices = (): readonly Choice<Settings['theme']>[] =>
  (['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`settings.theme.${value}`) }))

export const toneChoices = (): readonly Choice<Settings['tone']>[] =>
  (['casual', 'formal', 'kids'] as const).map((value) => ({ value, label: t(`settings.tone.${value}`) }))

export const sendKeyChoices = (): readonly Choice<Settings['sendKey']>[] =>
  (['enter', 'mod_enter'] as const).map((value) => ({ value, label: t(`settings.sendKey.${value}`) }))

/** Minutes without use after which an unlocked vault locks itself; includes a current value outside the list. */
export const vaultLockChoices = (chosen: number): readonly Choice<string>[] =>
  [...new Set([0, 5, 15, 30, 60, 240, chosen])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: vaultLockLabel(minutes) }))

/**
 * Minutes of inactivity after which a conversation leaves its capability; includes a current value outside the list.
 */
export const capabilityIdleChoices = (chosen: number): readonly Choice<string>[] =>
  [...new Set([0, 10, 30, 60, 240, 1440, chosen])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({
      value: String(minutes),
      label: minutes === 0 ? t('settings.capabilityIdle.never') : vaultLockLabel(minutes),
    }))

export const planFirstChoices = (): readonly Choice<Settings['planFirst']>[] =>
  (['never', 'several', 'always'] as const).map((value) => ({
    value,
    label: t(`settings.planFirst.${value}`),
  }))

export const openToolsChoices = (chosen: number): readonly Choice<string>[] =>
  [...new Set([2, 4, 8, 16, 30, chosen])]
    .toSorted((a, b) => a - b)
    .map((percent) => ({ value: String(percent), label: t('settings.openTools.percent', { percent }) }))

const vaultLockLabel = (minutes: number): string => {
  if (minutes === 0) return t('settings.vaultLock.never')
  return minutes % 60 === 0
    ? t('settings.vaultLock.hours', { count: minutes / 60 })
    : t('settings.vaultLock.minutes', { count: minutes })
}

/** Hours between checks for updates; includes a current value outside the list. */
export const updateCheckChoices = (chosen: number): readonly Choice<string>[] =>
  [...new Set([0, 6, 24, 168, chosen])]
    .toSorted((a, b) => a - b)
    .map((hours) => ({ value: String(hours), label: updateCheckLabel(hours) }))

const updateCheckLabel = (hours: number): string => {
  if (hours === 0) return t('settings.updateCheck.never')
  return hours % 24 === 0
    ? t('settings.updateCheck.days', { count: hours / 24 })
    : t('settings.updateCheck.hours', { count: hours })
}

/** All models, and the chosen one even if it isn't available now. */
export const modelChoices = (models: readonly ModelInfo[], chosen: string): readonly Choice<string>[] => {
  const all = [
    { value: 'auto', label: t('settings.models.auto') },
    ...models.map((model) => ({ value: model.id, label: model.name })),
  ]
  if (all.some((one) => one.value === chosen)) return all
  return [...all, { value: chosen, label: t('settings.models.missing', { name: chosen }) }]
}

/** The embedding models, and the chosen one even if it isn't available now. */
export const embeddingChoices = (all: readonly ModelInfo[], chosen: string): readonly Choice<string>[] => {
  const choices = [
    { value: 'auto', label: t('models.choices.embeddingAuto') },
    { value: 'none', label: t('models.choices.embeddingNone') },
    ...all.filter((model) => model.embedding).map((model) => ({ value: model.id, label: model.name })),
  ]
  if (choices.some((one) => one.value === chosen)) return choices
  return [...choices, { value: chosen, label: t('settings.models.missing', { name: chosen }) }]
}

/** Means that the server decides. */
const SERVER = 'server'

/** How long Ollama keeps a model in memory; includes a current value outside the list. */
export const keepAliveChoices = (chosen: number | null): readonly Choice<string>[] => [
  { value: SERVER, label: t('models.choices.keepServer') },
  ...[...new Set([0, 5, 30, 60, -1, ...(chosen === null ? [] : [chosen])])].map((minutes) => ({
    value: String(minutes),
    label: keepAliveLabel(minutes),
  })),
]

export const keepAliveText = (minutes: number | null): string => (minutes === null ? SERVER : String(minutes))
export const keepAliveOf = (text: string): number | null => (text === SERVER ? null : Number(text))

const keepAliveLabel = (minutes: number): string => {
  if (minutes === 0) return t('models.choices.keepNot')
  return minutes === -1 ? t('models.choices.keepGood') : t('models.choices.minutes', { count: minutes })
}

/** The label of a choice. */
export const labelOf = <T extends string>(choices: readonly Choice<T>[], value: T): string =>
  choices.find((one) => one.value === value)?.label ?? value
