import { z } from 'zod'
import type { Language } from '../../contract/language.ts'
import { problemSchema, type Problem } from '../../contract/packages.ts'
import {
  errorCodeSchema,
  isPhraseKey,
  say,
  sayError,
  type PhraseKey,
  type TextParams,
} from '../../text/index.ts'

/** The stable code of a problem (acp.md 1.5): the part after `problem_` of its message key. */
export type ProblemCode = PhraseKey extends infer Key
  ? Key extends `problem_${infer Code}`
    ? Code
    : never
  : never

/** A position: UTF-16 offset in the text, and the path inside the document. */
export interface Place {
  readonly offset: number
  readonly path: string
}

/** A problem without its message: stored, so that it can be shown in the current language. */
export const findingSchema = problemSchema.omit({ message: true, code: true }).extend({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Finding = z.infer<typeof findingSchema>

/** Collects all problems of one file, so that they are reported together. */
export interface Findings {
  error(code: ProblemCode, place: Place, about?: About): void
  warning(code: ProblemCode, place: Place, about?: About): void
  hasErrors(): boolean
  /** The last occurrence of `text` before a position, because a node does not include what precedes it. */
  before(place: Place, text: string): Place
  /** The number of findings. */
  count(): number
  /** In file order. */
  all(): Finding[]
  /** A copy of the collection; adding to it does not change this one. */
  fork(): Findings
}

export interface About {
  readonly found?: string | null
  readonly expected?: string | null
  readonly params?: TextParams
  /** A more specific message for this case of the code. */
  readonly words?: ProblemCode
}

export const createFindings = (file: string, text: string): Findings => {
  let lineStarts: readonly number[] | undefined
  return collect(file, text, () => (lineStarts ??= lineStartsOf(text)), [])
}

const collect = (
  file: string,
  text: string,
  starts: () => readonly number[],
  before: readonly Finding[],
): Findings => {
  const found = [...before]

  const add = (
    severity: Finding['severity'],
    code: ProblemCode,
    { offset, path }: Place,
    about: About = {},
  ): void => {
    const lineStarts = starts()
    const line = lineAt(lineStarts, offset)
    found.push({
      code,
      severity,
      file,
      line,
      column: offset - (lineStarts[line - 1] ?? 0) + 1,
      path,
      found: shorten(about.found ?? null),
      expected: about.expected ?? null,
      params: { ...about.params, ...(about.words === undefined ? {} : { words: about.words }) },
    })
  }

  return {
    error: (code, place, about) => {
      add('error', code, place, about)
    },
    warning: (code, place, about) => {
      add('warning', code, place, about)
    },
    before: (place, sought) => {
      const at = text.lastIndexOf(sought, place.offset)
      return at === -1 ? place : { ...place, offset: at }
    },
    count: () => found.length,
    hasErrors: () => found.some(({ severity }) => severity === 'error'),
    all: () => found.toSorted((a, b) => a.line - b.line || a.column - b.column),
    fork: () => collect(file, text, starts, found),
  }
}

/** The position of a problem that concerns the whole file. */
export const wholeFile: Place = { offset: 0, path: '' }

/** The problem in words. */
export const problemOf = (finding: Finding, language: Language): Problem => {
  const { params, ...rest } = finding
  const message = say(language, phraseOf(String(params['words'] ?? finding.code)), {
    ...params,
    path: finding.path,
    found: finding.found ?? '',
    expected: finding.expected ?? '',
    reason: reasonOf(params, language),
  })
  return { ...rest, message }
}

/**
 * Codes are stored; a code of a newer Satchel that this one does not know still gets a generic message with
 * its position.
 */
const phraseOf = (code: string): PhraseKey => {
  const key = `problem_${code}`
  return isPhraseKey(key) ? key : 'problem_invalid_value'
}

/**
 * Why another room refused: `params.reason` is its error code, the other params belong to that error's
 * message.
 */
const reasonOf = (params: Finding['params'], language: Language): string => {
  const code = errorCodeSchema.safeParse(params['reason'])
  return code.success ? sayError(language, code.data, params).message : String(params['reason'] ?? '')
}

const lineStartsOf = (text: string): number[] => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

const lineAt = (starts: readonly number[], offset: number): number => {
  let low = 0
  let high = starts.length
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low + 1
}

const shorten = (text: string | null): string | null =>
  text !== null && text.length > 120 ? `${text.slice(0, 119)}…` : text
