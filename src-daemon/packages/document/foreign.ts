import { isScalar, isSeq } from 'yaml'
import { isRecord } from '../../platform/is-record.ts'
import type { PackageDocument } from './document.ts'
import { type Fields } from './fields.ts'
import type { Findings } from './findings.ts'

/** Keys that only packages have. `metadata`, `tools` and `prompt` occur in many formats. */
const OWN_SECTIONS = ['schema', 'tool_bindings']

/** The reference client's "Cap", which `satchel acp import` reads. */
export const NUWA_CAP = 'Nuwa Cap'

/** Other formats in use with the same suffix, each recognised by something only it has. First match. */
const formats: readonly { readonly name: string; readonly is: (root: Fields) => boolean }[] = [
  { name: NUWA_CAP, is: (root) => isNuwaCap(root) },
  { name: 'Agent Control Policy (Stele)', is: apiVersion(/^(?:acp|stele)\/v/) },
  { name: 'Agent Gateway bundle', is: apiVersion(/^gateway\.agw\//) },
  { name: 'Agent Control Plane (Kubernetes)', is: apiVersion(/^acp\.humanlayer\.dev\//) },
  { name: 'Kubernetes', is: (root) => 'apiVersion' in root && 'kind' in root },
  { name: 'Docker Compose', is: (root) => isRecord(root['services']) && !('metadata' in root) },
  { name: 'OpenAPI', is: (root) => 'openapi' in root || 'swagger' in root },
  { name: 'Agent Client Protocol', is: (root) => 'agent_servers' in root || 'agentServers' in root },
]

function apiVersion(pattern: RegExp): (root: Fields) => boolean {
  return ({ apiVersion: version }) => typeof version === 'string' && pattern.test(version)
}

/** Whether a document is a Cap of Nuwa's reference client (`id`, `authorDID`, `idName`, `core`, `metadata.displayName`). */
export const isNuwaCap = (root: Fields): boolean => {
  const { core, metadata } = root
  const hasCore = isRecord(core) && ('prompt' in core || 'model' in core || 'mcpServers' in core)
  return (
    hasCore && ('authorDID' in root || 'idName' in root || (isRecord(metadata) && 'displayName' in metadata))
  )
}

/**
 * Other projects use the same suffix: such a file is reported as theirs instead of being checked against our
 * rules (acp.md 1.1).
 *
 * @returns whether it was reported
 */
export const reportForeign = (document: PackageDocument, findings: Findings): boolean => {
  const root = isRecord(document.value) ? document.value : {}
  const keys = Object.keys(root)
  const product = formats.find(({ is }) => is(root))?.name ?? null
  const metadata = root['metadata']
  // Only our metadata has an id, even if it is invalid.
  const isOurs = isRecord(metadata) ? 'id' in metadata || product === null : 'metadata' in root
  if (product !== NUWA_CAP && (isOurs || keys.some((key) => OWN_SECTIONS.includes(key)))) return false
  const node = document.node([])
  const shape = isScalar(node) ? 'text' : isSeq(node) ? 'list' : ''
  const found = product ?? (keys.length > 0 ? keys.slice(0, 5).join(', ') : shape)
  const code =
    product === NUWA_CAP ? 'foreign_nuwa_cap' : product === null ? 'foreign_format' : 'foreign_known_format'
  findings.error(
    'foreign_format',
    { offset: 0, path: '' },
    { found, expected: 'metadata, schema', words: code },
  )
  return true
}
