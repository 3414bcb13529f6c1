import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { appPlugins } from '../../../testing/plugins.ts'
import BudgetRow from './BudgetRow.vue'

it('says how far a running turn has gone, and lets it go on', async () => {
  const budget = {
    steps: 3,
    tokens: { used: 12_400, limit: 1_000_000 },
    ms: { used: 90_000, limit: 1_200_000 },
  }
  const row = mount(BudgetRow, { props: { budget }, global: { plugins: appPlugins() } })
  expect(row.text()).toContain('Step 3 · 12,400 of 1,000,000 tokens · 1.5 of 20 min')
  await row.get('button').trigger('click')
  expect(row.emitted('extend')).toHaveLength(1)
})
