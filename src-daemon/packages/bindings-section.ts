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
  if (fields['may_finish'] !== undefined && typeof fields['may_finish'] !== 'boolean') {
    findings.error('wrong_type', document.place([...path, 'may_finish']), { expected: 'true or false' })
  }
  if (type === 'http_get' || type === 'http_post') checkHttp(document, findings, path, fields, tool)
  return { ...fields, type }
}

const checkHttp = (
  document: PackageDocument,
  findings: Findings,
  path: Path,
  fields: Fields,
  tool: ToolDeclaration,
): void => {
  const url = fields['url']
  if (typeof url === 'string' && url !== '')
    checkUrl(document, findings, [...path, 'url'], url, parameterNames(tool))
  const headers = fields['headers']
  if (headers === undefined) return
  for (const [name, value] of Object.entries(isFields(headers) ? headers : {})) {
    if (typeof value === 'string' && PLAIN_HEADERS.includes(name.toLowerCase())) continue
    findings.error('literal_secret', document.place([...path, 'headers', name]), {
      found: name,
      expected: PLAIN_HEADERS.join(', '),
    })
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
  const misplaced = /[{}]/.exec(origin)?.[0]
  const unknown = [...rest.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !names.includes(name))
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
