import { homedir } from 'node:os'
import { createBundleFiles, createServers, createServerSecrets, createServerSources } from '../mcp/index.ts'
import { loginPath, searchPath } from '../platform/login-path.ts'
import { createSandbox } from '../sandbox/index.ts'
import { closedBy } from './closing.ts'
import type { Ground } from './ground.ts'
import type { Owner } from './owner.ts'

export type Servers = ReturnType<typeof wireServers>

/** The owner's MCP servers, where they come from, and the sandbox for programs. */
export const wireServers = (
  { input, db, guard, dids, identity, now }: Ground,
  { settings, language }: Owner,
  stack: AsyncDisposableStack,
) => {
  const { paths, log, told } = input
  const sandbox = createSandbox({
    places: { home: homedir(), dataDir: paths.dataDir, socketDir: paths.socketDir },
    runDir: paths.socketDir,
    searchPath: searchPath(process.env['PATH'] ?? '', homedir()),
    loginPath: () => loginPath(process.env),
    log: (event) => {
      log.debug(event, 'network of a program')
    },
  })
  const bundleFiles = createBundleFiles(paths.bundlesDir)
  const connectedServers = closedBy(
    stack,
    createServers({
      db,
      now,
      told,
      language,
      guard,
      sandbox,
      secret: identity.secrets.use,
      secretStore: { isLocked: identity.secrets.isLocked, onChange: identity.onChange },
      resolveDid: async (did) => (await dids.resolve(did)).document,
      signIn: { secrets: identity.secrets, clientDocument: () => settings.get().clientMetadataUrl },
      bundleFolder: bundleFiles.checked,
      fetchedDir: paths.fetchedDir,
    }),
  )
  const from = { bundleFiles, servers: connectedServers, guard, language, settings, sandbox }
  return {
    sandbox,
    connectedServers,
    serverSecrets: createServerSecrets({ secrets: identity.secrets, servers: connectedServers }),
    ...createServerSources(from),
  }
}
