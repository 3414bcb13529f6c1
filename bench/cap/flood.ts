import { OWNER } from '../../src-daemon/capabilities/index.ts'
import { join } from 'node:path'
import { appRoot } from '../../src-daemon/platform/app.ts'
import type { Benchmark } from '../frame.ts'
import { openRoom, programOf } from './room.ts'
import { connectServer } from '../../src-daemon/mcp/testing/connect-server.ts'

const SERVERS = join(appRoot, 'src-daemon/mcp/testing')
/** Ways of writing 1 GB to standard output: text that isn't a message, unrequested messages, and an endless one. */
const FLOODS = ['flood', 'flood_messages', 'endless_line']
const MB = 1024 * 1024

/** How much the memory of the process that reads grows while a server floods it. */
export const floodRow: Benchmark = async (frame, { quick }) => {
  for (const mode of FLOODS)
    await frame.compare({
      what: `memory that is taken at most while a server writes 1 GB (${mode})`,
      unit: 'MB',
      ours: () => grown(mode),
      runs: quick ? 1 : 5,
      bar: { atMost: 100 },
    })
}

const grown = async (mode: string): Promise<number> => {
  const room = openRoom()
  try {
    await connectServer(room.servers, {
      uri: 'flood',
      definition: programOf(SERVERS, [join(SERVERS, 'hostile-server.mjs'), mode]),
    })
    const [tool] = room.capabilities.list()
    if (tool === undefined) throw new Error('no tool')
    const before = process.memoryUsage.rss()
    let most = before
    const look = (): void => {
      most = Math.max(most, process.memoryUsage.rss())
    }
    const looking = setInterval(look, 5)
    const { capability_id, version } = tool
    const { ok } = await room.capabilities.invoke(
      { capability_id, version },
      {},
      { caller: 'internal', principal: OWNER, turn: null },
    )
    look()
    clearInterval(looking)
    if (ok) throw new Error('a flood was taken for an answer')
    return Math.max(0, most - before) / MB
  } finally {
    await room.close()
  }
}
