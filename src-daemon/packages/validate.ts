import { createHash } from 'node:crypto'
import { isScalar } from 'yaml'
import { readBindings } from './bindings-section.ts'
import { readText } from './bytes.ts'
import { parseDocument, type PackageDocument } from './document.ts'
import { createFieldReader, isFields } from './fields.ts'
import type { Finding, Findings } from './findings.ts'
import { lint } from './lint.ts'
import { readMetadata } from './metadata.ts'
import { readSchema, type CheckSchema } from './schema-section.ts'
import { checkSignature, signatureToken, type TokenRange } from './signature.ts'
import { readTools } from './tools.ts'
import type { AcpPackage } from './types.ts'

const SECTIONS = ['metadata', 'schema', 'prompt', 'tools', 'tool_bindings']

export interface ValidateOptions {
  /** Asks state about the schema; null checks only what the file alone shows. */
  readonly checkSchema: CheckSchema | null
  /** A draft has no signature yet. */
  readonly signature: 'required' | 'ignored'
}

export interface Validated {
  readonly sha256: string
  /** Null when a finding is an error. */
  readonly package: AcpPackage | null
  readonly findings: Finding[]
  readonly signature: TokenRange | null
}

/**
 * The whole chain of an installer except the user's consent: structure, schema, lint, signature (acp.md 4.1). Reports all
 * problems of the file at once.
 */
export const validatePackage = (bytes: Uint8Array, file: string, options: ValidateOptions): Validated => {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { text, findings } = readText(bytes, file)
  const document = text === null ? null : parseDocument(text, findings)
  if (text === null || document === null || isForeign(document, findings)) {
    return { sha256, package: null, findings: findings.all(), signature: null }
  }
  const content = readSections(document, findings, options.checkSchema)
  if (options.signature === 'required') checkSignature(text, document, findings)
  return {
    sha256,
    package: findings.hasErrors() ? null : { sha256, ...content },
    findings: findings.all(),
    signature: signatureToken(text, document),
  }
}

const readSections = (
  document: PackageDocument,
  findings: Findings,
  checkSchema: CheckSchema | null,
): Omit<AcpPackage, 'sha256'> => {
  const root = isFields(document.value) ? document.value : {}
  createFieldReader(document, findings).unknown([], root, SECTIONS)
  const metadata = readMetadata(document, findings, root['metadata'])
  const { name, capUri, title, description, permissions } = metadata
  const { schema, schemaUri } = readSchema(document, findings, {
    value: root['schema'],
    name,
    capUri,
    checkSchema,
  })
  const prompt = readPrompt(document, findings, root['prompt'])
  const tools = readTools(document, findings, { value: root['tools'], schema })
  const bindings = readBindings(document, findings, { value: root['tool_bindings'], tools, permissions })
  lint(document, findings, { title, prompt, description, tools, bindings, schema })
  return { ...metadata, schema, schemaUri, prompt, tools, bindings }
}

const readPrompt = (document: PackageDocument, findings: Findings, value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  findings.error('wrong_type', document.place(['prompt']), { found: typeof value, expected: 'a text' })
  return ''
}

/** Other projects use the same suffix: what has none of our sections is theirs, not a broken package (acp.md 1.1). */
const isForeign = (document: PackageDocument, findings: Findings): boolean => {
  const root = document.value
  const keys = isFields(root) ? Object.keys(root) : []
  const nuwa = isFields(root) && isFields(root['metadata']) && typeof root['metadata']['id'] === 'string'
  if (
    nuwa ||
    keys.some((key) => SECTIONS.includes(key) && key !== 'metadata' && key !== 'tools' && key !== 'prompt')
  )
    return false
  if (
    keys.includes('metadata') &&
    !keys.includes('apiVersion') &&
    !keys.includes('kind') &&
    !keys.includes('spec')
  )
    return false
  const node = document.node([])
  const found = keys.length > 0 ? keys.slice(0, 5).join(', ') : isScalar(node) ? 'text' : 'list'
  findings.error('foreign_format', { offset: 0, path: '' }, { found, expected: 'metadata, schema' })
  return true
}
