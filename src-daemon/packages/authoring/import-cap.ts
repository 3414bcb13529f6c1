import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { readText } from '../document/bytes.ts'
import { parseDocument } from '../document/document.ts'
import { type Fields } from '../document/fields.ts'
import { isNuwaCap } from '../document/foreign.ts'
import { indent, minimalSchema, quoted } from './draft.ts'
import { importServers } from './import-servers.ts'
import { createSource, type Source } from './import-source.ts'
import { refuseInvalid } from './refuse-invalid.ts'

/** A draft package made from a file of another format. */
export interface Imported {
  /** `recipe_helper`: the name of the draft's capability. */
  readonly name: string
  readonly text: string
  /** Every field with a value that the draft does not carry over, such as `core.model.providerId`. */
  readonly notCarried: readonly string[]
}

/**
 * Turns a Cap of Nuwa's reference client (YAML or JSON) into a draft package: prompt, suggestions, model, tags, servers whose tools it
 * names. The draft passes `validate`; its author still has to read, complete and sign it.
 *
 * @throws SatchelError `not_importable`; `package_rejected` with `details.problems` when the text cannot be read
 */
export const importCap = (bytes: Uint8Array, file: string): Imported => {
  const root = readRoot(bytes, file)
  if (!isNuwaCap(root)) {
    const found = Object.keys(root).slice(0, 5).join(', ')
    throw new SatchelError('not_importable', { params: { file, found } })
  }
  const source = createSource(root)
  const name = nameOf(source.text('idName') ?? source.text('id') ?? file)
  source.take('authorDID')
  source.take('id')
  const text = draftOf(source, root, name, file)
  refuseInvalid(Buffer.from(text), `${name}.acp.yaml`, { lint: false })
  // The old Cap's identity becomes a comment; the signer is the author of the draft.
  return { name, text, notCarried: source.left() }
}

const readRoot = (bytes: Uint8Array, file: string): Fields => {
  const unix = Buffer.from(
    Buffer.from(bytes)
      .toString('utf8')
      .replaceAll('\r\n', '\n')
      .replace(/^\uFEFF/, ''),
  )
  const { text, findings } = readText(unix, file)
  const document = text === null ? null : parseDocument(text, findings)
  if (document !== null && isRecord(document.value)) return document.value
  const [first] = findings.all()
  throw new SatchelError('not_importable', {
    params: { file, found: first?.code ?? 'text' },
    details: findings.all(),
  })
}

const nameOf = (text: string): string => {
  const plain = text
    .replace(/\.(?:acp\.)?(?:ya?ml|json)$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 63)
  return plain === '' ? 'imported' : plain
}

const draftOf = (source: Source, root: Fields, name: string, file: string): string => {
  const title = oneLine(source.text('metadata.displayName') ?? name).slice(0, 80)
  const description = (source.text('metadata.description') ?? title).trim().slice(0, 1000)
  const prompt = source.text('core.prompt.value') ?? source.text('core.prompt') ?? ''
  const suggestions = source.texts('core.prompt.suggestions').map((one) => oneLine(one))
  const examples = suggestions.length > 0 ? suggestions : [title]
  const model = modelOf(source)
  const tags = source.texts('metadata.tags')
  const homepage = httpsOnly(source, root)
  const servers = importServers(source)
  return [
    `# Imported from ${quoted(file)}, a Nuwa Cap: ${quoted(identityOf(root))}`,
    '# A draft: read the prompt, give it a schema of its own, then `satchel acp lint` and `satchel acp sign`.',
    'metadata:',
    `  id: did:nuwa:cap:${name}@0.1.0`,
    `  name: ${quoted(title)}`,
    `  description: ${quoted(description)}`,
    '  author:',
    '    did: ""',
    '    key_id: ""',
    '  triggers:',
    `    - {type: keyword, value: ${quoted(title)}}`,
    '    - type: embedding',
    `      examples: [${examples.slice(0, 50).map(quoted).join(', ')}]`,
    '  permissions:',
    '    require: []',
    ...(model === null ? [] : ['  llm_requirements:', `    model_family: [${quoted(model)}]`]),
    ...(tags.length === 0 ? [] : [`  tags: [${tags.map(quoted).join(', ')}]`]),
    ...(homepage === null ? [] : [`  homepage: ${quoted(homepage)}`]),
    '  signature: ""',
    '# A Cap keeps nothing; this schema is the smallest there is.',
    'schema: |',
    indent(minimalSchema(`did:nuwa:cap:${name}:state:Record#v1`), 2),
    `prompt: ${blockOf(prompt)}`,
    ...servers,
    '',
  ].join('\n')
}

/** Everything a Cap says about its model; the newer form first. */
const modelOf = (source: Source): string | null => {
  const id =
    source.text('core.model.modelId') ?? source.text('core.model.id') ?? source.text('core.model.slug')
  return id === null ? null : oneLine(id)
}

/** An address that is not https is left out, and reported. */
const httpsOnly = (source: Source, root: Fields): string | null => {
  const { metadata } = root
  const homepage = isRecord(metadata) ? metadata['homepage'] : undefined
  const isSafe = typeof homepage === 'string' && /^https:\/\/\S+$/.test(homepage)
  return isSafe ? source.text('metadata.homepage') : null
}

const identityOf = ({ id, authorDID, idName }: Fields): string =>
  typeof id === 'string' && id !== ''
    ? id
    : [authorDID, idName].filter((part) => typeof part === 'string').join(':')

/** A block scalar where it keeps every character of the text, otherwise a quoted one. */
const blockOf = (text: string): string => {
  const plain = text.replaceAll('\r\n', '\n')
  const body = plain.replace(/\n+$/, '')
  if (
    body === '' ||
    /[^\n\t\x20-\x7E\u00A0-\u2027\u202F-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]/u.test(body)
  )
    return quoted(plain)
  // The digit gives the block's indentation, so that a first line may begin with spaces.
  return `|2\n${indent(body, 2)}`
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
