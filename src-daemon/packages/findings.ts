import { z } from 'zod'
import { say, sayError, type Language, type PhraseKey, type TextParams } from '../text/index.ts'
import { packageProblems } from '../text/package-problems.ts'
import { stateErrors } from '../text/state.ts'
import { problemSchema, type Problem } from './types.ts'

/** The part after `problem_` of the sentence that says it: the stable code of a problem (acp.md 1.5). */
export type ProblemCode = PhraseKey extends infer Key
  ? Key extends `problem_${infer Code}`
    ? Code
    : never
  : never

/** Where something stands: UTF-16 offset in the text, and the path inside the document. */
export interface Place {
  readonly offset: number
  readonly path: string
}

/** A problem before it is put into words: kept, so that it can be said in the language of the day. */
export const findingSchema = problemSchema.omit({ message: true, code: true }).extend({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Finding = z.infer<typeof findingSchema>

/** Collects all problems of one file, so that they are reported at once. */
export interface Findings {
  error(code: ProblemCode, place: Place, about?: About): void
  warning(code: ProblemCode, place: Place, about?: About): void
  hasErrors(): boolean
  /** In the order of the file. */
  all(): Finding[]
}

export interface About {
  readonly found?: string | null
  readonly expected?: string | null
  readonly params?: TextParams
}

export const createFindings = (file: string, text: string): Findings => {
  const lineStarts = lineStartsOf(text)
  const found: Finding[] = []

  const add = (
    severity: Finding['severity'],
    code: ProblemCode,
    { offset, path }: Place,
    about: About = {},
  ): void => {
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
      params: { ...about.params },
    })
  }

  return {
    error: (code, place, about) => {
      add('error', code, place, about)
    },
    warning: (code, place, about) => {
      add('warning', code, place, about)
    },
    hasErrors: () => found.some(({ severity }) => severity === 'error'),
    all: () => found.toSorted((a, b) => a.line - b.line || a.column - b.column),
  }
}

/** The place of a problem that concerns the file as a whole. */
export const wholeFile: Place = { offset: 0, path: '' }

/** The problem in words. */
export const problemOf = (finding: Finding, language: Language): Problem => {
  const { params, ...rest } = finding
  const message = say(language, phraseOf(finding.code), {
    ...params,
    path: finding.path,
    found: finding.found ?? '',
    expected: finding.expected ?? '',
    reason: isStateError(finding.found) ? sayError(language, finding.found, params).message : '',
  })
  return { ...rest, message }
}

/** Codes are stored; one that a newer Satchel wrote and this one does not know still says where it is. */
const phraseOf = (code: string): PhraseKey => {
  const key = `problem_${code}`
  return isProblemPhrase(key) ? key : 'problem_invalid_value'
}

/** What state says about a schema it refuses. */
const isStateError = (code: string | null): code is keyof typeof stateErrors =>
  code !== null && Object.hasOwn(stateErrors, code)

const isProblemPhrase = (key: string): key is PhraseKey => Object.hasOwn(packageProblems, key)

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
