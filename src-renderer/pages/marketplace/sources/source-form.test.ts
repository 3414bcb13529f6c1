import { describe, expect, it } from 'vitest'
import { catalogueSchema } from '../../../../src-daemon/contract/settings.ts'
import { emptySource, fieldsOf, placeOf, sourceOf, type SourceForm } from './source-form.ts'

const form = (change: Partial<SourceForm>): SourceForm => ({ ...emptySource(), name: 'main', ...change })
const AT = 'https://index.example/mcp'

describe('a source as it is entered', () => {
  it.each([
    [form({ kind: 'builtin' }), ''],
    [form({ kind: 'folder', path: ' /home/ana/packages ' }), '/home/ana/packages'],
    [form({ kind: 'indexer', indexer: ` ${AT} ` }), AT],
    [form({ kind: 'chain', indexer: AT, registry: 'main' }), AT],
  ])('is what the daemon takes (%#)', (entered, place) => {
    const source = sourceOf(entered)
    expect(catalogueSchema.parse(source)).toEqual(source)
    expect(source === null ? null : placeOf(source)).toBe(place)
  })

  it('is pinned to the publisher that was found at a static registry', () => {
    const entered = form({ kind: 'static', place: ' https://shelf.example/ ' })
    expect(sourceOf(entered)).toBeNull()
    const source = sourceOf(entered, 'did:key:z6MkPublisher')
    expect(catalogueSchema.parse(source)).toEqual(source)
    expect(source).toMatchObject({ place: 'https://shelf.example/', did: 'did:key:z6MkPublisher' })
    expect(source === null ? null : placeOf(source)).toBe('https://shelf.example/')
  })

  it('asks at each install until it is trusted', () => {
    expect(sourceOf(form({ indexer: AT }))?.trust).toBe('ask')
  })

  it.each([
    form({ indexer: '' }),
    form({ indexer: 'index.example' }),
    form({ indexer: 'https://ana:secret@index.example' }),
    form({ indexer: AT, name: 'Main' }),
    form({ kind: 'chain', indexer: AT }),
    form({ kind: 'folder', path: '  ' }),
  ])('is not ready while something is missing or wrong (%#)', (entered) => {
    expect(sourceOf(entered)).toBeNull()
  })

  it('has the fields of its kind', () => {
    expect(fieldsOf('chain')).toEqual(['indexer', 'registry'])
    expect(fieldsOf('builtin')).toEqual([])
  })
})
