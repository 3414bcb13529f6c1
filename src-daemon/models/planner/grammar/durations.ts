/** How lengths of time are written: "two days", "三周". */

export interface Duration {
  readonly days: number
  readonly months: number
}

export const COUNT =
  '(?:\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|[一二两三四五六七八九十]{1,2})'

export const DURATION_UNITS: readonly (readonly [words: string, Duration])[] = [
  ['days?|d[íi]as?|天|日', { days: 1, months: 0 }],
  ['weeks?|semanas?|周|个?星期|个?礼拜|週間?', { days: 7, months: 0 }],
  ['fortnights?|quincenas?', { days: 14, months: 0 }],
  ['months?|mes(?:es)?|个月|[かヶヵカ]月', { days: 0, months: 1 }],
  ['years?|años?|年', { days: 0, months: 12 }],
]

export const DURATION = `(?:${COUNT}(?: ?(?:more|más))?[\\s-]?(?:${DURATION_UNITS.map(([words]) => words).join('|')})(?!\\p{Script=Latin}))`
