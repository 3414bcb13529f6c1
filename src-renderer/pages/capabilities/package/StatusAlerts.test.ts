import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { appPlugins } from '../../../testing/plugins.ts'
import { capabilityItems } from '../list/capability-list.ts'
import { catalogueEntry, installedPackage, permissionReview } from '../../../testing/packages.ts'
import StatusAlerts from './StatusAlerts.vue'

const show = (
  change: Parameters<typeof installedPackage>[1],
  catalogue: readonly ReturnType<typeof catalogueEntry>[] = [],
) => {
  const [item] = capabilityItems([installedPackage('note', change)], catalogue).installed
  if (item === undefined) throw new Error('nothing is installed')
  return mount(StatusAlerts, { props: { item, busy: false }, global: { plugins: appPlugins() } })
}
const damaged = {
  status: 'disabled' as const,
  disabledBy: 'damaged' as const,
  statusReason: 'The stored file of note was changed.',
}

describe('what is said above a capability', () => {
  it('is nothing when all is well', () => {
    expect(show({}).text()).toBe('')
  })

  it('is calm about what a person switched off, and offers to switch it on', async () => {
    const alerts = show({ status: 'disabled', disabledBy: 'user', statusReason: 'You turned it off.' })
    expect(alerts.find('[role="alert"]').exists()).toBe(false)
    expect(alerts.text()).toContain('This capability is switched off')
    await alerts.get('button').trigger('click')
    expect(alerts.emitted('enable')).toHaveLength(1)
  })

  it('is loud about damage, with the reason, and leads to the catalogue or to a file', async () => {
    const alerts = show(damaged, [catalogueEntry('note')])
    expect(alerts.get('[role="alert"]').text()).toContain('The stored file of note was changed.')
    expect(alerts.get('button').text()).toBe('Install again')
    await alerts.get('button').trigger('click')
    expect(alerts.emitted('reinstall')).toHaveLength(1)
    expect(show(damaged).get('button').text()).toBe('Choose file')
  })

  it('says who warns of the installed version and why, and that it keeps working', () => {
    const review = permissionReview('note', { advisories: [{ list: 'Careful people', reason: 'It leaks' }] })
    const text = show({ review }).get('[role="alert"]').text()
    expect(text).toContain('Careful people warns of this version')
    expect(text).toContain('“It leaks” It keeps working')
  })

  it('warns when the author took back the key, beside whatever else there is', () => {
    expect(show({ authorKeyRevoked: true }).text()).toContain('The author no longer uses the key')
    const both = show({ ...damaged, authorKeyRevoked: true }).text()
    expect(both).toContain('its file is damaged')
    expect(both).toContain('The author no longer uses the key')
  })
})
