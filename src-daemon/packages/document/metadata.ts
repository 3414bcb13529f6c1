import { readChangelog } from './changelog-section.ts'
import type { PackageDocument, Path } from './document.ts'
import { createFieldReader, type Fields } from './fields.ts'
import type { Findings } from './findings.ts'
import { readIcon } from './icon-section.ts'
import { readPictures } from './pictures-section.ts'
import { readReadme } from './readme-section.ts'
import { patternProblem } from './pattern.ts'
import { isContact } from '../../contract/report.ts'
import type { AcpPackage, Trigger } from '../../contract/packages.ts'
import { parseCapUri } from './uri.ts'

export type Metadata = Pick<
  AcpPackage,
  | 'name'
  | 'capUri'
  | 'version'
  | 'title'
  | 'description'
  | 'author'
  | 'triggers'
  | 'examples'
  | 'memoryScope'
  | 'permissions'
  | 'llmRequirements'
  | 'exclusive'
  | 'icon'
  | 'changelog'
  | 'screenshots'
  | 'readme'
>

const KNOWN = [
  'id',
  'name',
  'description',
  'author',
  'signature',
  'triggers',
  'memory_scope',
  'permissions',
  'llm_requirements',
  'exclusive',
  'tags',
  'homepage',
  'contact',
  'license',
  'changelog',
  'icon',
  'screenshots',
  'readme',
]
/** Verbs a package may request; no others could be granted. */
const PERMISSIONS = [
  'state.create',
  'state.update',
  'state.query',
  'state.delete',
  'state.delete.hard',
  'storage.large',
  'ui.ask',
  'model.extract',
]
/** Each trigger is matched against every message. */
const MAX_TRIGGERS = 64
/** A title is one line of a review; a line break could look like the end of the review. */
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]+$/u
const RESERVED_SCOPES = ['sc:chat', 'sc:core']

/** Reads `metadata` (acp.md 1.3, 1.4). Author and signature are judged by `checkSignature`. */
export const readMetadata = (document: PackageDocument, findings: Findings, value: unknown): Metadata => {
  const read = createFieldReader(document, findings)
  const at = (...path: Path): Path => ['metadata', ...path]
  const fields = read.fields(at(), value) ?? {}
  read.unknown(at(), fields, KNOWN)

  const id = read.text(at('id'), fields['id'], { expected: 'did:nuwa:cap:<name>@<semver>' })
  const uri = parseCapUri(id)
  if (id !== '' && uri === null) {
    findings.error('invalid_cap_uri', document.place(at('id')), {
      found: id,
      expected: 'did:nuwa:cap:<name>@<semver>',
    })
  }
  const { name, capUri, version } = uri ?? { name: '', capUri: '', version: '' }
  const author = readAuthor(document, findings, fields['author'])
  const triggers = readTriggers(document, findings, fields['triggers'])
  read.texts(at('tags'), fields['tags'])
  read.optionalText(at('homepage'), fields['homepage'], { pattern: /^https:\/\/\S+$/, expected: 'https://…' })
  read.optionalText(at('license'), fields['license'])
  const contact = read.optionalText(at('contact'), fields['contact'])
  if (contact !== null && contact !== '' && !isContact(contact)) {
    const expected = 'mailto:name@example.org, https://…'
    findings.error('invalid_value', document.place(at('contact')), { found: contact, expected })
  }
  const changelog = readChangelog(document, findings, fields['changelog'])
  const screenshots = readPictures(document, findings, fields['screenshots'])
  const readme = readReadme(document, findings, fields['readme'])
  const icon = readIcon(document, findings, fields['icon'])

  return {
    name,
    capUri,
    version,
    title: read.text(at('name'), fields['name'], {
      max: 80,
      pattern: ONE_LINE,
      expected: '1–80 characters in one line',
    }),
    description: read.text(at('description'), fields['description'], {
      max: 1000,
      expected: '1–1000 characters',
    }),
    author,
    triggers,
    examples: triggers.flatMap((one) =>
      one.type === 'embedding'
        ? [...(one.value === undefined ? [] : [one.value]), ...(one.examples ?? [])]
        : [],
    ),
    memoryScope: readScope(document, findings, fields['memory_scope'], name),
    permissions: readPermissions(document, findings, fields['permissions']),
    llmRequirements: readRequirements(document, findings, fields['llm_requirements']),
    ...(read.flag(at('exclusive'), fields['exclusive']) && { exclusive: true }),
    ...(icon !== null && { icon }),
    ...(changelog.length > 0 && { changelog }),
    ...(screenshots.length > 0 && { screenshots }),
    ...(readme !== '' && { readme }),
  }
}

