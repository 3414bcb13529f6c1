import { LRUCache } from 'lru-cache'
import { isRecord } from '../../platform/is-record.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { readBindings } from './bindings-section.ts'
import { readText } from './bytes.ts'
import { parseDocument, type PackageDocument } from './document.ts'
import { createFieldReader } from './fields.ts'
import type { Findings, Place } from './findings.ts'
import { reportForeign } from './foreign.ts'
import { lint } from './lint.ts'
import { readMetadata } from './metadata.ts'
import { readSchema } from './schema-section.ts'
import { readClaim, signatureToken, type ReadClaim, type TokenRange } from './signature.ts'
import { readTools } from './tools.ts'
import type { AcpPackage, JsonObject } from '../../contract/packages.ts'

/** The sections of a package, in the order of the specification. */
export const SECTIONS = ['metadata', 'schema', 'prompt', 'tools', 'tool_bindings']

/**
 * What can be checked in the file alone: everything but the validity of its signature and state's check of
 * its schema.
 */
export interface Inspected {
  readonly sha256: string
  /** Null if the file cannot be read any further; the findings say why. */
  readonly content: Omit<AcpPackage, 'sha256'> | null
  /** The section `metadata` as its author wrote it; null if there is none to read. */
  readonly metadata: JsonObject | null
  /** Structure, schema and lint. Shared by all readers of the same bytes: fork before adding. */
  readonly findings: Findings
  /** Null exactly when `content` is. */
  readonly claim: ReadClaim | null
  readonly signature: TokenRange | null
  /** Whether the schema is valid by itself, and its position. */
  readonly schema: { readonly isSound: boolean; readonly place: Place }
}

/** Handwritten files are far smaller; larger ones are not cached. */
const CACHED_BYTES = 128 * 1024
const CACHED_FILES = 64
const known = new LRUCache<string, Inspected>({ max: CACHED_FILES })

/** Inspects a file once: the same bytes under the same name are recognised by their hash. */
export const inspect = (bytes: Uint8Array, file: string): Inspected => {
  const sha256 = sha256Hex(bytes)
  const key = `${sha256} ${file}`
  const cached = known.get(key)
  if (cached !== undefined) return cached
  const inspected = inspectNew(bytes, file, sha256)
  if (bytes.length <= CACHED_BYTES) known.set(key, inspected)
  return inspected
}

const inspectNew = (bytes: Uint8Array, file: string, sha256: string): Inspected => {
  const { text, findings } = readText(bytes, file)
  const document = text === null ? null : parseDocument(text, findings)
  if (text === null || document === null || reportForeign(document, findings)) {
    const place = { offset: 0, path: 'schema' }
    return {
      sha256,
      content: null,
      metadata: null,
      findings,
      claim: null,
      signature: null,
      schema: { isSound: false, place },
    }
  }
  const { content, isSound } = readSections(document, findings)
  const written = isRecord(document.value) ? document.value['metadata'] : null
  return {
    sha256,
    content,
    metadata: isRecord(written) ? written : null,
    findings,
    claim: readClaim(text, document),
    signature: signatureToken(text, document),
    schema: { isSound, place: document.place(['schema']) },
  }
}

const readSections = (
  document: PackageDocument,
  findings: Findings,
): { content: Omit<AcpPackage, 'sha256'>; isSound: boolean } => {
  const root = isRecord(document.value) ? document.value : {}
  createFieldReader(document, findings).unknown([], root, SECTIONS)
  const metadata = readMetadata(document, findings, root['metadata'])
  const { name, capUri, title, description, permissions } = metadata
  const before = findings.count()
  const { schema, schemaUri, placeOf } = readSchema(document, findings, {
    value: root['schema'],
    name,
    capUri,
  })
  const isSound = findings.count() === before
  const prompt = readPrompt(document, findings, root['prompt'])
  const tools = readTools(document, findings, { value: root['tools'], schema })
  const bindings = readBindings(document, findings, {
    value: root['tool_bindings'],
    tools,
    permissions,
    name,
  })
  lint(document, findings, { title, prompt, description, tools, bindings, schema, schemaPlace: placeOf })
  return { content: { ...metadata, schema, schemaUri, prompt, tools, bindings }, isSound }
}

const readPrompt = (document: PackageDocument, findings: Findings, value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  findings.error('wrong_type', document.place(['prompt']), {
    found: JSON.stringify(value),
    expected: 'a text',
  })
  return ''
}
