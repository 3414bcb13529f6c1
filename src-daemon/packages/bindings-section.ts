import type { PackageDocument, Path } from './document.ts'
import { createFieldReader, isFields, type Fields } from './fields.ts'
import type { Findings } from './findings.ts'
import { BUILT_IN_TOOLS, parameterNames } from './tools.ts'
import type { AcpPackage, ToolDeclaration } from './types.ts'

type Binding = AcpPackage['bindings'][string]

const TYPES = ['http_get', 'http_post', 'mcp_service', 'nuwa_a2a', 'wasm'] as const
/** Fields each type must have; the rest is the business of whoever runs it. */
const REQUIRED: Readonly<Record<(typeof TYPES)[number], readonly string[]>> = {
  http_get: ['url'],
  http_post: ['url'],
  mcp_service: ['service_uri', 'mcp_action'],
  nuwa_a2a: ['target_did', 'service_method'],
  wasm: ['module'],
}
const OPTIONAL: Readonly<Record<(typeof TYPES)[number], readonly string[]>> = {
  http_get: ['params', 'headers', 'response'],
  http_post: ['params', 'headers', 'response'],
  mcp_service: [],
  nuwa_a2a: [],
  wasm: ['hosts', 'function', 'memory', 'timeout'],
}
/** Headers with a fixed value that can only be about the form of the exchange. */
const PLAIN_HEADERS = ['accept', 'accept-language', 'content-language', 'user-agent']

/** Reads `tool_bindings` and holds them against the tools (acp.md 7.3, 7.4, 8). */
export const readBindings = (
  document: PackageDocument,
  findings: Findings,
  input: { value: unknown; tools: readonly ToolDeclaration[]; permissions: AcpPackage['permissions'] },
): AcpPackage['bindings'] => {
  const read = createFieldReader(document, findings)
  const value =
    input.value === undefined || input.value === null
      ? {}
      : (read.fields(['tool_bindings'], input.value) ?? {})
  const bindings: Record<string, Binding> = {}

  for (const [name, item] of Object.entries(value)) {
    const path = ['tool_bindings', name]
    const tool = input.tools.find((one) => one.name === name)
    if (tool === undefined || BUILT_IN_TOOLS.includes(name)) {
      findings.error('binding_without_tool', document.place(path), { found: name })
      continue
    }
    const binding = readBinding(document, findings, path, item, tool)
    if (binding !== null) bindings[name] = binding
  }

  input.tools.forEach(({ name }, index) => {
    const place = document.place(['tools', index, 'function', 'name'])
    if (BUILT_IN_TOOLS.includes(name)) {
      if (!input.permissions.require.includes(name))
        findings.warning('tool_without_permission', place, { found: name })
    } else if (name !== '' && !Object.hasOwn(value, name)) {
      findings.warning('tool_without_binding', place, { found: name })
    }
  })
  return bindings
}

const readBinding = (
  document: PackageDocument,
  findings: Findings,
  path: Path,
  value: unknown,
  tool: ToolDeclaration,
): Binding | null => {
  const read = createFieldReader(document, findings)
  const fields = read.fields(path, value)
  if (fields === null) return null
  const type = TYPES.find((one) => one === fields['type'])
  if (type === undefined) {
    const found = JSON.stringify(fields['type'] ?? null)
    findings.error('invalid_value', document.place([...path, 'type']), { found, expected: TYPES.join(', ') })
    return null
  }
  for (const key of REQUIRED[type])
    read.text([...path, key], fields[key], { max: type === 'wasm' ? 1_000_000 : 2000 })
  read.unknown(path, fields, ['type', 'may_finish', ...REQUIRED[type], ...OPTIONAL[type]])
  const finish = fields['may_finish']
  if (finish !== undefined && typeof finish !== 'boolean') {
    const found = JSON.stringify(finish)
    findings.error('wrong_type', document.place([...path, 'may_finish']), { found, expected: 'true, false' })
  }
  if (type === 'http_get' || type === 'http_post') checkHttp(document, findings, path, fields, tool)
  if (type === 'mcp_service')
    checkService(document, findings, [...path, 'service_uri'], fields['service_uri'])
  if (type === 'nuwa_a2a')
    checkTarget(document, findings, [...path, 'target_did'], fields['target_did'], tool)
  return { ...fields, type }
}

