import type { Catalogue, CatalogueTrust } from '../../../../src-daemon/contract/settings.ts'

/** The inputs of a source, one for each control. */
export interface SourceForm {
  kind: Catalogue['kind']
  name: string
  trust: Exclude<CatalogueTrust, 'off'>
  /** MCP URL of an index. */
  indexer: string
  /** Name of a registry on a chain. */
  registry: string
  path: string
  /** Address or folder of a static registry. */
  place: string
}

export const emptySource = (): SourceForm => ({
  kind: 'indexer',
  name: '',
  trust: 'ask',
  indexer: '',
  registry: '',
  path: '',
  place: '',
})

/** The fields of this kind of source, besides name and trust. */
export const fieldsOf = (kind: Catalogue['kind']): readonly ('indexer' | 'registry' | 'path' | 'place')[] =>
  (
    {
      builtin: [],
      folder: ['path'],
      static: ['place'],
      indexer: ['indexer'],
      chain: ['indexer', 'registry'],
    } as const
  )[kind]

/**
 * The source sent to the daemon; null while something is missing or wrong. `publisher`: the DID that was found to have signed the
 * static registry at `form.place`.
 */
export const sourceOf = (form: SourceForm, publisher: string | null = null): Catalogue | null => {
  const common = { name: form.name.trim(), trust: form.trust }
  const [indexer, path] = [form.indexer.trim(), form.path.trim()]
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(common.name)) return null
  switch (form.kind) {
    case 'builtin':
      return { ...common, kind: 'builtin' }
    case 'folder':
      return path === '' ? null : { ...common, kind: 'folder', path }
    case 'static': {
      const place = form.place.trim()
      return place === '' || publisher === null ? null : { ...common, kind: 'static', place, did: publisher }
    }
    case 'indexer':
      return isAddress(indexer) ? { ...common, kind: 'indexer', indexer } : null
    case 'chain':
      return isAddress(indexer) && form.registry !== ''
        ? { ...common, kind: 'chain', indexer, registry: form.registry }
        : null
  }
}

/** A source's location in readable form. */
export const placeOf = (source: Catalogue): string => {
  switch (source.kind) {
    case 'builtin':
      return ''
    case 'folder':
      return source.path
    case 'static':
      return source.place
    default:
      return source.indexer
  }
}

/** Whether a text can be an index's URL. */
export const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.hostname !== '' && url.username === '' && url.password === '' && text.length <= 500
}
