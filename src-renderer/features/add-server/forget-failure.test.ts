import { expect, it } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import type { ErrorView } from '../../rpc/errors.ts'
import { forgetOnEdit } from './forget-failure.ts'

it('a failure disappears with the first edit, however deep, and stays until then', async () => {
  const failure = shallowRef<ErrorView | null>(null)
  const form = ref({ name: 'a', env: [{ name: 'KEY', value: '' }] })
  forgetOnEdit(failure, () => form.value)
  const said = { code: 'x', message: 'It failed.', action: '' }
  failure.value = said
  await nextTick()
  expect(failure.value).toBe(said)
  const [first] = form.value.env
  if (first !== undefined) first.value = 'typed'
  await nextTick()
  expect(failure.value).toBeNull()
  // The next attempt fails with the current values.
  failure.value = said
  await nextTick()
  expect(failure.value).toBe(said)
})
