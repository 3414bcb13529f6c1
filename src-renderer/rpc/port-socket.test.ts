import { afterEach, describe, expect, it } from 'vitest'
import { createPortSocketClass } from './port-socket.ts'

const open: MessagePort[] = []

/** A socket and the shell's end of its port. */
const line = () => {
  const { port1, port2 } = new MessageChannel()
  open.push(port1, port2)
  const received: unknown[] = []
  const Socket = createPortSocketClass(() => Promise.resolve(port1))
  const socket = new Socket('ws://satchel.local/rpc/renderer')
  const events: string[] = []
  socket.addEventListener('open', () => events.push('open'))
  socket.addEventListener('message', ({ data }) => events.push(`message ${String(data)}`))
  socket.addEventListener('error', () => events.push('error'))
  socket.addEventListener('close', ({ code, reason }) => events.push(`close ${String(code)} ${reason}`))
  port2.onmessage = ({ data }) => received.push(data)
  return { socket, shell: port2, received, events }
}

/** As many turns of the event loop as a message takes on its way: time alone does not deliver it on a busy machine. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 2))
}

afterEach(() => {
  for (const port of open.splice(0)) port.close()
})

describe('a socket over a port', () => {
  it('opens when the shell says so, and carries text both ways', async () => {
    const { socket, shell, received, events } = line()
    expect(socket.readyState).toBe(0)
    expect(() => {
      socket.send('early')
    }).toThrow()
    await settle()
    shell.postMessage({ kind: 'open' })
    await settle()
    expect(socket.readyState).toBe(1)
    socket.send('{"id":1}')
    shell.postMessage({ kind: 'message', data: '{"id":1,"result":{}}' })
    await settle()
    expect(received).toEqual([{ kind: 'message', data: '{"id":1}' }])
    expect(events).toEqual(['open', 'message {"id":1,"result":{}}'])
  })

  it('tells the code and the reason when the shell closes', async () => {
    const { socket, shell, events } = line()
    await settle()
    shell.postMessage({ kind: 'open' })
    shell.postMessage({ kind: 'close', code: 4001, reason: '{"code":"version_mismatch"}' })
    await settle()
    expect(socket.readyState).toBe(3)
    expect(events).toEqual(['open', 'close 4001 {"code":"version_mismatch"}'])
  })

  it('fails like a socket when it never opened', async () => {
    const { shell, events } = line()
    await settle()
    shell.postMessage({ kind: 'close', code: 4002, reason: '' })
    await settle()
    expect(events).toEqual(['error', 'close 4002 '])
  })

  it('says goodbye once and hears nothing afterwards', async () => {
    const { socket, shell, received, events } = line()
    await settle()
    shell.postMessage({ kind: 'open' })
    await settle()
    socket.close()
    socket.close()
    shell.postMessage({ kind: 'message', data: 'late' })
    await settle()
    expect(received).toEqual([{ kind: 'close' }])
    expect(events).toEqual(['open', 'close 1000 '])
  })

  it('ignores what is not a frame', async () => {
    const { shell, events } = line()
    await settle()
    for (const junk of [null, 'open', { kind: 'message', data: 7 }, { kind: 'run' }]) shell.postMessage(junk)
    await settle()
    expect(events).toEqual([])
  })

  it('closes as unreachable when no port can be had', async () => {
    const Socket = createPortSocketClass(() => Promise.reject(new Error('no line')))
    const socket = new Socket('ws://satchel.local/')
    const closed = await new Promise<CloseEvent>((resolve) => {
      socket.addEventListener('close', resolve)
    })
    expect([closed.code, closed.reason]).toEqual([4002, 'no line'])
  })
})
