import UApp from '@nuxt/ui/components/App.vue'
import ui from '@nuxt/ui/vue-plugin'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { i18n } from '../../i18n/index.ts'
import ReviewBody from './ReviewBody.vue'
import { permissionReview } from './sample.ts'

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
  const accepted: boolean[] = []
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: { render: () => null } }],
  })
  const wrapper = mount(
    () =>
      h(UApp, null, () =>
        h(ReviewBody, {
          review: permissionReview('note', change),
          accepted: false,
          'onUpdate:accepted': (value: boolean) => accepted.push(value),
        }),
      ),
    { global: { plugins: [router, ui, i18n] } },
  )
  return { wrapper, accepted }
}

describe('what a person reads before an installation', () => {
  it('names the author, every permission, every host and every tool with why it is off', () => {
    const text = show({}).wrapper.text()
    for (const part of [
      'You have not accepted anything from this author before.',
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
    expect(show({ hosts: [] }).wrapper.text()).toContain('None of its tools leaves this machine.')
  })

  it('asks for a decision about warnings only when there are some', async () => {
    expect(show({}).wrapper.find('[role="checkbox"]').exists()).toBe(false)
    const { wrapper, accepted } = show({ warnings: [problem] })
    expect(wrapper.text()).toContain('Line 12, column 3')
    await wrapper.get('[role="checkbox"]').trigger('click')
    expect(accepted).toEqual([true])
  })

  it('says which version is replaced', () => {
    expect(show({ installedVersion: '0.9.0' }).wrapper.text()).toContain('Replaces version 0.9.0.')
    expect(show({ installedVersion: '1.0.0' }).wrapper.text()).toContain('Version 1.0.0 is installed already')
  })
})
