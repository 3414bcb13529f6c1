import type { PackageDocument, Path } from './document.ts'
import { createFieldReader } from './fields.ts'
import type { Findings } from './findings.ts'
import { checkHttp } from './http-section.ts'
import { BUILT_IN_TOOLS, parameterNames, permissionOfTool } from './tools.ts'
import type { AcpPackage, ToolDeclaration } from '../../contract/packages.ts'
import { checkWasm } from './wasm-section.ts'

type Binding = AcpPackage['bindings'][string]

const TYPES = ['http_get', 'http_post', 'mcp_service', 'nuwa_a2a', 'wasm'] as const
/** Required fields of each type; the code that runs a binding checks the rest. */
const REQUIRED: Readonly<Record<(typeof TYPES)[number], readonly string[]>> = {
  http_get: ['url'],
  http_post: ['url'],
  mcp_service: ['service_uri', 'mcp_action'],
  nuwa_a2a: ['target_did', 'service_method'],
  wasm: ['module'],
}
const OPTIONAL: Readonly<Record<(typeof TYPES)[number], readonly string[]>> = {
  http_get: ['params', 'headers', 'response'],
  http_post: ['method', 'params', 'headers', 'response'],
  mcp_service: [],
  nuwa_a2a: [],
  wasm: ['hosts', 'function', 'memory', 'timeout'],
}
/** Reads `tool_bindings` and checks them against the tools (acp.md 7.3, 7.4, 8). */
export const readBindings = (
  document: PackageDocument,
  findings: Findings,
  input: {
    value: unknown
    tools: readonly ToolDeclaration[]
    permissions: AcpPackage['permissions']
    /** Name of the package. */
    name: string
  },
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
    const binding = readBinding({ document, findings, path, packageName: input.name }, item, tool)
    if (binding !== null) bindings[name] = binding
  }

  input.tools.forEach(({ name }, index) => {
    const place = document.place(['tools', index, 'function', 'name'])
    if (BUILT_IN_TOOLS.includes(name)) {
      if (!input.permissions.require.includes(permissionOfTool(name)))
        findings.warning('tool_without_permission', place, { found: name })
    } else if (name !== '' && !Object.hasOwn(value, name)) {
      findings.warning('tool_without_binding', place, { found: name })
    }
  })
  return bindings
}

const readBinding = (
  here: { document: PackageDocument; findings: Findings; path: Path; packageName: string },
  value: unknown,
  tool: ToolDeclaration,
): Binding | null => {
  const { document, findings, path } = here
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
    read.text([...path, key], fields[key], { max: type === 'wasm' ? Number.MAX_SAFE_INTEGER : 2000 })
  read.unknown(path, fields, ['type', 'may_finish', ...REQUIRED[type], ...OPTIONAL[type]])
  const finish = fields['may_finish']
  if (finish !== undefined && typeof finish !== 'boolean') {
    const found = JSON.stringify(finish)
    findings.error('wrong_type', document.place([...path, 'may_finish']), { found, expected: 'true, false' })
  }
  if (type === 'http_get' || type === 'http_post') checkHttp(here, fields, tool)
  if (type === 'wasm') checkWasm(here, fields)
  if (type === 'mcp_service') checkServer(document, findings, [...path, 'service_uri'], fields['service_uri'])
  if (type === 'nuwa_a2a') {
    checkTarget(document, findings, [...path, 'target_did'], fields['target_did'], tool)
    checkMethod(document, findings, [...path, 'service_method'], fields['service_method'])
  }
  return { ...fields, type }
}

/** A name from the user's configuration, a DID, or an https address: no other way out of the program. */
const checkServer = (document: PackageDocument, findings: Findings, path: Path, uri: unknown): void => {
  if (typeof uri !== 'string' || uri === '') return
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase()
  const place = document.place(path)
  const expected = 'did:…, https://…'
  if (/\s/.test(uri) || (scheme !== undefined && !['did', 'urn', 'https', 'http'].includes(scheme)))
    findings.error('invalid_url', place, { found: uri, expected })
  else if (scheme === 'http') findings.warning('insecure_url', place, { found: uri, expected })
}

/** The target agent is fixed by the package, or taken whole from one argument. */
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
  else if (argument !== undefined) return
  else if (!/^did:[a-z0-9]+:[^\s#?]+$/.test(target))
    findings.error('invalid_value', place, { found: target, expected: 'did:…, {argument}' })
  else if (target.startsWith('did:key:'))
    findings.warning('agent_without_address', place, { found: target, expected: 'did:web:…' })
  // The document of such a DID, and its endpoint, have no TLS certificate.
  else if (/^did:(?:web|wba):(?:localhost|127\.0\.0\.1)(?:%3A|:|$)/i.test(target))
    findings.warning('insecure_url', place, { found: target, expected: 'did:web:…' })
}

/** The method name is sent and signed exactly as written. */
const checkMethod = (document: PackageDocument, findings: Findings, path: Path, method: unknown): void => {
  if (typeof method === 'string' && method !== '' && !/^[\x21-\x7e]{1,300}$/.test(method))
    findings.error('invalid_value', document.place(path), { found: method, expected: '[\\x21-\\x7e]{1,300}' })
}
