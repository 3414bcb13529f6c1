import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { FieldDifference } from '../../../src-daemon/contract/state-history.ts'
import { appPlugins } from '../../testing/plugins.ts'
import FieldDifferences from './FieldDifferences.vue'

const words = (differences: readonly FieldDifference[]) =>
  mount(FieldDifferences, { props: { differences, schema: null }, global: { plugins: appPlugins() } }).text()

it('says nothing of an object that came or went as a whole, which what is around it says', () => {
  expect(words([{ path: '', kind: 'removed' }])).toBe('')
  expect(
    words([
      { path: '', kind: 'added' },
      { path: '/title', kind: 'added', after: 'Milk' },
    ]),
  ).toMatch(/^\/title.*Milk$/s)
  expect(words([])).not.toBe('')
})
