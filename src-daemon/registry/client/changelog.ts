import type { MarketFile } from '../../contract/marketplace.ts'
import { isRecord } from '../../platform/is-record.ts'
import { cleanText, cleanTexts } from './clean.ts'

/** The changelog of a file's metadata as plain lines; a version without changes is left out. */
export const changelogOf = (value: unknown): MarketFile['changelog'] =>
  (Array.isArray(value) ? value : [])
    .slice(0, 100)
    .filter(isRecord)
    .map(({ version, changes }) => ({
      version: cleanText(version, 60),
      changes: cleanTexts(changes, { items: 50, letters: 500 }),
    }))
    .filter(({ version, changes }) => version !== '' && changes.length > 0)
