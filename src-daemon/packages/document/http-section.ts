import { isHeaderText, isPlainHeader, isSettableHeader, PLAIN_HEADERS } from '../../platform/http-headers.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { PackageDocument, Path } from './document.ts'
import { createFieldReader, type Fields } from './fields.ts'
import type { Findings } from './findings.ts'
import { hostOfUrl, LONGEST_PREFIX, packageSecretName, SECRET_NAME } from './secrets.ts'
import { parameterNames } from './tools.ts'
import { HTTP_METHODS, type ToolDeclaration } from '../../contract/packages.ts'

/** The binding being checked, and where its problems go. */
interface Here {
  readonly document: PackageDocument
  readonly findings: Findings
  readonly path: Path
  /** Name of the package, which its secrets are stored under. */
  readonly packageName: string
}

/**
 * Checks an `http_get` or `http_post` binding against its rules (acp.md 8): a binding that passes can be run.
 */
export const checkHttp = (here: Here, fields: Fields, tool: ToolDeclaration): void => {
  const { document, findings, path } = here
  const read = createFieldReader(document, findings)
  const { method, url, headers, params, response } = fields
  if (method !== undefined && !HTTP_METHODS.some((one) => one === method)) {
    const found = JSON.stringify(method)
    findings.error('invalid_value', document.place([...path, 'method']), {
      found,
      expected: HTTP_METHODS.join(', '),
    })
  }
  const names = parameterNames(tool)
  if (typeof url === 'string' && url !== '') checkUrl({ ...here, path: [...path, 'url'] }, url, names)
  const named = headers === undefined ? {} : (read.fields([...path, 'headers'], headers) ?? {})
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(named)) {
    const at = { ...here, path: [...path, 'headers', name] }
    const isTwice = seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    if (isTwice || !isSettableHeader(name))
      findings.error('header_not_allowed', document.keyPlace(at.path), { found: name })
    else checkHeader(at, name, value, hostOfUrl(url))
  }
  const mapped = params === undefined ? {} : (read.fields([...path, 'params'], params) ?? {})
  const targets = new Set<string>()
  for (const [name, rule] of Object.entries(mapped)) {
    checkParam({ ...here, path: [...path, 'params', name] }, rule, names)
    if (typeof rule !== 'string') continue
    if (targets.has(rule))
      findings.error('invalid_value', document.place([...path, 'params', name]), {
        found: rule,
        expected: `≠ ${rule}`,
      })
    targets.add(rule)
  }
  const isPointer = typeof response === 'string' && /^(?:\/(?:[^~/]|~[01])*)*$/.test(response)
  if (response !== undefined && !isPointer) {
    const found = JSON.stringify(response)
    const expected = '/… (JSON Pointer)'
    findings.error('invalid_value', document.place([...path, 'response']), { found, expected })
  }
}

/**
 * A literal value only for headers that describe the exchange; any other header refers to a stored secret,
 * never contains it.
 */
const checkHeader = (here: Here, name: string, value: unknown, host: string | null): void => {
  const { document, findings, path, packageName } = here
  const place = document.place(path)
  if (!isRecord(value)) {
    const expected = `${PLAIN_HEADERS.join(', ')}; {secret: …, prefix: …}`
    if (typeof value !== 'string' || !isPlainHeader(name))
      findings.error('literal_secret', place, { found: name, expected })
    else if (!isHeaderText(value)) findings.error('invalid_value', place, { found: value, expected: 'ASCII' })
    return
  }
  const read = createFieldReader(document, findings)
  const { secret, prefix } = value
  const given = read.text([...path, 'secret'], secret, { pattern: SECRET_NAME, expected: SECRET_NAME.source })
  // A prefix may end with a space, or be one, so `read` cannot check it.
  const isPrefix =
    prefix === undefined ||
    (typeof prefix === 'string' && prefix.length <= LONGEST_PREFIX && isHeaderText(prefix))
  if (!isPrefix) {
    const expected = `ASCII, ≤ ${String(LONGEST_PREFIX)}`
    findings.error('invalid_value', document.place([...path, 'prefix']), {
      found: JSON.stringify(prefix),
      expected,
    })
  }
  read.unknown(path, value, ['secret', 'prefix'])
  if (given !== '' && host !== null && packageSecretName({ packageName, name: given, host }) === null)
    findings.error('secret_without_place', document.place([...path, 'secret']), { found: host })
}

/** A parameter is renamed or dropped; only a constant may use a name of its own. */
const checkParam = ({ document, findings, path }: Here, rule: unknown, names: readonly string[]): void => {
  const name = String(path.at(-1))
  const isConstant = isRecord(rule) && Object.keys(rule).join() === 'value'
  if (rule !== null && !isConstant && (typeof rule !== 'string' || rule === '')) {
    const found = JSON.stringify(rule)
    findings.error('wrong_type', document.place(path), { found, expected: 'a name, {value: …}, null' })
  } else if (!isConstant && !names.includes(name)) {
    findings.error('unknown_parameter', document.keyPlace(path), { found: name, expected: names.join(', ') })
  }
}

/**
 * `{name}` may fill the path and the query, never the scheme or the host: a package cannot let a model choose
 * the host.
 */
const checkUrl = ({ document, findings, path }: Here, url: string, names: readonly string[]): void => {
  const place = document.place(path)
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(url) ?? []
  const filled = origin + rest.replace(/\{[^{}]*\}/g, 'x')
  const parsed = URL.canParse(filled) ? new URL(filled) : null
  const misplaced = /[{}]/.exec(origin + rest.replace(/\{[^{}]*\}/g, ''))?.[0]
  const unknown = [...rest.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    // Placeholder names as the code that fills them in reads them.
    .find((name) => !names.includes(name) || !/^[A-Za-z_][\w.-]*$/.test(name))
  if (misplaced !== undefined || unknown !== undefined) {
    findings.error('placeholder_not_allowed', place, {
      found: `{${unknown ?? ''}}`,
      expected: names.join(', '),
    })
  } else if (
    origin === '' ||
    parsed === null ||
    // The fragment is never sent.
    rest.includes('#') ||
    // `example.org.` is `example.org` under another name, with a consent of its own; port 0 is invalid.
    parsed.hostname.endsWith('.') ||
    parsed.port === '0' ||
    // Text before `@` or after `\` looks like the host to a reader, but not to a client.
    /[@\\]/.test(origin) ||
    /\s/.test(url)
  ) {
    findings.error('invalid_url', place, { found: url, expected: 'https://…' })
  } else if (parsed.protocol === 'http:') {
    findings.warning('insecure_url', place, { found: url, expected: 'https://…' })
  }
}
