import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNetworkGuard } from '../network/index.ts'
import type { ServerDefinition } from '../contract/servers.ts'
import type { ServersService } from '../mcp/index.ts'
import { appRoot } from '../platform/app.ts'
import type { Database } from '../storage/index.ts'
import { plainServers } from '../mcp/testing/plain-servers.ts'
import { connectServer } from '../mcp/testing/connect-server.ts'

const fixtures = join(appRoot, 'src-daemon/mcp/testing')

/** The tools and answers of a scripted server. */
export interface ServerScript {
  /** As the server lists them; a missing `inputSchema` is added. */
  readonly tools: readonly Readonly<Record<string, unknown>>[]
  /** Results of `tools/call`, by tool; other tools return their arguments. */
  readonly answers?: Readonly<Record<string, unknown>>
}

/** The servers room with a real sandbox and scripted servers in it; call `remove` after closing it. */
export const makeScriptedServers = () => {
  const root = mkdtempSync(join(tmpdir(), 'satchel-script-'))
  for (const name of ['home', 'data', 'scripts']) mkdirSync(join(root, name))
  const guard = createNetworkGuard()
  const open = (db: Database): ServersService => plainServers({ root, db, guard })
  const fileOf = (uri: string): string => join(root, 'scripts', `${uri}.json`)
  /** Sets the script of the server `uri` from now on. */
  const setScript = (uri: string, script: ServerScript): void => {
    const tools = script.tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool }))
    writeFileSync(fileOf(uri), JSON.stringify({ ...script, tools }))
  }
  /** Connects one whose tools aren't accepted yet. */
  const add = (servers: ServersService, uri: string, script: ServerScript) => {
    setScript(uri, script)
    return servers.add({ uri, definition: definitionOf(uri) })
  }
  /** Connects one and accepts its tools. */
  const connect = (servers: ServersService, uri: string, script: ServerScript) => {
    setScript(uri, script)
    return connectServer(servers, { uri, definition: definitionOf(uri) })
  }
  const definitionOf = (uri: string): ServerDefinition => ({
    kind: 'command',
    command: process.execPath,
    args: [join(fixtures, 'scripted-server.mjs'), fileOf(uri)],
    env: {},
    cwd: null,
    grants: { read: [fixtures, join(root, 'scripts')], write: [], hosts: [], unsandboxed: false },
  })
  const remove = async (): Promise<void> => {
    await guard.close()
    rmSync(root, { recursive: true, force: true })
  }
  return { root, open, setScript, add, connect, remove }
}
