import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { noticeSleep } from './sleep-notice.ts'

it('tells the daemon of a sleep and of a locked screen, and goes on when it cannot', async () => {
  const power = new EventEmitter()
  const tell = vi.fn(() => Promise.resolve())
  const log = vi.fn()
  noticeSleep({ power, tell, log })
  power.emit('resume')
  expect(tell).not.toHaveBeenCalled()
  power.emit('suspend')
  power.emit('lock-screen')
  expect(tell).toHaveBeenCalledTimes(2)
  tell.mockRejectedValueOnce(new Error('no daemon'))
  power.emit('suspend')
  await vi.waitFor(() => {
    expect(log).toHaveBeenCalledOnce()
  })
})
