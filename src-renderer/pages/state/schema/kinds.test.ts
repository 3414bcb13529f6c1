import { expect, it } from 'vitest'
import type { Presentation, ScopeSummary } from '../../../../src-daemon/contract/state.ts'
import type { InstalledPackage } from '../../../../src-daemon/contract/packages.ts'
import { kindsOf, unkept } from './kinds.ts'

const presentation: Presentation = { view: 'cards', title: null, summary: null, date: null, done: null }
const scope = (owner: string, titles: readonly string[], view: Presentation['view']): ScopeSummary => ({
  owner,
  scope: 'sc:x',
  title: 'The keeper',
  schemas: titles.map((title) => ({
    schemaUri: `did:nuwa:cap:x:state:${title}#v1`,
    title,
    schema: {},
    presentation: { ...presentation, view },
    visibility: 'private' as const,
    count: 2,
    bytes: 300,
    conflicts: 0,
    invalid: 1,
  })),
})

it('are named plainly, in order, without what Satchel keeps for itself', () => {
  const kinds = kindsOf([
    scope('core', ['AgentSettings'], 'table'),
    scope('did:nuwa:cap:x', ['Task', 'recipe'], 'tasks'),
    scope('did:nuwa:cap:y', ['note'], 'note'),
  ])
  expect(kinds.map(({ title }) => title)).toEqual(['Notes', 'Recipe', 'Tasks'])
  expect(kinds[0]).toMatchObject({
    icon: 'i-lucide-notebook-text',
    keeper: 'The keeper',
    bytesEach: 150,
    invalid: 1,
  })
})

it('of the owner’s own are kept by Satchel', () => {
  expect(kindsOf([scope('did:key:z6Mk', ['Receipts'], 'cards')])).toMatchObject([{ keeper: 'Satchel' }])
})

it('of a capability that only answers are left out, unless there are objects of them', () => {
  const installed = (name: string, key: string) =>
    ({ review: { schemaUri: `did:nuwa:cap:x:state:${name}#v1`, permissions: [{ key }] } }) as InstalledPackage
  const without = unkept([installed('Conversion', 'wasm.run'), installed('task', 'state.create')])
  const of = (count: number) => {
    const one = scope('did:nuwa:cap:x', ['Conversion', 'task'], 'cards')
    const schemas = one.schemas.map((schema) => ({ ...schema, count }))
    return kindsOf([{ ...one, schemas }], without).map(({ title }) => title)
  }
  expect(of(0)).toEqual(['Tasks'])
  expect(of(1)).toEqual(['Conversion', 'Tasks'])
  expect(unkept(null).size).toBe(0)
})
