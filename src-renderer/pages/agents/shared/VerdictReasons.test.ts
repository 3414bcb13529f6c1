import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { h } from 'vue'
import {
  descriptionReasonSchema,
  descriptionVerdictSchema,
  descriptionWarningSchema,
} from '../../../../src-daemon/contract/agent-descriptions.ts'
import { contactReading } from '../../../testing/agents.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import VerdictBadge from './VerdictBadge.vue'
import VerdictReasons from './VerdictReasons.vue'

const show = (change: Parameters<typeof contactReading>[0]) =>
  mount(VerdictReasons, { props: { of: contactReading(change) }, global: { plugins: appPlugins() } })

describe('a verdict', () => {
  it('is a mark with words, green only where it is verified', () => {
    const marks = descriptionVerdictSchema.options.map((verdict) => {
      const view = mount(() => h(UApp, null, () => h(VerdictBadge, { verdict })), {
        global: { plugins: appPlugins() },
      })
      return [verdict, view.text(), view.html().includes('text-success')]
    })
    expect(marks.filter(([, , green]) => green).map(([verdict]) => verdict)).toEqual([
      'valid',
      'valid-legacy',
    ])
    expect(marks.every(([, text]) => text !== '')).toBe(true)
  })

  it('has a sentence for each of its reasons, with the detail that matters', () => {
    const view = show({
      verdict: 'invalid',
      reasons: descriptionReasonSchema.options.map((code) => ({ code, detail: 'evil.example' })),
    })
    expect(view.findAll('li')).toHaveLength(descriptionReasonSchema.options.length)
    expect(view.text()).toContain('it is for another host')
    expect(view.text()).toContain('evil.example')
    expect(view.text()).not.toMatch(/contacts\./)
  })

  it('names what is odd at its place', () => {
    const view = show({
      warnings: descriptionWarningSchema.options.map((code) => ({ place: 'interfaces[0].url', code })),
    })
    expect(view.text()).toContain(`${String(descriptionWarningSchema.options.length)} oddities`)
    expect(view.text()).toContain('interfaces[0].url')
    expect(view.text()).not.toMatch(/contacts\./)
  })
})
