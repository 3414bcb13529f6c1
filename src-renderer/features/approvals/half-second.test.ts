import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, nextTick, type Component } from 'vue'
import ConfirmButton from '../../components/ConfirmButton.vue'
import PlanSheet from '../../components/PlanSheet.vue'
import { appPlugins } from '../../testing/plugins.ts'
import { formOfFields } from '../../../src-daemon/text/form-fields.ts'
import ApprovalCard from './ApprovalCard.vue'
import QuestionCard from './QuestionCard.vue'

const at = '2026-01-01T00:00:00Z'
const ref = { capability_id: 'note', version: '1.0.0' }
const origin = { kind: 'author', name: 'did:key:z6Mk' }
const about = { id: 'q', at, expiresAt: at, ref, title: 'Note', origin, tool: 'write', client: null }
const approval = {
  ...about,
  target: null,
  sentence: 'Writes.',
  arguments: {},
  always: false,
  choices: [{ scope: 'tool', pattern: null, until: ['once', 'conversation'] }],
}
const question = (asked: object) => ({ question: { ...about, asked, withdrawn: false } })
const plan = {
  ...{ open: true, title: 'Remove it?', description: '', unreadable: null, loading: false },
  ...{ retry: () => Promise.resolve(), action: 'Remove', busy: false, disabled: false, failure: null },
}

const buttons = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].filter((one) => one.textContent.trim() === name)

describe('what agrees to a question', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    document.body.innerHTML = ''
  })

  it.each<[string, Component, Readonly<Record<string, unknown>>, string[], string]>([
    ['an approval', ApprovalCard, { request: approval }, ['Allow once', 'Allow'], 'Deny'],
    [
      'an address of a tool',
      QuestionCard,
      question({ kind: 'url', message: '', url: 'https://a.example/' }),
      ['Open a.example'],
      'Don’t answer',
    ],
    [
      'a form of a tool',
      QuestionCard,
      question({ kind: 'form', form: formOfFields([]) }),
      ['Send'],
      'Don’t answer',
    ],
    ['a sheet', PlanSheet, plan, ['Remove'], 'Cancel'],
  ])('is disabled for half a second in %s, what refuses it never', async (_, component, props, yes, no) => {
    const wrapper = mount(() => h(UApp, null, () => h(component, props)), {
      global: { plugins: appPlugins() },
      attachTo: document.body,
    })
    await nextTick()
    const enabled = () => yes.map((name) => buttons(name).map(({ disabled }) => !disabled))
    expect(enabled()).toEqual(yes.map(() => [false]))
    expect(buttons(no)[0]?.disabled).toBe(false)
    await vi.advanceTimersByTimeAsync(499)
    expect(enabled()).toEqual(yes.map(() => [false]))
    await vi.advanceTimersByTimeAsync(1)
    expect(enabled()).toEqual(yes.map(() => [true]))
    wrapper.unmount()
  })

  it('leaves the focus to what had it until then, and to somebody who writes', async () => {
    const input = document.createElement('textarea')
    document.body.append(input)
    input.focus()
    const card: Component = ApprovalCard
    const shown = () =>
      mount(() => h(UApp, null, () => h(card, { request: approval, focus: true })), {
        global: { plugins: appPlugins() },
        attachTo: document.body,
      })
    const first = shown()
    await vi.advanceTimersByTimeAsync(499)
    expect(document.activeElement).toBe(input)
    await vi.advanceTimersByTimeAsync(1)
    expect(document.activeElement).toBe(buttons('Deny')[0])
    first.unmount()
    input.focus()
    input.value = 'And then'
    const second = shown()
    await vi.advanceTimersByTimeAsync(1000)
    expect(document.activeElement).toBe(input)
    second.unmount()
  })

  it('is out of reach of a second press of the same button', async () => {
    const confirmed = vi.fn()
    const wrapper = mount(ConfirmButton, {
      props: { icon: 'i-lucide-x', label: 'Delete', question: 'Sure?', keep: 'Keep', onConfirm: confirmed },
      global: { plugins: appPlugins() },
      attachTo: document.body,
    })
    await vi.advanceTimersByTimeAsync(1000)
    buttons('Delete')[0]?.click()
    await nextTick()
    buttons('Delete')[0]?.click()
    await nextTick()
    expect(confirmed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(500)
    buttons('Delete')[0]?.click()
    expect(confirmed).toHaveBeenCalledOnce()
    wrapper.unmount()
  })
})
