import { expect, it } from 'vitest'
import type { Presentation, ScopeSummary } from '../../../../src-daemon/contract/state.ts'
import { kindsOf } from './kinds.ts'

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
