import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { describeFailure } from './daemon-link.ts'
import type { FrameToMain, FrameToRenderer } from './port-frames.ts'
import { createRelay, type Relay, type RelayPort } from './relay.ts'

const directory = mkdtempSync(join(tmpdir(), 'satchel-relay-'))
const path = join(directory, 's')
let http: ReturnType<typeof createServer>
let server: WebSocketServer
let received: string[]
let onConnection: (socket: WebSocket) => void

beforeEach(async () => {
  received = []
  onConnection = () => undefined
  http = createServer()
  server = new WebSocketServer({ server: http })
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => received.push(data.toString('utf8')))
    onConnection(socket)
  })
  http.listen(path)
  await once(http, 'listening')
})

afterEach(async () => {
  page?.close()
  for (const client of server.clients) client.terminate()
  await new Promise((resolve) => http.close(resolve))
  rmSync(path, { force: true })
})

let page: MessagePort | undefined

/** Main's end of a real message channel, with Electron's interface. */
const asMainPort = (port: MessagePort): RelayPort => ({
  postMessage: (frame) => {
    port.postMessage(frame)
  },
  on: (event: 'message' | 'close', listener: (event: { data: unknown }) => void) =>
    event === 'message'
      ? port.on('message', (data: unknown) => {
          listener({ data })
        })
      : port.on('close', () => {
          listener({ data: undefined })
        }),
  start: () => undefined,
  close: () => {
    port.close()
  },
})

const toServer = () => new WebSocket('ws://satchel/', { createConnection: () => connect(path) })

const open = (connectTo: () => Promise<WebSocket> = () => Promise.resolve(toServer())) => {
  const { port1, port2 } = new MessageChannel()
  const frames: FrameToRenderer[] = []
  port2.on('message', (frame: FrameToRenderer) => frames.push(frame))
  page = port2
  const relay: Relay = createRelay({ port: asMainPort(port1), connect: connectTo, describeFailure })
  const post = (frame: unknown) => {
    port2.postMessage(frame)
  }
  const send = (data: string) => {
    post({ kind: 'message', data } satisfies FrameToMain)
  }
  return { frames, relay, post, send, port: port2 }
}

describe('the relay', () => {
  it('carries text both ways in order, and queues text sent before it is open', async () => {
    onConnection = (socket) => {
      socket.on('message', (data: Buffer) => {
        socket.send(`echo ${data.toString('utf8')}`)
      })
    }
    const { frames, send } = open()
    send('early 日本')
    send('second')
    await vi.waitFor(() => {
      expect(frames).toEqual([
        { kind: 'open' },
        { kind: 'message', data: 'echo early 日本' },
        { kind: 'message', data: 'echo second' },
      ])
    })
    send('late')
    await vi.waitFor(() => {
      expect(frames.at(-1)).toEqual({ kind: 'message', data: 'echo late' })
    })
    expect(received).toEqual(['early 日本', 'second', 'late'])
  })

  it('passes on why the daemon closed', async () => {
    onConnection = (socket) => {
      socket.close(4001, JSON.stringify({ code: 'version_mismatch', params: { client: '1', daemon: '2' } }))
    }
    const { frames } = open()
    await vi.waitFor(() => {
      expect(frames.at(-1)).toEqual({
        kind: 'close',
        code: 4001,
        reason: '{"code":"version_mismatch","params":{"client":"1","daemon":"2"}}',
      })
    })
  })

  it.each([
    [{ code: 'version_mismatch', params: { client: '1', daemon: '2' } }, 4001],
    [{ code: 'data_dir_unusable', params: { path: '/x', problem: 'y' } }, 4002],
  ])('says %j when no connection can be made', async (failure, code) => {
    const { frames } = open(() => Promise.reject(Object.assign(new Error('no'), failure)))
    await vi.waitFor(() => {
      expect(frames).toEqual([{ kind: 'close', code, reason: JSON.stringify(failure) }])
    })
  })

  it('reports that the daemon does not answer when the socket is dead', async () => {
    const { frames } = open(() =>
      Promise.resolve(new WebSocket('ws://satchel/', { createConnection: () => connect(`${path}-nobody`) })),
    )
    await vi.waitFor(() => {
      expect(frames).toEqual([
        { kind: 'close', code: 4002, reason: expect.stringContaining('daemon_unreachable') as unknown },
      ])
    })
  })

  it('closes the connection when the page says so, and when its port goes away', async () => {
    for (const leave of ['frame', 'port'] as const) {
      const { post, port, frames } = open()
      await vi.waitFor(() => {
        expect(frames).toEqual([{ kind: 'open' }])
      })
      expect(server.clients.size).toBe(1)
      if (leave === 'frame') post({ kind: 'close' })
      else port.close()
      await vi.waitFor(() => {
        expect(server.clients.size).toBe(0)
      })
    }
  })

  it('closes the connection with its window, even one still being opened', async () => {
    let finish: (socket: WebSocket) => void = () => undefined
    const { relay } = open(() => new Promise((resolve) => (finish = resolve)))
    relay.close()
    const late = toServer()
    finish(late)
    await once(late, 'close').catch(() => undefined)
    expect(late.readyState).toBe(WebSocket.CLOSED)
  })

  it.each([['text'], [null], [{ kind: 'message' }], [{ kind: 'message', data: 5 }], [{ kind: 'open' }]])(
    'ends at %j, which is no frame',
    async (nonsense) => {
      const { frames, post } = open()
      post(nonsense)
      await vi.waitFor(() => {
        expect(frames.at(-1)).toMatchObject({ kind: 'close', code: 4004 })
      })
      expect(received).toEqual([])
    },
  )

  it('keeps no more than its bound while there is no connection', async () => {
    const { frames, send } = open(() => new Promise(() => undefined))
    const megabyte = 'x'.repeat(1024 * 1024)
    for (let sent = 0; sent < 17; sent += 1) send(megabyte)
    await vi.waitFor(() => {
      expect(frames).toEqual([
        { kind: 'close', code: 4004, reason: expect.stringContaining('invalid_request') as unknown },
      ])
    })
  })
})
