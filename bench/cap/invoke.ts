import { OWNER } from '../../src-daemon/capabilities/index.ts'
import { join } from 'node:path'
import { Client, type CallToolResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { appRoot } from '../../src-daemon/platform/app.ts'
import type { Benchmark } from '../frame.ts'
import { median } from '../statistics.ts'
import { openRoom, programOf } from './room.ts'
import { connectServer } from '../../src-daemon/mcp/testing/connect-server.ts'

const MODULES = join(appRoot, 'node_modules')
const EVERYTHING = join(MODULES, '@modelcontextprotocol/server-everything/dist/index.js')
const INPUT = { message: 'hello' }

/** `capability.invoke` of a tool of an official server, against the official client calling the same tool of its own copy of that server. */
export const invokeRow: Benchmark = async (frame, { quick }) => {
  const calls = quick ? 100 : 400
  const room = openRoom()
  const client = new Client({ name: 'bench', version: '1.0.0' })
  try {
    await connectServer(room.servers, { uri: 'everything', definition: programOf(MODULES, [EVERYTHING]) })
    const echo = room.capabilities.list().find(({ capability_id: id }) => id === 'mcp:everything/echo')
    if (echo === undefined) throw new Error('no echo')
    const ref = { capability_id: echo.capability_id, version: echo.version }
    const ours = async (): Promise<void> => {
      const { ok, error } = await room.capabilities.invoke(ref, INPUT, {
        caller: 'internal',
        principal: OWNER,
        turn: null,
      })
      if (!ok) throw new Error(error?.message)
    }
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [EVERYTHING], stderr: 'ignore' }),
    )
    const direct = async (): Promise<void> => {
      const result: CallToolResult = await client.callTool({ name: 'echo', arguments: INPUT })
      if (result.isError === true) throw new Error('echo failed')
    }

    const timed = async (call: () => Promise<void>): Promise<number> => {
      const started = performance.now()
      await call()
      return performance.now() - started
    }
    for (let warm = 0; warm < 50; warm += 1) {
      await ours()
      await direct()
    }
    /** Call by call in turn, so that both meet the same machine. */
    const measure = async (): Promise<{ added: number; direct: number }> => {
      const own: number[] = []
      const bare: number[] = []
      for (let at = 0; at < calls; at += 1) {
        own.push(await timed(ours))
        bare.push(await timed(direct))
      }
      return { added: median(own) - median(bare), direct: median(bare) }
    }
    let last = await measure()
    await frame.compare({
      what: 'p50 that capability.invoke adds to a call of an MCP tool (reference: the call alone with the official client)',
      unit: 'ms',
      ours: async () => {
        last = await measure()
        return last.added
      },
      reference: () => last.direct,
      bar: { atMost: 0.5 },
    })
  } finally {
    await client.close()
    await room.close()
  }
}
