import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { appPlugins } from '../testing/plugins.ts'
import FailedState from './FailedState.vue'

beforeEach(() => {
  setActivePinia(createPinia())
})

const failed = (details: unknown, code = 'model_out_of_memory') =>
  mount(FailedState, {
    props: {
      error: { code, message: 'There isn’t enough memory.', action: 'Choose a smaller model.', details },
    },
    global: { plugins: appPlugins() },
  })

it('keeps a model server’s own words behind a button', async () => {
  const view = failed({ model: 'ollama:a', problem: 'CUDA error: out of memory' })
  expect(view.text()).not.toContain('CUDA')
  await view.get('[aria-expanded="false"]').trigger('click')
  expect(view.text()).toContain('CUDA error: out of memory')
})

it('has no such button where nobody else said anything', () => {
  expect(failed({ model: 'ollama:a' }).find('[aria-expanded]').exists()).toBe(false)
  expect(failed({ problem: 'x' }, 'disk_full').find('[aria-expanded]').exists()).toBe(false)
})
