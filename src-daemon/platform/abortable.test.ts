import { expect, it, vi } from 'vitest'
import { abortable, onAbort, pause } from './abortable.ts'

it('calls once when the signal fires, and at once if it already has', () => {
  const controller = new AbortController()
  const act = vi.fn()
  onAbort(controller.signal, act)
  expect(act).not.toHaveBeenCalled()
  controller.abort()
  controller.signal.dispatchEvent(new Event('abort'))
  expect(act).toHaveBeenCalledTimes(1)
  onAbort(controller.signal, act)
  expect(act).toHaveBeenCalledTimes(2)
})

it('does not call who stopped listening', () => {
  const controller = new AbortController()
  const act = vi.fn()
  onAbort(controller.signal, act)()
  controller.abort()
  expect(act).not.toHaveBeenCalled()
})

it('returns the result of the work, or throws the signal’s reason if it fires first', async () => {
  const controller = new AbortController()
  await expect(abortable(Promise.resolve(1), controller.signal)).resolves.toBe(1)
  await expect(abortable(Promise.reject(new Error('broken')), controller.signal)).rejects.toThrow('broken')
  await expect(abortable(Promise.resolve(2), undefined)).resolves.toBe(2)

  const work = Promise.withResolvers<number>()
  const asked = abortable(work.promise, controller.signal)
  controller.abort(new Error('enough'))
  work.reject(new Error('late'))
  await expect(asked).rejects.toThrow('enough')
  await expect(abortable(Promise.resolve(3), controller.signal)).rejects.toThrow('enough')
})

it('ends a pause early', async () => {
  const controller = new AbortController()
  await pause(1, controller.signal)
  const long = pause(60_000, controller.signal)
  controller.abort()
  await long
  await pause(60_000, controller.signal)
})
