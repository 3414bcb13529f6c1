import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { DiffLine } from '../../src-daemon/contract/packages.ts'
import { appPlugins } from '../testing/plugins.ts'
import DiffView from './DiffView.vue'

const show = (lines: readonly DiffLine[]) =>
  mount(DiffView, { props: { lines, label: 'Instructions' }, global: { plugins: appPlugins() } })

describe('a difference on screen', () => {
  it('gives each changed line a sign to see and a word to hear', () => {
    const view = show([
      { kind: 'gap', text: '4 unchanged lines' },
      { kind: 'same', text: 'kept' },
      { kind: 'removed', text: '  old: 1' },
      { kind: 'added', text: '  new: 2' },
    ])
    const rows = view.findAll('li').map((row) => row.text())
    expect(rows[0]).toBe('4 unchanged lines')
    expect(rows[1]).toBe('kept')
    expect(rows[2]).toMatch(/^−\s*Removed:\s*old: 1$/)
    expect(rows[3]).toMatch(/^\+\s*Added:\s*new: 2$/)
  })

  it('shows five thousand lines in pieces', async () => {
    const view = show(
      Array.from({ length: 5000 }, (_, at) => ({ kind: 'added', text: `line ${String(at)}` })),
    )
    expect(view.findAll('li')).toHaveLength(300)
    await view.get('button').trigger('click')
    expect(view.findAll('li')).toHaveLength(600)
    expect(view.text()).toContain('4400')
  })

  it('starts again from the top with another text', async () => {
    const many = (word: string): DiffLine[] =>
      Array.from({ length: 700 }, () => ({ kind: 'added', text: word }))
    const view = show(many('one'))
    await view.get('button').trigger('click')
    await view.setProps({ lines: many('two') })
    expect(view.findAll('li')).toHaveLength(300)
  })
})
