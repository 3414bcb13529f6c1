import { printParseErrorCode, type ParseError } from 'jsonc-parser'
import { parse as parseToml, TomlError } from 'smol-toml'
import { LineCounter, parseDocument } from 'yaml'
import { SatchelError } from '../../../platform/errors.ts'
import { isCyclic, isDeeper } from '../../../platform/json-depth.ts'
import { parseJsonc } from '../../../platform/jsonc.ts'
import { deepWellFormed, wellFormed } from '../../../platform/lenient.ts'
import type { ReasonCode } from '../../../text/index.ts'

/** Far more than a person's settings in YAML or TOML; the YAML parser takes half a second for as much. */
const MAX_SETTINGS = 128 * 1024
/** Settings have little use for aliases, and a few of them can expand to an endless text. */
const MAX_ALIASES = 100
const MAX_DEPTH = 256

/** A line `[table]`, which is neither JSON nor likely in YAML. */
const TOML_TABLE = /^[ \t]*\[{1,2}[ \t]*[A-Za-z_][\w-]*[^[\]\n]*\]{1,2}[ \t]*(?:#.*)?$/m
/** Begins with `name = …`. */
const TOML_MEMBER = /^(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*[A-Za-z_][\w.-]*[ \t]*=/
/** What documentation shows, with the marks around it. */
const FENCED = /^\s*```\w*[ \t]*\r?\n([^]*?)\r?\n[ \t]*```\s*$/
/** The first of these among words, as somebody copies it with them. */
const AMONG_WORDS = /^[ \t]*```\w*[ \t]*\r?\n([^]*?)\r?\n[ \t]*```[ \t]*$/m

/**
 * The value of a text in JSON (with comments and trailing commas), YAML or TOML, whichever it is; its texts are
 * well-formed.
 *
 * @throws SatchelError `server_config_unreadable`, `server_config_empty`
 */
export const documentOf = (written: string): unknown => {
  const whole = wellFormed(written)
  const alone = FENCED.exec(whole)?.[1]
  try {
    return valueOf(alone ?? whole)
  } catch (thrown) {
    const shown = alone === undefined ? AMONG_WORDS.exec(whole)?.[1] : undefined
    if (shown === undefined) throw thrown
    return valueOf(shown)
  }
}

const valueOf = (text: string): unknown => {
  if (text.trim() === '') throw new SatchelError('server_config_empty')
  if (/^\s*(?:[{"]|\/[/*])/.test(text)) return deepWellFormed(readJsonc(text))
  if (TOML_TABLE.test(text) || TOML_MEMBER.test(text)) return deepWellFormed(readSettings(text, readToml))
  if (/^\s*\[/.test(text)) return deepWellFormed(readJsonc(text))
  return deepWellFormed(readSettings(text, readYaml))
}

/** The error for a text that can't be read, and where. */
export const unreadable = (problem: ReasonCode, line = 1): SatchelError =>
  new SatchelError('server_config_unreadable', { params: { problem, line }, details: { line } })

const readJsonc = (text: string): unknown => {
  // Documentation often shows one entry of the list without the braces around it.
  const isEntry = /^\s*"[^"]*"\s*:/.test(text)
  const whole = withWholePaths(isEntry ? `{${text}}` : text)
  const { value, errors } = parseJsonc(whole, { allowTrailingComma: true })
  const [first] = errors
  if (first === undefined) return value
  throw unreadable(jsonProblem(first), text.slice(0, first.offset).split('\n').length)
}

const JSON_TEXT = /"(?:[^"\\\n]|\\.)*"/g
/** A folder of Windows with one backslash, which JSON wants two of: `C:\Users\ana`, `--dir=\\server\share`. */
const WINDOWS_PATH = /(?:^"|[=\s;,])(?:[A-Za-z]:\\(?!\\)|\\\\(?!\\)[\w.-]+\\(?!\\))/

/** People paste such paths unescaped; `\t` and `\n` in them aren't a tab and a line break. */
const withWholePaths = (text: string): string =>
  text.replace(JSON_TEXT, (literal) =>
    WINDOWS_PATH.test(literal) ? literal.replaceAll(/\\(?!")/g, '\\\\') : literal,
  )

const jsonProblem = ({ error }: ParseError): ReasonCode => {
  switch (printParseErrorCode(error)) {
    case 'CommaExpected':
      return 'json_comma'
    case 'ValueExpected':
      return 'json_value'
    case 'CloseBraceExpected':
    case 'CloseBracketExpected':
      return 'json_close'
    default:
      return 'not_json'
  }
}

const readSettings = (text: string, read: (text: string) => unknown): unknown => {
  if (text.length > MAX_SETTINGS) throw unreadable('too_large')
  try {
    const value = read(text)
    if (value === null) throw new SatchelError('server_config_empty')
    // A sentence is valid YAML, too, but then the pasted text probably isn't a list.
    if (typeof value === 'object' && !isDeeper(value, MAX_DEPTH)) return value
  } catch (thrown) {
    // Both parsers are recursive, and foreign text may nest too deep for the stack.
    if (!(thrown instanceof RangeError)) throw thrown
  }
  throw unreadable('not_json')
}

const readToml = (text: string): unknown => {
  try {
    return parseToml(text, { integersAsBigInt: 'asNeeded' })
  } catch (thrown) {
    throw thrown instanceof TomlError ? unreadable('not_toml', thrown.line) : thrown
  }
}

const readYaml = (text: string): unknown => {
  const lines = new LineCounter()
  // Pretty errors take quadratic time: each looks for its line in the whole text.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    schema: 'core',
    merge: true,
    intAsBigInt: true,
    logLevel: 'error',
  })
  const [mistake] = document.errors
  if (mistake !== undefined) throw unreadable('not_yaml', lines.linePos(mistake.pos[0]).line)
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    if (!isCyclic(value)) return value
  } catch {
    // endless aliases, or a merge of something other than an object
  }
  throw unreadable('not_yaml')
}
