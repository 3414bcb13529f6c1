import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { appPlugins } from '../testing/plugins.ts'
import FailedState from './FailedState.vue'

const show = (code: string, details: unknown = null) =>
  mount(FailedState, {
    props: { error: { code, message: 'It failed.', action: '', details } },
    global: { plugins: appPlugins() },
  })

const unlockButton = (wrapper: ReturnType<typeof show>) =>
  wrapper.findAll('button').find((button) => button.text() === 'Unlock your keys')

it('unlocks a locked vault right here, and nothing if something else failed', async () => {
  const locked = show('keystore_locked')
  expect(locked.find('input').exists()).toBe(false)
  await unlockButton(locked)?.trigger('click')
  expect(locked.get('input').attributes('type')).toBe('password')
  expect(unlockButton(show('network_refused'))).toBeUndefined()
  expect(unlockButton(show('keystore_locked', { store: 'keychain' }))).toBeUndefined()
})
