import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { appPlugins } from '../testing/plugins.ts'
import FailedState from './FailedState.vue'

const show = (code: string) =>
  mount(FailedState, {
    props: { error: { code, message: 'It failed.', action: '', details: null } },
    global: { plugins: appPlugins() },
  })

it('leads to where locked keys are unlocked, and nowhere if something else failed', () => {
  expect(show('keystore_locked').get('a').text()).toBe('Unlock your keys')
  expect(show('network_refused').find('a').exists()).toBe(false)
})
