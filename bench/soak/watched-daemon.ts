import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { z } from 'zod'
import {
  connectDaemon,
  daemonArguments,
  findDaemon,
  type DaemonClient,
} from '../../src-daemon/client/index.ts'
import { dataPaths } from '../../src-daemon/platform/paths.ts'
import { untilReady, type Home } from '../startup/daemon.ts'
import { processMegabytes } from '../startup/memory.ts'

const entry = join(import.meta.dirname, '../../out/main/daemon.js')

/** The memory of a process after garbage collection. `handles`: sockets, timers and the like, of its main thread. */
export interface Held {
  readonly heapMegabytes: number
  readonly residentMegabytes: number
  readonly handles: number
  readonly openFiles: number
  readonly threads: number
  readonly children: number
}

export interface WatchedDaemon {
  connect(): Promise<DaemonClient>
  held(): Promise<Held>
  stop(): Promise<void>
}

/** Starts the built daemon with V8's inspector on a random loopback port. Linux only: counts are read from `/proc`. */
export const startWatchedDaemon = async ({ env }: Home): Promise<WatchedDaemon> => {
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', ...daemonArguments(entry)], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const inspector = await inspectorOf(child.stderr)
  const pid = child.pid ?? 0

  const connect = async (): Promise<DaemonClient> => {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
      const address = await findDaemon(dataPaths(env))
      if (address !== null) {
        const client = await connectDaemon(address, 'cli')
        await untilReady(client)
        return client
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error('The daemon did not answer in time')
  }

  const held = async (): Promise<Held> => {
    // The second collection frees what the first one finalises.
    for (let round = 0; round < 2; round++) await inspector.call('HeapProfiler.collectGarbage')
    const { usedSize } = heapUsage.parse(await inspector.call('Runtime.getHeapUsage'))
    const { result } = evaluated.parse(
      await inspector.call('Runtime.evaluate', {
        expression: 'process.getActiveResourcesInfo().length',
        returnByValue: true,
      }),
    )
    return {
      heapMegabytes: usedSize / 1e6,
      residentMegabytes: processMegabytes(pid),
      handles: result.value,
      openFiles: readdirSync(`/proc/${String(pid)}/fd`).length,
      threads: readdirSync(`/proc/${String(pid)}/task`).length,
      children: childrenOf(pid),
    }
  }

  return {
    connect,
    held,
    stop: async () => {
      inspector.close()
      child.kill('SIGTERM')
      await ended
    },
  }
}

const heapUsage = z.object({ usedSize: z.number() })
const evaluated = z.object({ result: z.object({ value: z.number() }) })
const answer = z.object({ id: z.number(), result: z.unknown() })

/** Calls of the Chrome DevTools Protocol, one at a time. */
const inspectorOf = async (stderr: NodeJS.ReadableStream) => {
  const lines = createInterface({ input: stderr })
  let url = ''
  for await (const line of lines) {
    url = /ws:\/\/\S+/.exec(line)?.[0] ?? ''
    if (url !== '') break
    process.stderr.write(`${line}\n`)
  }
  stderr.resume()
  const socket = new WebSocket(url)
  await once(socket, 'open')
  let id = 0
  return {
    call: async (method: string, params: object = {}): Promise<unknown> => {
      id += 1
      socket.send(JSON.stringify({ id, method, params }))
      for (;;) {
        const [data] = (await once(socket, 'message')) as [Buffer]
        const read = answer.safeParse(JSON.parse(data.toString()))
        if (read.success && read.data.id === id) return read.data.result
      }
    },
    close: () => {
      socket.close()
    },
  }
}

/** Processes it started, and theirs. */
const childrenOf = (pid: number): number =>
  readdirSync(`/proc/${String(pid)}/task`)
    .flatMap((task) =>
      readFileSync(`/proc/${String(pid)}/task/${task}/children`, 'utf8')
        .split(' ')
        .filter((one) => one.trim() !== ''),
    )
    .reduce((count, child) => count + 1 + childrenOf(Number(child)), 0)
