import type { SchemaSource } from '../../../../src-daemon/contract/settings.ts'

/** The kinds that the owner adds; the others are there from the start. */
export const ADDED_KINDS = ['index', 'did', 'web'] as const

/** Whether the owner added it, and gave it its name. */
export const isAdded = ({ kind }: SchemaSource): boolean => (ADDED_KINDS as readonly string[]).includes(kind)

/** The inputs of a source of schemas. `place` is its address, or its DID. */
export interface SchemaSourceForm {
  kind: (typeof ADDED_KINDS)[number]
  name: string
  place: string
}

export const emptySchemaSource = (): SchemaSourceForm => ({ kind: 'index', name: '', place: '' })

export const isSourceName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text.trim())

/** Whether a text can be where a source of that kind is. */
export const isPlace = (kind: SchemaSourceForm['kind'], text: string): boolean => {
  const place = text.trim()
  if (kind === 'did') return /^did:(?:web|wba):[^\s/?#]+$/.test(place) && place.length <= 400
  const url = URL.parse(place)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.hostname !== '' && url.username === '' && url.password === '' && place.length <= 500
}

/** The source sent to the daemon; null while something is missing or wrong. */
export const schemaSourceOf = (form: SchemaSourceForm): SchemaSource | null => {
  const common = { name: form.name.trim(), enabled: true }
  const place = form.place.trim()
  if (!isSourceName(common.name) || !isPlace(form.kind, place)) return null
  switch (form.kind) {
    case 'index':
      return { ...common, kind: 'index', indexer: place }
    case 'did':
      return { ...common, kind: 'did', did: place }
    case 'web':
      return { ...common, kind: 'web', url: place }
  }
}

/** Where a source is, in readable form; empty for those that have no one place. */
export const placeOfSource = (source: SchemaSource): string => {
  switch (source.kind) {
    case 'index':
      return source.indexer
    case 'did':
      return source.did
    case 'web':
      return source.url
    default:
      return ''
  }
}
