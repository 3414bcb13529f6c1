import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect } from 'vitest'
import { appRoot } from '../../../platform/app.ts'
import { isRunning } from '../../../platform/processes.ts'
import { createSandbox } from '../../../sandbox/sandbox.ts'
import { sandboxGrantsSchema } from '../../../contract/sandbox.ts'
import { createServerLog } from '../../transports/server-log.ts'
import { openSession, type Session } from '../session.ts'
import { SESSION_TIMES, type SessionTimes } from '../times.ts'

export const fixtures = join(appRoot, 'src-daemon/mcp/testing')
export const never = new AbortController().signal
export const act = (session: Session, args: Record<string, unknown> = {}, signal = never) =>
  session.call('act', args, { signal })
export const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  )

/** Sessions with servers in the sandbox, ended after each test of a file. */
export const useSessions = () => {
  const root = mkdtempSync(join(tmpdir(), 'satchel-mcp-'))
  const home = join(root, 'home')
  const dataDir = join(root, 'data')
  for (const folder of [home, dataDir]) mkdirSync(folder)
  const hostile = join(fixtures, 'hostile-server.mjs')
  const modules = join(appRoot, 'node_modules')
  const sandbox = createSandbox({
    places: { home, dataDir },
    runDir: root,
    searchPath: process.env['PATH'] ?? '',
  })
  /** What stands in the environment of everything a test starts, so that what is left over can be counted. */
  const mark = randomUUID()
  const opened = new Set<Session>()

  const open = async (
    args: readonly string[],
    options: {
      times?: Partial<SessionTimes>
      write?: string[]
      env?: Record<string, string>
      unsandboxed?: boolean
      memory?: number
      signal?: AbortSignal
      log?: ReturnType<typeof createServerLog>
    } = {},
  ): Promise<Session> => {
    const session = await openSession({
      server: 'test',
      log: options.log ?? createServerLog(() => new Date()),
      times: { ...SESSION_TIMES, graceMs: 500, ...options.times },
      signal: options.signal,
      target: {
        kind: 'program',
        prepare: () =>
          sandbox.prepare({
            command: process.execPath,
            args: [...args],
            env: { NAMED: mark, ...options.env },
            cwd: null,
            grants: sandboxGrantsSchema.parse({
              read: [fixtures, modules],
              write: options.write ?? [],
              unsandboxed: options.unsandboxed ?? false,
              memory: options.memory,
            }),
          }),
      },
    })
    opened.add(session)
    return session
  }
  const openHostile = (mode: string, options: Parameters<typeof open>[1] & { extra?: string } = {}) =>
    open([hostile, mode, options.extra ?? ''], options)

  /** Processes of this file that still run, whatever started them. */
  const left = (): number[] =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => {
        try {
          return (
            Number.isInteger(pid) &&
            readFileSync(`/proc/${String(pid)}/environ`, 'utf8').includes(mark) &&
            isRunning(pid)
          )
        } catch {
          return false
        }
      })

  afterEach(async () => {
    await Promise.all([...opened].map((session) => session.close()))
    opened.clear()
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
  })
  afterAll(() => {
    rmSync(root, { recursive: true, force: true })
  })

  return { home, dataDir, modules, open, root, openHostile, left, hostile }
}
