import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  connectDaemon,
  daemonArguments,
  findDaemon,
  openSocket,
  type DaemonClient,
} from '../../src-daemon/client/index.ts'
import { dataPaths } from '../../src-daemon/platform/paths.ts'
import { processMegabytes } from './memory.ts'
import { quantile } from '../statistics.ts'

const entry = join(import.meta.dirname, '../../out/main/daemon.js')
const TIMEOUT_MS = 30_000
const IDLE_MS = 2_000
const CALLS = 2_000

/** A data directory, and the environment in which its daemon runs. */
export interface Home {
  readonly env: NodeJS.ProcessEnv
}

export interface RunningDaemon {
  readonly client: DaemonClient
  /** p50 of a call that does nothing, in microseconds. */
  readonly pid: number
  readonly pingMicroseconds: () => Promise<number>
  /** The same call with hand-written frames instead of the client: the cost of only the daemon and the carrier. */
  readonly wireMicroseconds: () => Promise<number>
  idleMegabytes(): Promise<number>
  /** A one-time address of the app in a browser. */
  webLink(): Promise<string>
  stop(): Promise<void>
}

export const createHome = (folder: string): Home => {
  mkdirSync(folder, { mode: 0o700 })
  return { env: { ...process.env, SATCHEL_HOME: folder, SATCHEL_LOG: 'warn' } }
}

/** Milliseconds that Node needs to start and end with nothing to do: the floor under every start. */
export const timeNode = async (): Promise<number> => {
  const started = performance.now()
  await once(spawn(process.execPath, ['--eval', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - started
}

/** Milliseconds from starting the process until `system.status` is answered, and until the answer is `ready`. */
export const timeDaemonStart = async (home: Home): Promise<{ answers: number; ready: number }> => {
  const started = performance.now()
  const child = spawnDaemon(home)
  const client = await connectWhenUp(home, child)
  try {
    let { phase } = await client.api.system.status.query()
    const answers = performance.now() - started
    while (phase.kind !== 'ready') {
      if (phase.kind !== 'starting') throw new Error(`The daemon came to ${phase.kind} instead of ready`)
      await sleep(1)
      phase = (await client.api.system.status.query()).phase
    }
    return { answers, ready: performance.now() - started }
  } finally {
    await client.close()
    await end(child)
  }
}

export const startDaemon = async (home: Home): Promise<RunningDaemon> => {
  const child = spawnDaemon(home)
  const client = await connectWhenUp(home, child)
  await untilReady(client)
  if (child.pid === undefined) throw new Error('The daemon has no process id')

  return {
    client,
    pid: child.pid,
    pingMicroseconds: () => p50(() => client.api.system.ping.query()),
    wireMicroseconds: () => timeWire(home),
    idleMegabytes: async () => {
      await sleep(IDLE_MS)
      return processMegabytes(child.pid)
    },
    webLink: async () => (await client.api.system.openWeb.mutate({ port: 0 })).url,
    stop: async () => {
      await client.close()
      await end(child)
    },
  }
}

/** Installs the built-in Note capability, through the public API. Returns the URI of its schema. */
export const installNote = async (api: DaemonClient['api']): Promise<string> => {
  const entry = (await api.packages.catalogue.query()).find(({ review }) => review.name === 'note')
  if (entry === undefined) throw new Error('The catalogue offers no Note capability')
  const source = { kind: 'catalogue', id: entry.id } as const
  await api.packages.install.mutate({ source, sha256: entry.review.sha256, acceptWarnings: true })
  const schemaUri = (await api.state.scopes.query())
    .flatMap((scope) => scope.schemas)
    .find((schema) => schema.schemaUri.includes('note'))?.schemaUri
  if (schemaUri === undefined) throw new Error('The Note capability brought no schema')
  return schemaUri
}

/** Makes `count` notes. */
export const fillWithObjects = async ({ client }: RunningDaemon, count: number): Promise<void> => {
  const { api } = client
  const schemaUri = await installNote(api)
  for (let made = 0; made < count; made += 100) {
    const batch = Array.from({ length: Math.min(100, count - made) }, (_, index) => ({
      title: `Note ${made + index}`,
      body: `Something to remember, number ${made + index}.`,
    }))
    await Promise.all(batch.map((object) => api.state.create.mutate({ schemaUri, object })))
  }
}

const timeWire = async ({ env }: Home): Promise<number> => {
  const socket = openSocket({ socket: dataPaths(env).socket }, 'cli')
  await once(socket, 'open')
  try {
    return await p50(async (id) => {
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'query', params: { path: 'system.ping' } }))
      await once(socket, 'message')
    })
  } finally {
    socket.terminate()
  }
}

/** The median of many sequential calls, in microseconds. */
const p50 = async (call: (id: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let id = 1; id <= CALLS; id++) {
    const started = performance.now()
    await call(id)
    times.push((performance.now() - started) * 1000)
  }
  return quantile(times, 0.5)
}

const spawnDaemon = ({ env }: Home): ChildProcess =>
  spawn(process.execPath, daemonArguments(entry), { env, stdio: ['ignore', 'ignore', 'inherit'] })

const connectWhenUp = async ({ env }: Home, child: ChildProcess): Promise<DaemonClient> => {
  const paths = dataPaths(env)
  const deadline = performance.now() + TIMEOUT_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`The daemon ended with code ${child.exitCode} before it answered`)
    const address = await findDaemon(paths)
    if (address !== null) return connectDaemon(address, 'cli')
    await sleep(1)
  }
  throw new Error('The daemon did not answer in time')
}

export const untilReady = async (client: DaemonClient): Promise<void> => {
  const deadline = performance.now() + TIMEOUT_MS
  while (performance.now() < deadline) {
    const { phase } = await client.api.system.status.query()
    if (phase.kind === 'ready') return
    if (phase.kind !== 'starting') throw new Error(`The daemon came to ${phase.kind} instead of ready`)
    await sleep(5)
  }
  throw new Error('The daemon was not ready in time')
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
