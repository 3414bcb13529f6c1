import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { h } from 'vue'
import type { ApprovalRequest } from '../../../src-daemon/contract/approvals.ts'
import { appPlugins } from '../../testing/plugins.ts'
import ApprovalCard from './ApprovalCard.vue'

const at = '2026-01-01T00:00:00Z'

const shown = (change: Partial<ApprovalRequest>) => {
  const request = {
    id: 'r',
    at,
    expiresAt: at,
    ref: { capability_id: 'note', version: '1.0.0' },
    client: null,
    title: 'Note',
    origin: { kind: 'author', name: 'did:key:zAuthor' },
    tool: 'state.create',
    target: null,
    sentence: 'It makes a note.',
    arguments: {},
    always: false,
    choices: [],
    ...change,
  }
  return mount(() => h(UApp, null, () => h(ApprovalCard, { request } as never)), {
    global: { plugins: appPlugins() },
  })
}

it('says in its title who wants to use what: a tool of Satchel’s in words, one of a package by its name', () => {
  const title = (change: Partial<ApprovalRequest>) => shown(change).get('h2').text()
  expect(title({})).toBe('Note wants to use Create')
  expect(title({ tool: 'weather_0', title: 'Diary' })).toBe('Diary wants to use weather_0')
  expect(title({ client: 'Another app' })).toBe('Another app wants to use Create of Note')
})

it('says that it follows others’ words, and marks the values that aren’t the user’s', () => {
  const card = shown({ arguments: { to: ['ann', 'mallory'], text: 'hi' }, fromOutside: ['/to/1'] })
  expect(card.get('[data-test="follows"]').text()).toContain('others may have written')
  expect(card.findAll('dd').map((row) => row.find('[data-test="from-outside"]').exists())).toEqual([
    false,
    true,
    false,
  ])
  expect(shown({}).find('[data-test="follows"]').exists()).toBe(false)
})

it('says of every question why it is asked', () => {
  const reasons = (change: Partial<ApprovalRequest>) =>
    ['uncovered', 'follows', 'leaving', 'held'].filter((name) =>
      shown(change).find(`[data-test="${name}"]`).exists(),
    )
  expect(reasons({})).toEqual(['uncovered'])
  expect(shown({}).text()).toContain('nothing you have allowed covers this call')
  expect(reasons({ fromOutside: [] })).toEqual(['follows'])
  expect(reasons({ leaving: [{ title: 'Diary', at: ['/text'] }] })).toEqual(['leaving'])
  expect(reasons({ held: true })).toEqual(['held'])
  expect(reasons({ always: true })).toEqual([])
  expect(shown({ always: true }).text()).toContain('every time')
})

it('says what of the user’s it takes along, and from where', () => {
  const leaving = [{ title: 'Diary', at: ['/text', '/more/0'] }]
  const card = shown({ arguments: { to: 'ann', text: 'hi' }, leaving })
  expect(card.get('[data-test="leaving"]').text()).toContain('what Diary keeps of yours (in text, more.0)')
  expect(card.findAll('dd').map((row) => row.find('[data-test="from-outside"]').exists())).toEqual([
    false,
    true,
  ])
  expect(shown({}).find('[data-test="leaving"]').exists()).toBe(false)
})

it('says of a held call that the conversation went on without it', () => {
  expect(shown({ held: true }).get('[data-test="held"]').text()).toContain('went on without it')
  expect(shown({}).find('[data-test="held"]').exists()).toBe(false)
})

it('shows what is nested in the arguments as rows of their own, in order', () => {
  const card = shown({ arguments: { schema_uri: 'note', object: { title: 'Milk', tags: ['a', 'b'] } } })
  const texts = (tag: string) => card.findAll(tag).map((one) => one.text())
  expect(texts('dt')).toEqual(['schema_uri', 'object › title', 'object › tags › 1', 'object › tags › 2'])
  expect(texts('dd')).toEqual(['note', 'Milk', 'a', 'b'])
})
