import type { Catalogue, CatalogueTrust } from '../../../../src-daemon/contract/settings.ts'

/** What a person enters of a source: every field as its control has it. */
export interface SourceForm {
  kind: Catalogue['kind']
  name: string
  trust: Exclude<CatalogueTrust, 'off'>
  /** MCP address of an index. */
  indexer: string
  /** Name of a registry on a chain. */
  registry: string
  path: string
}

export const emptySource = (): SourceForm => ({
  kind: 'indexer',
  name: '',
  trust: 'ask',
  indexer: '',
  registry: '',
  path: '',
})

/** The fields a source of this kind has, besides its name and its trust. */
export const fieldsOf = (kind: Catalogue['kind']): readonly ('indexer' | 'registry' | 'path')[] =>
  (({ builtin: [], folder: ['path'], indexer: ['indexer'], chain: ['indexer', 'registry'] }) as const)[kind]

/** What the daemon is told; null while something is missing or wrong. */
export const sourceOf = (form: SourceForm): Catalogue | null => {
  const common = { name: form.name.trim(), trust: form.trust }
  const [indexer, path] = [form.indexer.trim(), form.path.trim()]
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(common.name)) return null
  switch (form.kind) {
    case 'builtin':
      return { ...common, kind: 'builtin' }
    case 'folder':
      return path === '' ? null : { ...common, kind: 'folder', path }
    case 'indexer':
      return isAddress(indexer) ? { ...common, kind: 'indexer', indexer } : null
    case 'chain':
      return isAddress(indexer) && form.registry !== ''
        ? { ...common, kind: 'chain', indexer, registry: form.registry }
        : null
  }
}

/** Where a source is, for a person to read. */
export const placeOf = (source: Catalogue): string => {
  if (source.kind === 'folder') return source.path
  return source.kind === 'builtin' ? '' : source.indexer
}

/** Whether a text can be the address of an index. */
export const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.hostname !== '' && url.username === '' && url.password === '' && text.length <= 500
}
