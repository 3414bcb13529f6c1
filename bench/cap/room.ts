import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNetworkGuard } from '../../src-daemon/network/index.ts'
import { plainServers } from '../../src-daemon/mcp/testing/plain-servers.ts'
import type { ServerDefinition } from '../../src-daemon/contract/servers.ts'
import { createMcpSource } from '../../src-daemon/capabilities/index.ts'
import { openDatabase } from '../../src-daemon/storage/index.ts'
import { personAnswers } from '../../src-daemon/testing/approvals.ts'
import { plainCapabilities } from '../../src-daemon/capabilities/testing.ts'

export type Room = ReturnType<typeof openRoom>

/** The room of capabilities with everything real in it: a store on disk, the sandbox, MCP servers; and a person who always allows. */
export const openRoom = () => {
  const root = mkdtempSync(join(tmpdir(), 'satchel-bench-cap-'))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  const db = openDatabase({ path: join(root, 'data', 'state.db') })
  const guard = createNetworkGuard()
  const servers = plainServers({ root, db, guard })
  const capabilities = plainCapabilities({
    sources: [createMcpSource({ servers, language: () => 'en' })],
    db,
    log: {
      error: (data, message) => {
        throw new Error(message, { cause: data })
      },
    },
  })
  const ending = personAnswers(capabilities.approvals, () => ({
    decision: 'allow',
    scope: 'tool',
    pattern: null,
    until: 'revoked',
  }))
  return {
    servers,
    capabilities,
    close: async (): Promise<void> => {
      ending()
      capabilities.close()
      await servers.close()
      await guard.close()
      db.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** A program of this machine as a server that may read `folder`. */
export const programOf = (folder: string, args: readonly string[]): ServerDefinition => ({
  kind: 'command',
  command: process.execPath,
  args: [...args],
  env: {},
  cwd: null,
  grants: { read: [folder], write: [], hosts: [], unsandboxed: false },
})
