import { mount } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import { appPlugins } from '../testing/plugins.ts'
import ReadOnlyBanner from './ReadOnlyBanner.vue'

const mounted: { unmount: () => void }[] = []
afterEach(() => {
  for (const wrapper of mounted.splice(0)) wrapper.unmount()
})

it('says in the words of the daemon that nothing can be changed, what to do, and tells a screen reader', async () => {
  const problem = {
    code: 'database_read_only',
    message: 'A newer Satchel wrote this data.',
    action: 'Update Satchel.',
  }
  const banner = mount(ReadOnlyBanner, { props: { problem }, global: { plugins: appPlugins() } })
  mounted.push(banner)
  const status = banner.get('[role="status"]')
  expect(status.text()).toContain(problem.message)
  expect(status.text()).toContain(problem.action)
  await banner.setProps({ problem: { ...problem, message: '此数据由更新版本的 Satchel 写入。' } })
  expect(status.text()).toContain('此数据由更新版本的 Satchel 写入。')
  expect(status.text()).not.toContain(problem.message)
  // It can't be dismissed, because it stays true.
  expect(banner.findAll('button')).toHaveLength(0)
})
