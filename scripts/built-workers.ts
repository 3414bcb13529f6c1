import { join } from 'node:path'
import type { Plugin } from 'vite'
import { appRoot } from '../src-daemon/platform/app.ts'
import { workerSources } from '../src-daemon/platform/workers.ts'

const BUNDLES = '\0satchel-built-workers'

/**
 * Where `SATCHEL_TEST_BUILT` says that the build is of these sources, tests start the bundles of worker threads: from
 * source, a thread of the IPFS node loads for a second before it works, and tests start some hundred of them.
 */
export const builtWorkers = (): Plugin[] =>
  process.env['SATCHEL_TEST_BUILT'] === '1'
    ? [
        {
          name: 'satchel-built-workers',
          enforce: 'pre',
          resolveId: (id, importer) =>
            id === './workers.ts' && importer === join(appRoot, 'src-daemon/platform/worker-threads.ts')
              ? BUNDLES
              : undefined,
          load: (id) =>
            id === BUNDLES ? `export const workerSources = ${JSON.stringify(bundles)}` : undefined,
        },
      ]
    : []

const bundles = Object.fromEntries(Object.keys(workerSources).map((name) => [name, `out/main/${name}.js`]))
