import { existsSync, statSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { callTRPCProcedure, type ProcedureType } from '@trpc/server'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { connectDaemon, findDaemon } from '../../client/index.ts'
import { createBackups } from '../../backups/index.ts'
import { createLifecycle } from '../../lifecycle/index.ts'
import { appVersion, PROTOCOL } from '../../platform/app.ts'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { prepareDataDir } from '../../platform/paths.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { listenOnLocalSocket } from './local-socket.ts'
import { listenOnLoopback } from './loopback.ts'
import { createProgramConnections } from './programs.ts'
import { createConnections } from './connections.ts'
import type { Daemon } from '../core/context.ts'
import { appRouter } from '../routers/router.ts'

const log = pino({ level: 'silent' })

describe('the API on its carriers', () => {
  let home: ReturnType<typeof tempHome>
  const cleanups: (() => unknown)[] = []

  beforeEach(() => {
    home = tempHome()
    prepareDataDir(home.paths)
  })
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    home.remove()
  })

  const startCore = () => {
    const core = createLifecycle({
      info: {
        version: appVersion,
        protocol: PROTOCOL,
        pid: process.pid,
        startedAt: new Date().toISOString(),
        dataDir: home.paths.dataDir,
        command: 'satchel',
      },
      log,
      open: () =>
        Promise.reject(
          new SatchelError('database_corrupt', { params: { path: home.paths.database, problem: 'test' } }),
        ),
      reopen: () => Promise.reject(new SatchelError('internal')),
      ...createBackups({
        paths: home.paths,
        settings: () => ({ backups: false, backupFolder: '' }),
        key: () => Promise.resolve(null),
        now: () => new Date(),
        log,
      }),
      checkPassphrase: () => Promise.reject(new SatchelError('internal')),
      restoreDataKey: () => Promise.reject(new SatchelError('internal')),
      setAside: () => 'somewhere',
      isDiskFull: () => false,
      salvage: () => Promise.reject(new Error('nothing is damaged')),
      judgePassphrase: () => Promise.reject(new SatchelError('internal')),
      encryption: {
        status: () => ({
          encrypted: null,
          keyIn: null,
          keyBackedUpAt: null,
          offered: false,
          readableCopies: [],
          problem: null,
        }),
        want: () => undefined,
        decline: () => undefined,
      },
      openWeb: () => Promise.reject(new SatchelError('internal')),
      onStop: () => undefined,
    })
    const connections = createConnections({ core, log })
    cleanups.push(() => {
      connections.close()
    })
    const programs = createProgramConnections({ core, log })
    cleanups.push(() => {
      programs.close()
    })
    return { core, connections, programs }
  }

  const startLocal = async () => {
    const { core, connections, programs } = startCore()
    const local = await listenOnLocalSocket({ path: home.paths.socket, connections, programs })
    cleanups.push(() => local.close())
    return core
  }

  const startWeb = async () => {
    const { core, connections } = startCore()
    const web = await listenOnLoopback({
      port: 0,
      rendererDir: import.meta.dirname,
      redirectDir: home.paths.runDir,
      connections,
      core,
    })
    cleanups.push(() => web.close())
    const { origin, host } = new URL(web.link({ redirect: false }).url)
    return { origin, host }
  }

  it('answers on a socket that only its user can open', async () => {
    await startLocal()
    expect(statSync(home.paths.socket).mode & 0o777).toBe(0o600)
    expect(statSync(home.paths.runDir).mode & 0o777).toBe(0o700)
    const client = await connectDaemon({ socket: home.paths.socket }, 'cli')
    expect((await client.api.system.status.query()).info.pid).toBe(process.pid)
    await client.close()
  })

  it('replaces the socket of a dead daemon, and never a file that is something else', async () => {
    writeFileSync(home.paths.socket, 'mine')
    await expect(startLocal()).rejects.toMatchObject({ code: 'socket_unusable' })
    expect(existsSync(home.paths.socket)).toBe(true)
  })

  it('finds no daemon where none answers', async () => {
    expect(await findDaemon(home.paths)).toBeNull()
  })

  it.each(['/rpc/cli', '/program'])(
    'survives what a client of another version sends instead of agreeing to the close: %s',
    async (path) => {
      await startLocal()
      const uncaught: unknown[] = []
      const note = (failure: unknown): void => void uncaught.push(failure)
      process.on('uncaughtException', note)
      cleanups.push(() => process.off('uncaughtException', note))
      for (const garbage of ['8380', '8101', 'c100', '81fe00', 'ffffffffff']) {
        const socket = connect(home.paths.socket)
        cleanups.push(() => socket.destroy())
        const ended = new Promise((resolve) => socket.once('close', resolve))
        socket.write(
          `GET ${path}?protocol=0&version=0 HTTP/1.1\r\nHost: satchel\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
            'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
        )
        await new Promise((resolve) => socket.once('data', resolve))
        socket.write(Buffer.from(garbage, 'hex'))
        await ended
      }
      const client = await connectDaemon({ socket: home.paths.socket }, 'cli')
      await client.close()
      expect(uncaught).toEqual([])
    },
  )

  it('tells a client of another version so, and what to do', async () => {
    await startLocal()
    const old = new WebSocket('ws://satchel/rpc/cli?protocol=0&version=0.0.1', {
      createConnection: () => connect(home.paths.socket),
    })
    const [code, reason] = await new Promise<[number, string]>((resolve) => {
      old.once('close', (closeCode, text) => {
        resolve([closeCode, text.toString()])
      })
    })
    expect(code).toBe(4001)
    expect(JSON.parse(reason)).toEqual({
      code: 'version_mismatch',
      params: { client: '0.0.1', daemon: appVersion },
    })
  })

  it('says what blocks the daemon on every call that needs it to be ready', async () => {
    const core = await startLocal()
    await core.start()
    const client = await connectDaemon({ socket: home.paths.socket }, 'cli')
    expect((await client.api.system.status.query()).phase).toMatchObject({
      kind: 'blocked',
      remedy: 'set_aside_database',
      keyRestorable: false,
    })
    await expect(client.api.state.scopes.query()).rejects.toMatchObject({
      data: { satchel: { code: 'database_corrupt' } },
    })
    await client.close()
  })

  it('names the field of a malformed request', async () => {
    await startLocal()
    const client = await connectDaemon({ socket: home.paths.socket }, 'cli')
    await expect(client.api.system.openWeb.mutate({ port: -1 })).rejects.toMatchObject({
      message: expect.stringContaining('port') as unknown,
      data: { satchel: { code: 'invalid_request' } },
    })
    await client.close()
  })

  it('does not let another program answer for the owner', async () => {
    await startLocal()
    const client = await connectDaemon({ socket: home.paths.socket }, 'mcp')
    await expect(client.api.system.createVault.mutate({ passphrase: 'x' })).rejects.toMatchObject({
      data: { satchel: { code: 'caller_not_allowed' } },
    })
    await client.close()
  })

  it('lets another program see what there is to use, and nothing that is the owner’s', async () => {
    const core = { ...startCore().core, daemon: () => z.custom<Daemon>().parse({}) }
    const allowed: string[] = []
    for (const [path, { _def: definition }] of Object.entries(procedures)) {
      const code = await callTRPCProcedure({
        router: appRouter,
        path,
        type: definition.type,
        ctx: { core, caller: 'mcp', closed: new AbortController().signal, signOut: null },
        getRawInput: () => Promise.resolve(undefined),
        signal: undefined,
        batchIndex: 0,
      }).then(
        () => 'answered',
        (thrown: unknown) => toSatchelError(thrown instanceof Error ? (thrown.cause ?? thrown) : thrown).code,
      )
      if (code !== 'caller_not_allowed') allowed.push(path)
    }
    expect(allowed.toSorted()).toEqual([
      'capabilities.describe',
      'capabilities.list',
      'system.ping',
      'system.status',
    ])
  })

  it('signs no text that would pass for a signed package or request', async () => {
    const signed: string[] = []
    const identity = {
      sign: ({ bytes }: { bytes: Uint8Array }) => {
        signed.push(Buffer.from(bytes).toString())
        return Promise.resolve({ keyId: 'did:key:z#z', signature: new Uint8Array(64) })
      },
    }
    const core = { ...startCore().core, daemon: () => z.custom<Daemon>().parse({ identity }) }
    const caller = appRouter.createCaller({
      core,
      caller: 'renderer',
      closed: new AbortController().signal,
      signOut: null,
    })
    await expect(caller.identity.signText({ text: 'DIDAuthV1:{"operation":"pay"}' })).rejects.toThrow(
      /request/,
    )
    await expect(caller.identity.signText({ text: 'NuwaACPv1:x' })).rejects.toThrow(/request/)
    await caller.identity.signText({ text: 'I said: DIDAuthV1:' })
    expect(signed).toEqual(['I said: DIDAuthV1:'])
  })

  it('outlives clients that ask for nonsense or leave in the middle', async () => {
    const { host, origin } = await startWeb()
    const core = await startLocal()
    const failures: unknown[] = []
    const note = (failure: unknown) => failures.push(failure)
    process.on('uncaughtException', note)
    process.on('unhandledRejection', note)
    cleanups.push(() => process.off('uncaughtException', note).off('unhandledRejection', note))
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
    const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'
    await leave(connect(home.paths.socket), `GET // HTTP/1.1\r\nHost: satchel\r\n${upgrade}${key}`)
    const address = new URL(origin)
    const toWeb = () => connect(Number(address.port), address.hostname)
    await leave(toWeb(), `GET /rpc HTTP/1.1\r\nHost: evil.example\r\n${upgrade}${key}`)
    await leave(
      toWeb(),
      `POST /session HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Length: 100\r\n\r\n{"tok`,
    )
    await leave(toWeb(), `GET /%E0%A4%A HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    const client = await connectDaemon({ socket: home.paths.socket }, 'cli')
    expect((await client.api.system.status.query()).info.pid).toBe(core.info.pid)
    await client.close()
    expect(failures).toEqual([])
  })
})

const procedures = z
  .record(z.string(), z.custom<{ readonly _def: { readonly type: ProcedureType } }>())
  .parse(appRouter._def.procedures)

/** Sends `text` and resets the connection. */
const leave = async (socket: Socket, text: string): Promise<void> => {
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    socket.write(text, () => {
      resolve()
    })
  })
  await setTimeout(30)
  // A reset is what a crashed client leaves on TCP; a Unix socket has none.
  if (socket.remoteAddress === undefined) socket.destroy()
  else socket.resetAndDestroy()
  await setTimeout(30)
}