/** Checks the form only: `checkSignature` decides whether the key may sign for the author. */
const readAuthor = (document: PackageDocument, findings: Findings, value: unknown): AcpPackage['author'] => {
  const path = ['metadata', 'author']
  const read = createFieldReader(document, findings)
  const fields = value === undefined || value === null ? {} : (read.fields(path, value) ?? {})
  read.unknown(path, fields, ['did', 'key_id'])
  // Empty in a draft: signing fills them.
  const text = (key: string, expected: string): string =>
    fields[key] === ''
      ? ''
      : (read.optionalText([...path, key], fields[key], { pattern: /^did:/, expected }) ?? '')
  return { did: text('did', 'did:key:z…'), keyId: text('key_id', 'did:key:z…#z…') }
}

const readScope = (document: PackageDocument, findings: Findings, value: unknown, name: string): string => {
  const path = ['metadata', 'memory_scope']
  const expected = 'sc:[a-z0-9_-]{1,64}'
  const pattern = /^sc:[a-z0-9_-]{1,64}$/
  const scope =
    createFieldReader(document, findings).optionalText(path, value, { pattern, expected }) ?? `sc:${name}`
  if (RESERVED_SCOPES.includes(scope))
    findings.error('invalid_value', document.place(path), { found: scope, expected })
  return scope
}

const readPermissions = (
  document: PackageDocument,
  findings: Findings,
  value: unknown,
): AcpPackage['permissions'] => {
  const path = ['metadata', 'permissions']
  const read = createFieldReader(document, findings)
  const fields = value === undefined ? {} : (read.fields(path, value) ?? {})
  read.unknown(path, fields, ['require', 'option'])
  const list = (key: string): string[] => {
    const names = read.texts([...path, key], fields[key])
    names.forEach((name, index) => {
      if (PERMISSIONS.includes(name)) return
      const place = document.place([...path, key, index])
      findings.error('unknown_permission', place, { found: name, expected: PERMISSIONS.join(', ') })
    })
    return [...new Set(names)]
  }
  return { require: list('require'), option: list('option') }
}

const readRequirements = (
  document: PackageDocument,
  findings: Findings,
  value: unknown,
): AcpPackage['llmRequirements'] => {
  const path = ['metadata', 'llm_requirements']
  const read = createFieldReader(document, findings)
  const fields: Fields = value === undefined ? {} : (read.fields(path, value) ?? {})
  const window = fields['min_context_window']
  const isWindow = typeof window === 'number' && Number.isInteger(window) && window > 0
  if (window !== undefined && !isWindow) {
    const place = document.place([...path, 'min_context_window'])
    findings.error('wrong_type', place, { found: JSON.stringify(window), expected: 'a whole number above 0' })
  }
  return {
    modelFamily: read.texts([...path, 'model_family'], fields['model_family']),
    minContextWindow: isWindow ? window : null,
    requiredFeatures: read.texts([...path, 'required_features'], fields['required_features']),
  }
}

const readTriggers = (document: PackageDocument, findings: Findings, value: unknown): Trigger[] => {
  const read = createFieldReader(document, findings)
  const list = read.list(['metadata', 'triggers'], value)
  if (list.length > MAX_TRIGGERS) {
    const place = document.place(['metadata', 'triggers'])
    const expected = `≤ ${String(MAX_TRIGGERS)}`
    findings.error('invalid_value', place, { found: String(list.length), expected })
    return []
  }
  return list.flatMap((item, index): Trigger[] => {
    const path = ['metadata', 'triggers', index]
    const fields = read.fields(path, item)
    if (fields === null) return []
    read.unknown(path, fields, ['type', 'value', 'examples', 'model'])
    const type = read.text([...path, 'type'], fields['type'])
    if (type === 'regex' || type === 'keyword') {
      const pattern = read.text([...path, 'value'], fields['value'], { max: 2000 })
      const problem = type === 'regex' && pattern !== '' ? patternProblem(pattern) : null
      if (problem !== null) {
        findings.error('invalid_regex', document.place([...path, 'value']), {
          found: problem,
          expected: 'RE2',
        })
      }
      return pattern === '' ? [] : [{ type, value: pattern }]
    }
    if (type === 'embedding') {
      const single = read.optionalText([...path, 'value'], fields['value'])
      const examples = read.texts([...path, 'examples'], fields['examples'])
      const model = read.optionalText([...path, 'model'], fields['model'])
      if (single === null && examples.length === 0) {
        findings.error('missing_field', document.place([...path, 'examples']), {
          expected: 'value, examples',
        })
      }
      return [
        {
          type,
          ...(single === null ? {} : { value: single }),
          examples,
          ...(model === null ? {} : { model }),
        },
      ]
    }
    if (type !== '') {
      const expected = 'regex, keyword, embedding'
      findings.error('invalid_value', document.place([...path, 'type']), { found: type, expected })
    }
    return []
  })
}
