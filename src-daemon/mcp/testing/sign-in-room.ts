import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { IdentityService } from '../../identity/types.ts'
import type { Database } from '../../storage/index.ts'
import { createNetworkGuard } from '../../network/guard.ts'
import type { ServersService } from '../servers/types.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
  type AuthorizationServerOptions,
} from './authorization-server.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { plainServers } from './plain-servers.ts'
import { startGuardedServer, type GuardedServer, type GuardedServerOptions } from './guarded-server.ts'
import { connectServer } from './connect-server.ts'

export const NOTES = 'my-notes'
const never = new AbortController().signal

/** Servers with a real key store, one that requires a sign-in, and its authorization server. */
export interface SignInRoom {
  readonly servers: ServersService
  readonly identity: IdentityService
  readonly authorization: AuthorizationServer
  readonly server: GuardedServer
  /** Moves the clock of the servers. */
  later(ms: number): void
  call(tool?: string): Promise<Record<string, unknown>>
  /** Connects the server, which is kept without a sign-in. */
  connect(): Promise<void>
  /** Starts a sign-in, follows the browser's redirects, and waits for the end. */
  signIn(): Promise<void>
  /** Follows an address like a browser, and returns the final page. */
  browse(address: string): Promise<{ status: number; body: string }>
  /** The same servers after a restart of the daemon. */
  restart(): Promise<SignInRoom>
  /** Everything in the data directory, as one text. */
  onDisk(): string
}

/** @param home the data directory of a test, and its database; `open` makes the owner's identity in it */
export const useSignInRoom = (
  home: { readonly dataDir: string; database(): Database },
  open: () => Promise<IdentityService>,
) => {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  const room = (input: {
    identity: IdentityService
    authorization: AuthorizationServer
    server: GuardedServer
    document?: string
  }): SignInRoom => {
    const { identity, authorization, server } = input
    let skew = 0
    const guard = createNetworkGuard()
    const servers = plainServers({
      root: home.dataDir,
      db: home.database(),
      guard,
      now: () => new Date(Date.now() + skew),
      // Its home is the data directory: there is no other folder, and `onDisk` reads every file.
      sandbox: createSandbox({
        places: { home: home.dataDir, dataDir: home.dataDir },
        runDir: home.dataDir,
        searchPath: '',
      }),
      secret: identity.secrets.use,
      secretStore: { isLocked: identity.secrets.isLocked, onChange: identity.onChange },
      signIn: { secrets: identity.secrets, clientDocument: () => input.document ?? '' },
    })
    closing.push(
      () => guard.close(),
      () => servers.close(),
    )
    const browse: SignInRoom['browse'] = async (address) => {
      const response = await fetch(address)
      return { status: response.status, body: await response.text() }
    }
    return {
      servers,
      identity,
      authorization,
      server,
      later: (ms) => {
        skew += ms
      },
      call: (action = 'read') => servers.call({ serverUri: NOTES, action, arguments: {}, signal: never }),
      connect: async () => {
        await connectServer(servers, {
          uri: NOTES,
          definition: { kind: 'url', url: server.url, headers: {} },
        })
      },
      browse,
      signIn: async () => {
        const { address } = await servers.signIn({ uri: NOTES })
        const [finished] = await Promise.allSettled([servers.finishSignIn(NOTES), browse(address)])
        if (finished.status === 'rejected') throw finished.reason
        servers.accept({ uri: NOTES, tools: finished.value.tools })
      },
      restart: async () => {
        await servers.close()
        return room(input)
      },
      onDisk: () => {
        home.database().pragma('wal_checkpoint(TRUNCATE)')
        return readdirSync(home.dataDir)
          .map((name) => readFileSync(join(home.dataDir, name)).toString('latin1'))
          .join('\n')
      },
    }
  }

  return async (
    options: {
      authorization?: AuthorizationServerOptions
      server?: GuardedServerOptions
      identity?: Promise<IdentityService>
      document?: string
    } = {},
  ): Promise<SignInRoom> => {
    const authorization = await startAuthorizationServer(options.authorization)
    const server = await startGuardedServer(authorization, options.server)
    closing.push(authorization.close, server.close)
    const { document } = options
    const identity = await (options.identity ?? open())
    return room({ identity, authorization, server, ...(document === undefined ? {} : { document }) })
  }
}
