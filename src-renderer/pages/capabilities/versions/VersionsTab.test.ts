import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { h } from 'vue'
import { appPlugins } from '../../../testing/plugins.ts'
import { capabilityItems } from '../list/capability-list.ts'
import {
  catalogueEntry,
  installedPackage,
  packageDifference,
  permissionReview,
} from '../../../testing/packages.ts'
import VersionsTab from './VersionsTab.vue'

const show = (
  installed: ReturnType<typeof installedPackage>,
  catalogue: readonly ReturnType<typeof catalogueEntry>[] = [],
) => {
  const events: string[] = []
  const [item] = capabilityItems([installed], catalogue).installed
  if (item === undefined) throw new Error('nothing is installed')
  const wrapper = mount(
    () =>
      h(UApp, null, () =>
        h(VersionsTab, {
          item,
          installed,
          onUpdate: () => events.push('update'),
          onRollback: () => events.push('rollback'),
          onChoose: () => events.push('choose'),
        }),
      ),
    { global: { plugins: appPlugins() } },
  )
  const press = (label: string) =>
    wrapper
      .findAll('button')
      .find((button) => button.text() === label)
      ?.trigger('click')
  return { wrapper, events, press }
}

describe('the versions of a capability', () => {
  it('say what the author says of those until the installed one', () => {
    const changelog = [{ version: '1.0.0', changes: ['It keeps notes.'] }]
    const review = permissionReview('note', { changelog })
    expect(show(installedPackage('note', { review })).wrapper.text()).toContain('It keeps notes.')
    expect(show(installedPackage('note')).wrapper.text()).not.toContain('says the author')
  })

  it('are one at first, and the tab says what will be here', async () => {
    const { wrapper, events, press } = show(installedPackage('note'))
    expect(wrapper.text()).toContain('This is the first version you installed.')
    expect(wrapper.text()).not.toContain('Go back')
    await press('Choose file')
    expect(events).toEqual(['choose'])
  })

  it('show the newer one with what it may do more, before it is asked for', async () => {
    const newer = catalogueEntry('note', {
      sha256: 'f'.repeat(64),
      version: '1.1.0',
      difference: packageDifference({
        widens: ['New: Delete notes'],
        changelog: [{ version: '1.1.0', changes: ['Notes can be deleted.'] }],
      }),
    })
    const { wrapper, events, press } = show(installedPackage('note'), [newer])
    const text = wrapper.text()
    expect(text).toContain('In the catalogue')
    expect(text).toContain('Version 1.1.0 can do more')
    expect(text).toContain('What changed, says the author')
    expect(text).toContain('Notes can be deleted.')
    expect(wrapper.find('[role="checkbox"]').exists()).toBe(false)
    await press('Update to 1.1.0')
    expect(events).toEqual(['update'])
  })

  it('lead back to the one before', async () => {
    const previous = { version: '0.9.0', sha256: 'b'.repeat(64) }
    const { events, press } = show(installedPackage('note', { previous }))
    await press('Go back to 0.9.0')
    expect(events).toEqual(['rollback'])
  })
})
