import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { h } from 'vue'
import { appPlugins } from '../../testing/plugins.ts'
import { packageDifference, permissionReview } from '../../testing/packages.ts'
import { NO_AGREEMENT, type Agreement } from './review-state.ts'
import ReviewBody from './ReviewBody.vue'

const problem = {
  code: 'long_base64',
  severity: 'warning' as const,
  file: 'note.acp.yaml',
  line: 12,
  column: 3,
  path: 'prompt',
  message: 'The prompt holds a long block of encoded text.',
  found: 'x'.repeat(5000),
  expected: null,
}

const show = (change: Parameters<typeof permissionReview>[1]) => {
  const agreed: Agreement[] = []
  const wrapper = mount(
    () =>
      h(UApp, null, () =>
        h(ReviewBody, {
          review: permissionReview('note', change),
          agreed: NO_AGREEMENT,
          'onUpdate:agreed': (value: Agreement) => agreed.push(value),
        }),
      ),
    { global: { plugins: appPlugins() } },
  )
  return { wrapper, agreed }
}

describe('what a person reads before an installation', () => {
  it('names the author, every permission, every host and every tool with why it is off', () => {
    const text = show({}).wrapper.text()
    for (const part of [
      'You haven’t accepted anything from this author before.',
      'Create note',
      'did:nuwa:mcp:webscraper:version1',
      'state.create',
      'Not available: No such service.',
      '1 of them is off',
      '321 tokens',
    ])
      expect(text).toContain(part)
  })

  it('says so when nothing leaves the machine', () => {
    expect(show({ hosts: [] }).wrapper.text()).toContain('Its tools don’t leave this computer.')
  })

  it('says since when an author is known', () => {
    const author = {
      ...permissionReview('note').author,
      trust: 'known' as const,
      firstSeenAt: '2026-03-04T12:00:00.000Z',
    }
    expect(show({ author }).wrapper.text()).toContain('First seen on 4 March 2026.')
  })

  it('asks for a decision about warnings only when there are some', async () => {
    expect(show({}).wrapper.find('[role="checkbox"]').exists()).toBe(false)
    const { wrapper, agreed } = show({ warnings: [problem] })
    expect(wrapper.text()).toContain('Line 12, column 3')
    await wrapper.get('[role="checkbox"]').trigger('click')
    expect(agreed).toEqual([{ ...NO_AGREEMENT, warnings: true }])
  })

  it('is loud about a key not seen before, and asks about it', async () => {
    const author = { ...permissionReview('note').author, trust: 'key_changed' as const }
    const { wrapper, agreed } = show({ author })
    expect(wrapper.text()).toContain('A key you haven’t seen before')
    await wrapper.get('[data-testid="new-key"] [role="checkbox"]').trigger('click')
    expect(agreed).toEqual([{ ...NO_AGREEMENT, authorKey: true }])
  })

  it('begins an update with what it may do more, and asks about that', async () => {
    const difference = packageDifference({
      widens: ['Delete note'],
      permissions: { added: [{ key: 'state.delete', text: 'Delete note', risk: 'medium' }], removed: [] },
      tools: {
        added: ['state.delete'],
        removed: [],
        changed: [
          { name: 'fetch', changes: ['description'], lines: [{ kind: 'added', text: 'Reads it all.' }] },
        ],
      },
    })
    const { wrapper, agreed } = show({ version: '1.1.0', installedVersion: '1.0.0', difference })
    const text = wrapper.text()
    expect(text.indexOf('Version 1.1.0 can do more')).toBe(0)
    expect(text).toContain('What changes from 1.0.0 to 1.1.0')
    expect(text).toContain('description changed')
    expect(text).toContain('Unchanged: Where it connects, Instructions, Data')
    await wrapper.get('[data-testid="widens"] [role="checkbox"]').trigger('click')
    expect(agreed).toEqual([{ ...NO_AGREEMENT, widens: true }])
  })

  it('says calmly that nothing widens, and asks nothing', () => {
    const { wrapper } = show({ version: '1.1.1', installedVersion: '1.0.0', difference: packageDifference() })
    expect(wrapper.text()).toContain('Version 1.1.1 can’t do anything 1.0.0 couldn’t.')
    expect(wrapper.find('[role="checkbox"]').exists()).toBe(false)
  })

  it('asks whether an older version is wanted, and says what may break', async () => {
    const difference = packageDifference({ fromVersion: '1.1.0', direction: 'downgrade' })
    const { wrapper, agreed } = show({ installedVersion: '1.1.0', difference })
    expect(wrapper.text()).toContain('Version 1.0.0 is older than the installed 1.1.0')
    expect(wrapper.text()).toContain('may not understand what that version wrote')
    await wrapper.get('[data-testid="downgrade"] [role="checkbox"]').trigger('click')
    expect(agreed).toEqual([{ ...NO_AGREEMENT, downgrade: true }])
  })

  it('says that this very file is installed already', () => {
    expect(show({ installedVersion: '1.0.0' }).wrapper.text()).toContain('Version 1.0.0 is already installed')
  })
})
