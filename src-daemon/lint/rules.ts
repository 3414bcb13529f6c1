import type { PhraseKey } from '../text/index.ts'
import { hiddenTexts, longRun } from './base64.ts'
import { CARRY_OFF, CONCEALMENT, DECODE, MARKS, OVERRIDE, PRIORITY, SECRET_PLACES } from './phrases.ts'
import { isAscii, readingsOf } from './readings.ts'

/** Incremented with every change of the rules, to detect results of older rules. */
export const LINT_VERSION = 3

/** The rules, by their stable codes: those with a message. */
export type LintCode = Extract<
  PhraseKey extends infer Key ? (Key extends `problem_${infer Code}` ? Code : never) : never,
  `lint_${string}`
>

/** A finding of one rule: the offending piece, as read. */
export interface LintFinding {
  readonly code: LintCode
  readonly found: string
  /** `error`: nothing an honest text says. */
  readonly severity: 'error' | 'warning'
}

interface Rule {
  readonly code: LintCode
  readonly severity: LintFinding['severity']
  /** The offending piece of a text as it is written, or null. */
  readonly find?: (text: string) => string | null
  /** Checked in every reading of the text. */
  readonly said?: RegExp
}

/** Shorter runs of base64 are names and numbers. */
const LEAST_HIDDEN = 24
/** Longer ones are nothing that a description needs. */
const LEAST_BLOB = 200

/** What a text for a model must not contain (acp.md 3). The patterns are ours and linear; none matches across lines. */
const rules: readonly Rule[] = [
  {
    code: 'lint_hidden_unicode',
    severity: 'error',
    // Bidirectional controls, tag characters and the like; zero-width characters in runs (a single one joins
    // emoji) or inside a Latin word.
    find: (text) => {
      if (isAscii(text)) return null
      const hit =
        /[\u061C\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}\u3164\uFFF9-\uFFFB]|[\u{E0100}-\u{E01EF}]|[\u200B-\u200F\u2060-\u2064\uFEFF]{2,}|(?<=[A-Za-z0-9])[\u00AD\u200B-\u200D\u2060-\u2064\uFEFF](?=[A-Za-z0-9])/u.exec(
          text,
        )
      return hit === null ? null : [...hit[0]].slice(0, 4).map(codePoint).join(' ')
    },
  },
  { code: 'lint_override', severity: 'error', said: OVERRIDE },
  { code: 'lint_concealment', severity: 'error', said: CONCEALMENT },
  { code: 'lint_priority', severity: 'warning', said: PRIORITY },
  { code: 'lint_marks', severity: 'warning', said: MARKS },
  { code: 'lint_secret_place', severity: 'warning', said: SECRET_PLACES },
  {
    code: 'lint_exfiltration',
    severity: 'error',
    said: /https?:\/\/[^\s)>\]"']{0,300}(?:\{[^}\s]{1,60}\}|\$\{|<[A-Za-z_]{2,40}>|%s)/i,
  },
  { code: 'lint_carry_off', severity: 'warning', said: CARRY_OFF },
  { code: 'lint_directive', severity: 'error', said: /(?:^|\s)\/(?:back|switch)\b/m },
  { code: 'lint_base64', severity: 'error', find: (text) => longRun(text, LEAST_BLOB) },
  { code: 'lint_encoded', severity: 'error', said: DECODE, find: (text) => encodedIn(text) },
  {
    code: 'lint_mixed_scripts',
    severity: 'warning',
    // Cyrillic and Greek have letters that look Latin; a single Greek letter is a unit or a formula.
    find: (text) =>
      isAscii(text)
        ? null
        : ((text.match(/\p{L}{4,}/gu) ?? []).find(
            (word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
          ) ?? null),
  },
]

/** A short run of base64 with forbidden decoded text. */
const encodedIn = (text: string): string | null => {
  const evil = rules.filter(({ said }) => said !== undefined)
  for (const hidden of hiddenTexts(text, LEAST_HIDDEN)) {
    const read = readingsOf(hidden)
    if (evil.some(({ said }) => read.some((reading) => said?.test(reading)))) return hidden
  }
  return null
}

/** The findings of the rules in a text: the first hit of each. */
export const lintText = (text: string): readonly LintFinding[] => {
  const readings = readingsOf(text)
  return rules.flatMap(({ code, severity, find, said }) => {
    const found = find?.(text) ?? firstSaid(readings, said)
    return found === null ? [] : [{ code, severity, found }]
  })
}

const firstSaid = (readings: readonly string[], said: RegExp | undefined): string | null => {
  for (const reading of readings) {
    const hit = said?.exec(reading)?.[0]
    if (hit !== undefined) return hit.trim()
  }
  return null
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
