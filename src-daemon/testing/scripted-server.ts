import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNetworkGuard } from '../network/index.ts'
import { createSandbox } from '../sandbox/index.ts'
import { createServers, type ServersService } from '../mcp/index.ts'
import { appRoot } from '../platform/app.ts'
import type { Database } from '../storage/index.ts'

const fixtures = join(appRoot, 'src-daemon/mcp/testing')

/** What a server that does as it is told has and answers. */
export interface Told {
  readonly tools: readonly {
    readonly name: string
    readonly description?: string
    readonly inputSchema?: Readonly<Record<string, unknown>>
    readonly annotations?: Readonly<Record<string, unknown>>
  }[]
  /** Results of `tools/call`, by tool; what is not named says its arguments. */
  readonly answers?: Readonly<Record<string, unknown>>
}

/** Real servers over a real sandbox, and servers in it that do as they are told; `remove` after they were closed. */
export const makeServices = () => {
  const root = mkdtempSync(join(tmpdir(), 'satchel-told-'))
  for (const name of ['home', 'data', 'told']) mkdirSync(join(root, name))
  const guard = createNetworkGuard()
  const open = (db: Database): ServersService =>
    createServers({
      db,
      guard,
      now: () => new Date(),
      language: () => 'en',
      sandbox: createSandbox({
        places: { home: join(root, 'home'), dataDir: join(root, 'data') },
        runDir: root,
        searchPath: process.env['PATH'] ?? '',
      }),
      secret: () => Promise.reject(new Error('no secrets here')),
      resolveDid: () => Promise.resolve({}),
    })
  const fileOf = (uri: string): string => join(root, 'told', `${uri}.json`)
  /** Says what the server `uri` has and answers from now on. */
  const tell = (uri: string, told: Told): void => {
    const tools = told.tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool }))
    writeFileSync(fileOf(uri), JSON.stringify({ ...told, tools }))
  }
  const connect = async (servers: ServersService, uri: string, told: Told) => {
    tell(uri, told)
    return servers.add({
      uri,
      definition: {
        kind: 'command',
        command: process.execPath,
        args: [join(fixtures, 'told-server.mjs'), fileOf(uri)],
        env: {},
        cwd: null,
        grants: { read: [fixtures, join(root, 'told')], write: [], hosts: [], unsandboxed: false },
      },
    })
  }
  const remove = async (): Promise<void> => {
    await guard.close()
    rmSync(root, { recursive: true, force: true })
  }
  return { open, tell, connect, remove }
}
