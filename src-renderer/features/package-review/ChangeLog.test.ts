import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { appPlugins } from '../../testing/plugins.ts'
import ChangeLog from './ChangeLog.vue'

it('shows the first versions, and all on request', async () => {
  const changelog = ['1.4.0', '1.3.0', '1.2.0', '1.1.0'].map((version) => ({
    version,
    changes: [`What ${version} changed.`, '<b>plain</b>'],
  }))
  const log = mount(ChangeLog, { props: { changelog }, global: { plugins: appPlugins() } })
  const versions = () => log.findAll('h3').map((heading) => heading.text())
  expect(versions()).toEqual(['1.4.0', '1.3.0', '1.2.0'])
  expect(log.text()).toContain('<b>plain</b>')
  await log.get('button').trigger('click')
  expect(versions()).toEqual(['1.4.0', '1.3.0', '1.2.0', '1.1.0'])
  await log.setProps({ changelog: changelog.slice(0, 1) })
  expect(log.find('button').exists()).toBe(false)
})