/** A name the user's map knows, a DID, or an https address: never another way out of the program. */
const checkService = (document: PackageDocument, findings: Findings, path: Path, uri: unknown): void => {
  if (typeof uri !== 'string' || uri === '') return
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase()
  const place = document.place(path)
  const expected = 'did:…, https://…'
  if (/\s/.test(uri) || (scheme !== undefined && !['did', 'urn', 'https', 'http'].includes(scheme)))
    findings.error('invalid_url', place, { found: uri, expected })
  else if (scheme === 'http') findings.warning('insecure_url', place, { found: uri, expected })
}

/** The agent is named by the package, or by one argument as a whole. */
const checkTarget = (
  document: PackageDocument,
  findings: Findings,
  path: Path,
  target: unknown,
  tool: ToolDeclaration,
): void => {
  if (typeof target !== 'string' || target === '') return
  const names = parameterNames(tool)
  const [, argument] = /^\{([^{}]*)\}$/.exec(target) ?? []
  const place = document.place(path)
  if (argument !== undefined ? !names.includes(argument) : /[{}]/.test(target))
    findings.error('placeholder_not_allowed', place, { found: target, expected: names.join(', ') })
  else if (argument === undefined && !/^did:[a-z0-9]+:\S+$/.test(target))
    findings.error('invalid_value', place, { found: target, expected: 'did:…, {argument}' })
}

const checkHttp = (
  document: PackageDocument,
  findings: Findings,
  path: Path,
  fields: Fields,
  tool: ToolDeclaration,
): void => {
  const read = createFieldReader(document, findings)
  const { url, headers, params, response } = fields
  if (typeof url === 'string' && url !== '')
    checkUrl(document, findings, [...path, 'url'], url, parameterNames(tool))
  const named = headers === undefined ? {} : (read.fields([...path, 'headers'], headers) ?? {})
  for (const [name, value] of Object.entries(named)) {
    if (typeof value === 'string' && PLAIN_HEADERS.includes(name.toLowerCase())) continue
    findings.error('literal_secret', document.place([...path, 'headers', name]), {
      found: name,
      expected: PLAIN_HEADERS.join(', '),
    })
  }
  const mapped = params === undefined ? {} : (read.fields([...path, 'params'], params) ?? {})
  for (const [name, rule] of Object.entries(mapped))
    checkParam(document, findings, [...path, 'params', name], rule, parameterNames(tool))
  if (
    response !== undefined &&
    (typeof response !== 'string' || (response !== '' && !response.startsWith('/')))
  ) {
    const found = JSON.stringify(response)
    findings.error('invalid_value', document.place([...path, 'response']), {
      found,
      expected: '/… (JSON Pointer)',
    })
  }
}

/** A parameter is renamed or dropped; only a constant may stand under a name of its own. */
const checkParam = (
  document: PackageDocument,
  findings: Findings,
  path: Path,
  rule: unknown,
  names: readonly string[],
): void => {
  const name = String(path.at(-1))
  const isConstant = isFields(rule) && Object.keys(rule).join() === 'value'
  if (rule !== null && typeof rule !== 'string' && !isConstant) {
    const found = JSON.stringify(rule)
    findings.error('wrong_type', document.place(path), { found, expected: 'a name, {value: …}, null' })
  } else if (!isConstant && !names.includes(name)) {
    findings.error('unknown_parameter', document.keyPlace(path), { found: name, expected: names.join(', ') })
  }
}

/** `{name}` may fill the path and the query, never the scheme or the host: a package cannot let a model choose where to call. */
const checkUrl = (
  document: PackageDocument,
  findings: Findings,
  path: Path,
  url: string,
  names: string[],
): void => {
  const place = document.place(path)
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(url) ?? []
  const filled = origin + rest.replace(/\{[^{}]*\}/g, 'x')
  const parsed = URL.canParse(filled) ? new URL(filled) : null
  const misplaced = /[{}]/.exec(origin + rest.replace(/\{[^{}]*\}/g, ''))?.[0]
  const unknown = [...rest.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    // Written as the one who fills them in reads them.
    .find((name) => !names.includes(name) || !/^[A-Za-z_][\w.-]*$/.test(name))
  if (misplaced !== undefined || unknown !== undefined) {
    findings.error('placeholder_not_allowed', place, {
      found: `{${unknown ?? ''}}`,
      expected: names.join(', '),
    })
  } else if (
    origin === '' ||
    parsed === null ||
    // What stands before `@` or behind `\` passes for a host to a reader, and is none to a client.
    /[@\\]/.test(origin) ||
    /\s/.test(url)
  ) {
    findings.error('invalid_url', place, { found: url, expected: 'https://…' })
  } else if (parsed.protocol === 'http:') {
    findings.warning('insecure_url', place, { found: url, expected: 'https://…' })
  }
}
