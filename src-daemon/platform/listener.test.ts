import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { isOfAnotherPerson, listenersIn } from './listener.ts'

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:2CAA 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 1 1
   1: 0100007F:2CAA 0100007F:8A67 01 00000000:00000000 00:00000000 00000000  1002        0 2 1
   2: 00000000:07E8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 3 1`

it('reads from the system’s table who listens at a port, and not who is connected', () => {
  expect(listenersIn(TABLE, 11434)).toEqual([1001])
  expect(listenersIn(TABLE, 2024)).toEqual([0])
  expect(listenersIn('nonsense', 1)).toEqual([])
})

it('knows what is ours', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
  })
  await once(server, 'listening')
  expect(isOfAnotherPerson(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)).toBe(false)
})
