import UApp from '@nuxt/ui/components/App.vue'
import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { Form } from '../../../src-daemon/contract/form.ts'
import { formChoice, formField, formOfFields } from '../../../src-daemon/text/form-fields.ts'
import { appPlugins } from '../../testing/plugins.ts'
import FormCard from './FormCard.vue'

const mounted: { unmount: () => void }[] = []
const card = (form: Form, props: Record<string, unknown> = {}) => {
  const onSend = vi.fn()
  const wrapper = mount(() => h(UApp, null, () => h(FormCard, { form, submit: 'Send', onSend, ...props })), {
    attachTo: document.body,
    global: { plugins: appPlugins() },
  })
  mounted.push(wrapper)
  return { wrapper, onSend }
}
afterEach(() => {
  for (const wrapper of mounted.splice(0)) wrapper.unmount()
})
const choices = [
  formChoice({ value: 'a', label: 'Alpha', price: '3 EUR' }),
  formChoice({ value: 'b', label: 'Beta', description: 'The second.' }),
]

describe('the card of a question', () => {
  it('with buttons is answered by one of them, without another', async () => {
    const field = formField({ id: 'options', label: 'Go?', kind: 'choice', display: 'buttons', choices })
    const { wrapper, onSend } = card(formOfFields([field]))
    expect(wrapper.findAll('button').map((one) => one.text())).toEqual(['Alpha', 'Beta'])
    await wrapper.findAll('button')[1]?.trigger('click')
    expect(onSend).toHaveBeenCalledWith({ action: 'accept', values: { options: 'b' } })
  })

  it('counts products, each choice with a name of its own', async () => {
    const field = formField({
      ...{ id: 'options', label: 'Which?', kind: 'choices', display: 'cards' },
      ...{ required: true, quantities: true, choices },
    })
    const { wrapper, onSend } = card(formOfFields([field]))
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    expect(wrapper.get('[role="alert"]').text()).toBe('Fill this in to continue.')
    const boxes = wrapper.findAll('[role="checkbox"]')
    expect(document.activeElement).toBe(boxes[0]?.element)
    expect(new Set(boxes.map((box) => box.attributes('id'))).size).toBe(2)
    await boxes[0]?.trigger('click')
    await wrapper.get('input[type="number"]').setValue('3')
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    expect(onSend).toHaveBeenCalledWith({
      action: 'accept',
      values: { options: ['a'] },
      quantities: { a: 3 },
    })
  })

  it('says at its field what the daemon refused, and nowhere else', () => {
    const form = formOfFields([formField({ id: 'mail', label: 'Mail', kind: 'email' })])
    const failure = { code: 'invalid_request', message: 'Taken.', action: '', details: { pointer: 'mail' } }
    const { wrapper } = card(form, { failure })
    expect(wrapper.get('[data-pointer="mail"]').text()).toContain('Taken.')
    expect(wrapper.text().match(/Taken/g)).toHaveLength(1)
  })

  it.each(['text', 'number', 'multiline', 'email', 'date', 'json'] as const)(
    'hides what is typed into a secret of the kind %s',
    (kind) => {
      const { wrapper } = card(formOfFields([formField({ id: 'code', label: 'Code', kind, secret: true })]))
      expect(wrapper.findAll('textarea')).toHaveLength(0)
      expect(wrapper.findAll('input').map((one) => one.attributes('type'))).toEqual(['password'])
    },
  )

  it('says that it sends, whatever the others call it', () => {
    const form = formOfFields([formField({ id: 'a', label: 'A', kind: 'text' })], {
      submit: 'Don\u2019t answer',
    })
    const { wrapper } = card(form, { decline: 'Don\u2019t answer' })
    expect(wrapper.findAll('button').map((one) => one.text())).toEqual([
      'Don\u2019t answer',
      'Send: Don\u2019t answer',
    ])
  })

  it('shows markup, links and what isn’t seen as text', () => {
    const evil = '<img src=x onerror=alert(1)> [bank](https://evil.example) \u202egnp.exe'
    const field = formField({
      id: 'a',
      label: evil,
      description: evil,
      kind: 'choice',
      display: 'list',
      choices: [formChoice({ value: 'a', label: evil, description: evil })],
    })
    const { wrapper } = card(formOfFields([field], { title: evil, description: evil }))
    expect(wrapper.findAll('img, a, script')).toHaveLength(0)
    expect(wrapper.text()).not.toContain('\u202e')
    expect(wrapper.text()).toContain('<img src=x onerror=alert(1)>')
  })

  it('hides secrets, and begins with what is known', async () => {
    const secret = formField({ id: 'code', label: 'Code', kind: 'text', secret: true })
    const other = formField({ id: 'city', label: 'City', kind: 'choice', other: true, choices })
    const { wrapper, onSend } = card(formOfFields([secret, other]), { known: { city: 'Oslo' } })
    expect(wrapper.get('[data-pointer="code"] input').attributes()).toMatchObject({
      type: 'password',
      autocomplete: 'off',
    })
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    expect(onSend).toHaveBeenCalledWith({ action: 'accept', values: { city: 'Oslo' } })
  })
})
