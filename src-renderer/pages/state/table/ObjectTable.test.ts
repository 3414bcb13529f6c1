import { mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import type { StateObject } from '../../../../src-daemon/contract/state.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import { columnsOf } from '../schema/columns.ts'
import ObjectTable from './ObjectTable.vue'

const columns = columnsOf({
  properties: { title: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
})
const objectAt = (index: number): StateObject => ({
  id: `id-${String(index)}`,
  schemaUri: 'a',
  scope: 'sc:a',
  owner: 'o',
  version: 'v',
  object: { title: index === 0 ? '買い物 '.repeat(2000) : `Row ${String(index)}`, tags: ['x'] },
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...(index === 1 ? { conflicts: { '/title': ['a', 'b'] } } : {}),
  ...(index === 2 ? { invalid: '/title: is missing' } : {}),
})

const mounted: { unmount: () => void }[] = []
afterEach(() => {
  for (const wrapper of mounted.splice(0)) wrapper.unmount()
})

const show = (total: number, rowAt: (row: number) => StateObject | undefined = objectAt) => {
  const wrapper = mount(ObjectTable, {
    props: {
      columns,
      total,
      rowAt,
      revision: 0,
      sort: { field: 'title', direction: 'asc' },
      openId: null,
      label: 'Notes',
    },
    global: { plugins: appPlugins() },
    attachTo: document.body,
  })
  mounted.push(wrapper)
  return wrapper
}

describe('the table of objects', () => {
  it('draws a few rows of very many, and says how many there are', () => {
    const table = show(100_000)
    expect(table.findAll('tbody tr[data-row]').length).toBeLessThan(60)
    expect(table.get('table').attributes('aria-rowcount')).toBe('100001')
  })

  it('says which rows it shows when it is scrolled far, and draws outlines until they come', async () => {
    const table = show(100_000, (row) => (row < 100 ? objectAt(row) : undefined))
    const scroller = table.element
    scroller.scrollTop = 50_000 * 32
    await table.trigger('scroll')
    const [last] = (table.emitted('show') ?? []).at(-1) as [{ start: number; end: number }]
    expect(last.start).toBeGreaterThan(49_900)
    expect(last.end).toBeLessThan(50_100)
    expect(table.findAll('tr[aria-busy="true"]').length).toBeGreaterThan(0)
    expect(table.findAll('tbody tr[data-row]').length).toBeLessThan(60)
  })

  it('draws rows that came meanwhile', async () => {
    let come = false
    const table = show(3, (row) => (come ? objectAt(row) : undefined))
    expect(table.findAll('tr[aria-busy="true"]')).toHaveLength(3)
    come = true
    await table.setProps({ revision: 1 })
    expect(table.findAll('tr[aria-busy="true"]')).toHaveLength(0)
  })

  it('keeps a huge value out of the page', () => {
    expect(show(1).get('tbody td').text().length).toBeLessThan(400)
  })

  it('marks what has several values and what does not fit', () => {
    const marks = show(4).findAll('[role="img"][aria-label]')
    expect(marks.map((mark) => mark.attributes('aria-label'))).toEqual([
      'Has conflicting values for a field',
      'Doesn’t match its schema',
    ])
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

  it('is walked with the keys, opened with Enter and left with Escape', async () => {
    const table = show(5)
    const press = async (key: string) => {
      await table.get('tr[tabindex="0"]').trigger('keydown', { key })
      await nextTick()
    }
    await press('ArrowDown')
    await press('ArrowDown')
    expect(table.get('tr[tabindex="0"]').attributes('data-row')).toBe('2')
    await press('Enter')
    expect(table.emitted('open')).toEqual([['id-2']])
    await press('End')
    expect(table.get('tr[tabindex="0"]').attributes('data-row')).toBe('4')
    await press('Home')
    await press('ArrowUp')
    expect(table.get('tr[tabindex="0"]').attributes('data-row')).toBe('0')
    await press('PageDown')
    expect(Number(table.get('tr[tabindex="0"]').attributes('data-row'))).toBeGreaterThan(0)
    await press('Escape')
    expect(table.emitted('close')).toHaveLength(1)
  })
})
