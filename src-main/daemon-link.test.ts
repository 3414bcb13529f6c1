import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createDaemonLink } from './daemon-link.ts'
import type { RelaySocket } from './relay.ts'

it('starts one daemon for windows that ask at the same time, and looks again afterwards', async () => {
  let started = 0
  const link = createDaemonLink({
    ensure: () => {
      started += 1
      return new Promise<number>((resolve) => setTimeout(resolve, 5, started))
    },
    open: (address) => Object.assign(new EventEmitter(), { address }) as unknown as RelaySocket,
    stop: () => Promise.resolve(),
    onStatus: () => undefined,
  })
  const sockets = await Promise.all([link.connect(), link.connect(), link.restart()])
  expect(started).toBe(1)
  expect(sockets.slice(0, 2)).toEqual([
    expect.objectContaining({ address: 1 }),
    expect.objectContaining({ address: 1 }),
  ])
  await link.connect()
  expect(started).toBe(2)
})
