import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openDatabase, type Database } from '../storage/index.ts'
import { makeScriptedServers } from './scripted-server.ts'
import type { ServersService } from '../mcp/index.ts'

/** The servers room on a separate database for each test of a file, with scripted servers to connect. */
export const useScriptedServers = () => {
  let made: ReturnType<typeof makeScriptedServers>
  let db: Database
  let servers: ServersService
  beforeEach(() => {
    made = makeScriptedServers()
    db = openDatabase({ path: join(made.root, 'data', 'state.db') })
    servers = made.open(db)
  })
  afterEach(async () => {
    await servers.close()
    db.close()
    await made.remove()
  })
  return {
    servers: (): ServersService => servers,
    add: (...given: Parameters<typeof made.add> extends [unknown, ...infer Rest] ? Rest : never) =>
      made.add(servers, ...given),
    setScript: (...given: Parameters<typeof made.setScript>): void => {
      made.setScript(...given)
    },
  }
}
