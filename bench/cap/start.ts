import { join } from 'node:path'
import type { ServerDefinition } from '../../src-daemon/contract/servers.ts'
import { appRoot } from '../../src-daemon/platform/app.ts'
import type { Benchmark } from '../frame.ts'
import { openRoom, programOf } from './room.ts'
import { connectServer } from '../../src-daemon/mcp/testing/connect-server.ts'

const MODULES = join(appRoot, 'node_modules')
const EVERYTHING = join(MODULES, '@modelcontextprotocol/server-everything/dist/index.js')
const COUNT = 10

/** Ten local servers, started at once, compared with only the slowest of them. */
export const startRows: Benchmark = async (frame, { quick }) => {
  const runs = quick ? 3 : 5
  await startTogether(frame, {
    what: 'starting 10 servers that take 0.2 to 2 s to be ready, as those do that go to the network first (reference: the slowest alone)',
    definitions: Array.from({ length: COUNT }, (_, at) =>
      programOf(import.meta.dirname, [join(import.meta.dirname, 'slow-server.mjs'), String(200 * (at + 1))]),
    ),
    runs,
    bar: { atMostTimesReference: 1.5 },
  })
  await startTogether(frame, {
    what: 'starting 10 servers that only load their program, which the processors bound (reference: one of them alone)',
    definitions: Array.from({ length: COUNT }, () => programOf(MODULES, [EVERYTHING])),
    runs,
  })
}

const startTogether = async (
  frame: Parameters<Benchmark>[0],
  input: {
    what: string
    definitions: readonly ServerDefinition[]
    runs: number
    bar?: { atMostTimesReference: number }
  },
): Promise<void> => {
  const room = openRoom()
  const uris = input.definitions.map((_, at) => `server-${String(at)}`)
  const timed = async (started: readonly string[]): Promise<number> => {
    const start = performance.now()
    await Promise.all(started.map((uri) => room.servers.test(uri)))
    const took = performance.now() - start
    await Promise.all(started.map((uri) => room.servers.stop(uri)))
    return took
  }
  try {
    for (const [at, definition] of input.definitions.entries()) {
      await connectServer(room.servers, { uri: uris[at] ?? '', definition })
      await room.servers.stop(uris[at] ?? '')
    }
    await frame.compare({
      what: input.what,
      unit: 'ms',
      ours: () => timed(uris),
      reference: () => timed(uris.slice(-1)),
      runs: input.runs,
      ...(input.bar === undefined ? {} : { bar: input.bar }),
    })
  } finally {
    await room.close()
  }
}
