import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { appPlugins } from '../testing/plugins.ts'
import SchemaForm from './SchemaForm.vue'

const schema = {
  type: 'object',
  required: ['kind', 'object'],
  properties: {
    kind: { enum: ['note'] },
    object: {
      type: 'object',
      title: 'Note',
      required: ['title'],
      properties: { title: { type: 'string' }, body: { type: 'string' }, count: { type: 'integer' } },
    },
  },
}

const mounted: { unmount: () => void }[] = []
const form = (props: Record<string, unknown> = {}) => {
  const wrapper = mount(SchemaForm, {
    props: { schema, submitLabel: 'Continue', modelValue: {}, ...props },
    attachTo: document.body,
    global: { plugins: appPlugins() },
  })
  mounted.push(wrapper)
  return wrapper
}

afterEach(() => {
  for (const wrapper of mounted.splice(0)) wrapper.unmount()
})

describe('a form made from a schema', () => {
  it('shows a choice by its title', () => {
    const properties = {
      size: {
        type: 'number',
        oneOf: [
          { const: 1, title: 'Small' },
          { const: 2, title: 'Large' },
        ],
      },
      colours: {
        type: 'array',
        items: {
          anyOf: [
            { const: 'r', title: 'Red' },
            { const: 'g', title: 'Green' },
          ],
        },
      },
    }
    const wrapper = form({
      schema: { type: 'object', properties },
      modelValue: { size: 2, colours: ['g', 'r'] },
    })
    expect(wrapper.get('[data-pointer="/size"] [role="combobox"]').text()).toBe('Large')
    expect(wrapper.get('[data-pointer="/colours"] [role="combobox"]').text()).toMatch(/Red.*Green|Green.*Red/)
  })

  it('says what is missing beside the field, moves there, and does not submit', async () => {
    const wrapper = form()
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    expect(wrapper.emitted('submit')).toBeUndefined()
    const title = wrapper.get('[data-pointer="/object/title"]')
    expect(title.text()).toContain('Fill this in to continue.')
    expect(document.activeElement).toBe(title.get('input').element)
  })

  it('submits the whole object, fixed values included', async () => {
    const wrapper = form({ modelValue: { object: { title: 'Milk' } } })
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    expect(wrapper.emitted('submit')).toEqual([[{ kind: 'note', object: { title: 'Milk' } }]])
  })

  it('reports each change, with numbers as numbers', async () => {
    const wrapper = form()
    await wrapper.get('[data-pointer="/object/count"] input').setValue('3')
    expect(wrapper.emitted('update:modelValue')?.at(-1)).toEqual([{ object: { count: 3 } }])
  })

  it('says nothing about a field before it was left', async () => {
    const wrapper = form()
    expect(wrapper.text()).not.toContain('Fill this in')
    await wrapper.get('[data-pointer="/object/title"]').trigger('focusout')
    expect(wrapper.text()).toContain('Fill this in')
  })

  it('folds away optional fields until they are asked for', async () => {
    const wrapper = form({ compact: true, modelValue: { object: { count: 1 } } })
    const pointers = () => wrapper.findAll('[data-pointer]').map((one) => one.attributes('data-pointer'))
    expect(pointers()).toEqual(['/object/title', '/object/count'])
    const unfold = wrapper.findAll('button').find((one) => one.text().includes('1 optional field'))
    await unfold?.trigger('click')
    expect(pointers()).toContain('/object/body')
  })
})
