import { dateLocale } from '../../../components/dates.ts'
import type { ColumnKind } from './columns.ts'

/** Longest text rendered in a cell; CSS cuts it to the width, this keeps a huge value out of the DOM. */
const LONGEST = 300

/** A value as one line of text. */
export const cellText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const line = text.slice(0, LONGEST).replaceAll(/\s+/g, ' ').trim()
  return text.length > LONGEST ? `${line}…` : line
}

/** The words of a list cell; other values count as a list of one. */
export const cellTags = (value: unknown): readonly string[] => {
  if (value === undefined || value === null) return []
  return (Array.isArray(value) ? value : [value]).slice(0, 12).map(cellText)
}

/** The date-time in a value, or null when it isn't one. */
export const cellDate = (value: unknown): Date | null => {
  if (typeof value !== 'string') return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

/** How a value is rendered: as its column, unless the value doesn't fit that. */
export const cellKind = (kind: ColumnKind, value: unknown): ColumnKind => {
  if (kind === 'date' || kind === 'day') return cellDate(value) === null ? 'text' : kind
  if (kind === 'number') return typeof value === 'number' ? 'number' : 'text'
  if (kind === 'flag') return typeof value === 'boolean' ? 'flag' : 'text'
  return kind
}

/** An object's title or name, else its first text, else nothing. */
export const objectTitle = (object: Readonly<Record<string, unknown>>): string => {
  const named = [object['title'], object['name'], object['subject'], object['label']]
  const found = named.find((value) => typeof value === 'string' && value.trim() !== '')
  if (typeof found === 'string') return cellText(found)
  const entry = Object.entries(object).find(
    ([key, value]) =>
      typeof value === 'string' &&
      !['id', '_id', 'createdAt', 'updatedAt'].includes(key) &&
      value.trim() !== '',
  )
  return entry === undefined ? '' : cellText(entry[1])
}

/** A date without a time, formatted for `language`; it is the same day in every time zone. */
export const cellDay = (value: unknown, language: string): string => {
  const date = cellDate(value)
  return date === null
    ? ''
    : new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
}
