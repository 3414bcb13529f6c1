import { parseCid, sha256OfCid } from '../../platform/cid.ts'
import { moduleProblem, PAGE_BYTES } from '../../platform/wasm-module.ts'
import type { PackageDocument, Path } from './document.ts'
import { createFieldReader, type Fields } from './fields.ts'
import type { Findings } from './findings.ts'

/** Maximum length of a module in base64; a whole package has at most 1 MiB. */
const LONGEST_MODULE = 1_000_000
const MAX_HOSTS = 20
const MEMORY_MIB = { least: 1, most: 256, usual: 32 }
const SECONDS = { least: 1, most: 30 }
const FUNCTION_NAME = /^[A-Za-z_][\w.-]{0,99}$/

/** Whether a module is given by CID instead of being embedded in the package. */
export const isModuleCid = (module: string): boolean =>
  // Base64 of a module begins with `AGFzbQ`, which no CID does.
  /^(?:b[a-z2-7]{40,}|z[1-9A-HJ-NP-Za-km-z]{40,}|Qm[1-9A-HJ-NP-Za-km-z]{44})$/.test(module)

/**
 * Checks a `wasm` binding against its rules (acp.md 8): a binding that passes can be started. The module is
 * not compiled.
 */
export const checkWasm = (
  { document, findings, path }: { document: PackageDocument; findings: Findings; path: Path },
  fields: Fields,
): void => {
  const { module, function: entry, memory, timeout, hosts } = fields
  const read = createFieldReader(document, findings)
  const at = (key: string): Path => [...path, key]
  if (entry !== undefined)
    read.text(at('function'), entry, { pattern: FUNCTION_NAME, expected: FUNCTION_NAME.source })

  const number = (key: string, value: unknown, range: { least: number; most: number }): void => {
    if (value === undefined) return
    const isIn =
      typeof value === 'number' && Number.isInteger(value) && value >= range.least && value <= range.most
    const expected = `${String(range.least)}–${String(range.most)}`
    if (!isIn)
      findings.error('invalid_value', document.place(at(key)), { found: JSON.stringify(value), expected })
  }
  number('memory', memory, MEMORY_MIB)
  number('timeout', timeout, SECONDS)

  const named = read.list(at('hosts'), hosts)
  if (named.length > MAX_HOSTS)
    findings.error('invalid_value', document.place(at('hosts')), {
      found: String(named.length),
      expected: `≤ ${String(MAX_HOSTS)}`,
    })
  for (const [index, host] of named.entries())
    if (typeof host !== 'string' || !isHost(host))
      findings.error('invalid_value', document.place([...path, 'hosts', index]), {
        found: JSON.stringify(host),
        expected: 'api.example.org, api.example.org:8443',
      })

  if (typeof module !== 'string' || module === '') return
  const pages = ((typeof memory === 'number' ? memory : MEMORY_MIB.usual) * 1024 * 1024) / PAGE_BYTES
  checkModule(module, {
    entry: typeof entry === 'string' ? entry : 'run',
    maxPages: pages,
    report: (severity, code, found) => {
      findings[severity](code, document.place(at('module')), { found })
    },
  })
}

const checkModule = (
  module: string,
  input: {
    entry: string
    maxPages: number
    report: (
      severity: 'error' | 'warning',
      code: 'invalid_module' | 'module_too_large' | 'module_elsewhere',
      found: string,
    ) => void
  },
): void => {
  const { entry, maxPages, report } = input
  if (module.length > LONGEST_MODULE) report('error', 'module_too_large', String(module.length))
  else if (isModuleCid(module)) {
    if (isOfBytes(module)) report('warning', 'module_elsewhere', module)
    else report('error', 'invalid_module', 'the CID is not one of raw bytes with SHA-256')
  } else {
    const bytes = Buffer.from(module, 'base64')
    const problem =
      bytes.toString('base64') === module
        ? moduleProblem(bytes, { entry, maxPages })
        : 'it is neither base64 nor a CID'
    if (problem !== null) report('error', 'invalid_module', problem)
  }
}

/**
 * Whether the CID contains the SHA-256 of the bytes themselves, so that a fetched file can be checked against
 * it.
 */
export const isOfBytes = (cid: string): boolean => {
  try {
    return sha256OfCid(parseCid(cid)) !== null
  } catch {
    return false // it only looks like a CID
  }
}

/** A host in the form the network guard compares, always https: no scheme, path, wildcard or credentials. */
const isHost = (host: string): boolean => {
  const parsed = /^[^/?#@\s\\*]+$/.test(host) ? URL.parse(`https://${host}`) : null
  return parsed !== null && parsed.host === host.toLowerCase() && !parsed.hostname.endsWith('.')
}
