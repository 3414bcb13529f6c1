import { join } from 'node:path'
import { createToldSecrets } from '../../platform/told-secrets.ts'
import { createSandbox } from '../../sandbox/index.ts'
import { noSecrets } from '../../testing/secrets.ts'
import { createBundleFiles } from '../adding/bundles/files.ts'
import { createServers, type ServersDeps } from '../servers/servers.ts'
import type { ServersService } from '../servers/types.ts'

/**
 * The servers of a test's folder, which has a `home` and a `data` in it: in the sandbox, with the programs of this
 * computer. By default, no account is signed in and there are no secrets; `given` changes that.
 */
export const plainServers = ({
  root,
  ...given
}: Pick<ServersDeps, 'db' | 'guard'> & Partial<ServersDeps> & { readonly root: string }): ServersService => {
  const dataDir = join(root, 'data')
  const secrets = noSecrets()
  return createServers({
    now: () => new Date(),
    language: () => 'en',
    told: createToldSecrets(),
    sandbox: createSandbox({
      places: { home: join(root, 'home'), dataDir },
      runDir: root,
      searchPath: process.env['PATH'] ?? '',
    }),
    secret: secrets.use,
    secretStore: { isLocked: secrets.isLocked, onChange: () => () => undefined },
    signIn: { secrets, clientDocument: () => '' },
    resolveDid: (did) => Promise.reject(new Error(`a test without DIDs was asked for ${did}`)),
    bundleFolder: createBundleFiles(join(dataDir, 'bundles')).checked,
    fetchedDir: join(dataDir, 'fetched'),
    ...given,
  })
}
