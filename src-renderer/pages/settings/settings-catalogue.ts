import type { Settings } from '../../../src-daemon/contract/settings.ts'
import { SETTING_ITEMS, type SettingItem } from '../../features/settings/setting-items.ts'

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
