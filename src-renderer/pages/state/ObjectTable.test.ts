import ui from '@nuxt/ui/vue-plugin'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { i18n } from '../../i18n/index.ts'
import { columnsOf } from './columns.ts'
import ObjectTable from './ObjectTable.vue'

const columns = columnsOf({
  properties: { title: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
})
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `id-${String(index)}`,
    schemaUri: 'a',
    scope: 'sc:a',
    owner: 'o',
    version: 'v',
    object: { title: index === 0 ? '買い物 '.repeat(2000) : `Row ${String(index)}`, tags: ['x'] },
    updatedAt: '2026-01-01T00:00:00.000Z',
  }))

const show = (count: number) => {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: { render: () => null } }],
  })
  return mount(ObjectTable, {
    props: {
      columns,
      rows: rows(count),
      sort: { field: 'title', direction: 'asc' },
      openId: null,
      label: 'Notes',
      more: false,
    },
    global: { plugins: [router, ui, i18n] },
    attachTo: document.body,
  })
}

describe('the table of objects', () => {
  it('draws a few rows of very many', () => {
    expect(show(100_000).findAll('tbody tr[data-row]').length).toBeLessThan(60)
  })

  it('keeps a huge value out of the page', () => {
    expect(show(1).get('tbody td').text().length).toBeLessThan(400)
  })

  it('says how it is sorted, and offers no sorting by lists', async () => {
    const table = show(3)
    expect(table.findAll('th').map((heading) => heading.attributes('aria-sort'))).toEqual([
      'ascending',
      undefined,
    ])
    await table.get('th button').trigger('click')
    expect(table.emitted('sort')).toHaveLength(1)
    expect(table.findAll('th button')).toHaveLength(1)
  })

  it('is walked with the arrows, opened with Enter and left with Escape', async () => {
    const table = show(5)
    const first = table.get('tr[data-row="0"]')
    await first.trigger('keydown', { key: 'ArrowDown' })
    await first.trigger('keydown', { key: 'ArrowDown' })
    expect(table.get('tr[tabindex="0"]').attributes('data-row')).toBe('2')
    await table.get('tr[data-row="2"]').trigger('keydown', { key: 'Enter' })
    expect(table.emitted('open')).toEqual([['id-2']])
    await table.get('tr[data-row="2"]').trigger('keydown', { key: 'Escape' })
    expect(table.emitted('close')).toHaveLength(1)
  })
})
