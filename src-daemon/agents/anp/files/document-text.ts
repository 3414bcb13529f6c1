import { parseDocument } from 'yaml'
import type { ContactProblem } from '../../../contract/agent-contacts.ts'
import { readStrictJson } from '../../../identity/index.ts'
import { isRecord } from '../../../platform/is-record.ts'
import type { JsonObject } from '../../descriptions/read-description.ts'

export type ReadText =
  | { readonly value: JsonObject }
  | { readonly problem: ContactProblem['code']; readonly detail: string | null }

/** Linked files have no use for more. */
const MAX_ALIASES = 50

/** The object that a linked file holds, as JSON or YAML. Depth and doubtful JSON are limited as for every signed text. */
export const readDocumentText = (text: string): ReadText => {
  if (/^\s*[{[]/.test(text)) return objectOf(text, 'not_json')
  const json = jsonOfYaml(text)
  return 'problem' in json ? json : objectOf(json.text, 'not_yaml')
}

const objectOf = (text: string, problem: 'not_json' | 'not_yaml'): ReadText => {
  const parsed = readStrictJson(text)
  if (!parsed.ok) return { problem, detail: parsed.problem }
  return isRecord(parsed.value) ? { value: parsed.value } : { problem: 'not_an_object', detail: null }
}

const jsonOfYaml = (
  text: string,
): { readonly text: string } | { readonly problem: 'not_yaml'; readonly detail: string } => {
  try {
    // Pretty errors take quadratic time; the parser would write its warnings to this process's standard error.
    const document = parseDocument(text, { prettyErrors: false, logLevel: 'error', schema: 'core' })
    const [mistake] = document.errors
    if (mistake !== undefined) return { problem: 'not_yaml', detail: mistake.code }
    return { text: JSON.stringify(document.toJS({ maxAliasCount: MAX_ALIASES })) }
  } catch {
    return { problem: 'not_yaml', detail: 'too_deep' }
  }
}
