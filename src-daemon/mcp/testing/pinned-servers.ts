import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createNetworkGuard, type NetworkGuard } from '../../network/guard.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { sandboxGrantsSchema, type SandboxGrants } from '../../contract/sandbox.ts'
import { localhostTls } from '../../network/testing/localhost-tls.ts'
import { SUPERVISOR_TIMES } from '../sessions/supervisor.ts'
import type { ServersService } from '../servers/types.ts'
import type { ServerDefinition } from '../../contract/servers.ts'
import { plainServers } from './plain-servers.ts'

/** Servers that run downloaded packages or files of the test's folder, in the real sandbox. */
export interface PinnedServers {
  readonly root: string
  readonly fetched: string
  /** A file with the certificate of the test's registry. */
  readonly certificate: string
  servers(): ServersService
  /** Restarts the servers, as after a restart of the daemon. */
  again(): Promise<void>
  end(): Promise<void>
}

/** @param programs a folder whose programs precede those of the system */
export const openPinnedServers = (programs?: (root: string) => string): PinnedServers => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'satchel-pins-')))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  const certificate = join(root, 'registry.pem')
  writeFileSync(certificate, localhostTls.cert)
  const fetched = join(root, 'data', 'fetched')
  const searchPath = [programs?.(root) ?? '', process.env['PATH'] ?? ''].filter(Boolean).join(delimiter)
  const db: Database = openDatabase({ path: join(root, 'data', 'state.db') })
  const guard: NetworkGuard = createNetworkGuard()
  const made = (): ServersService =>
    plainServers({
      root,
      db,
      guard,
      sandbox: createSandbox({
        places: { home: join(root, 'home'), dataDir: join(root, 'data') },
        runDir: root,
        searchPath,
      }),
      fetchedDir: fetched,
      supervisorTimes: SUPERVISOR_TIMES,
    })
  let servers = made()
  return {
    root,
    fetched,
    certificate,
    servers: () => servers,
    again: async () => {
      await servers.close()
      servers = made()
      servers.sweep()
    },
    end: async () => {
      await servers.close()
      await guard.close()
      db.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** A program without grants, except as given. */
export const programOf = (
  command: readonly string[],
  { env = {}, ...grants }: Partial<SandboxGrants> & { readonly env?: Readonly<Record<string, string>> } = {},
): ServerDefinition => {
  const [program = '', ...args] = command
  return {
    kind: 'command',
    command: program,
    args,
    env: { ...env },
    cwd: null,
    grants: sandboxGrantsSchema.parse(grants),
  }
}
