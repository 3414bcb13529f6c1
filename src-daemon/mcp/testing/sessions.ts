import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appRoot } from '../../platform/app.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { sandboxGrantsSchema } from '../../contract/sandbox.ts'
import { createServerLog, type ServerLog } from '../transports/server-log.ts'
import { openSession, type Session } from '../sessions/session.ts'
import { SESSION_TIMES } from '../sessions/times.ts'

type Input = Parameters<typeof openSession>[0]

/** Sessions with servers in the sandbox, and the test folder they work in. */
export interface TestSessions {
  readonly folder: string
  open(
    args: readonly string[],
    options?: Partial<Omit<Input, 'target' | 'server'>> & {
      readonly write?: readonly string[]
      readonly read?: readonly string[]
      readonly env?: Readonly<Record<string, string>>
      readonly log?: ServerLog
    },
  ): Promise<Session>
  /** A server of `testing/`, by the name of its file. */
  fixture(name: string): string
  /** An official server, by the name of its package. */
  official(name: string): string
  /** Closes all sessions that were opened. */
  end(): Promise<void>
  remove(): void
}

/** Each test file creates its own. */
export const createTestSessions = (): TestSessions => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-mcp-'))
  const home = join(folder, 'home')
  const dataDir = join(folder, 'data')
  for (const one of [home, dataDir]) mkdirSync(one)
  const fixtures = join(appRoot, 'src-daemon/mcp/testing')
  const modules = join(appRoot, 'node_modules')
  const sandbox = createSandbox({
    places: { home, dataDir },
    runDir: folder,
    searchPath: process.env['PATH'] ?? '',
  })
  const opened = new Set<Session>()
  return {
    folder,
    open: async (args, { write = [], read = [], env = {}, log, ...options } = {}) => {
      const session = await openSession({
        server: 'test',
        log: log ?? createServerLog(() => new Date()),
        times: { ...SESSION_TIMES, graceMs: 500 },
        ...options,
        target: {
          kind: 'program',
          prepare: () =>
            sandbox.prepare({
              command: process.execPath,
              args: [...args],
              env: { ...env },
              cwd: null,
              grants: sandboxGrantsSchema.parse({ read: [fixtures, modules, ...read], write: [...write] }),
            }),
        },
      })
      opened.add(session)
      return session
    },
    fixture: (name) => join(fixtures, name),
    official: (name) => join(modules, '@modelcontextprotocol', name, 'dist', 'index.js'),
    end: async () => {
      await Promise.all([...opened].map((session) => session.close()))
      opened.clear()
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
