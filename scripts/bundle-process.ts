import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { appRoot } from '../src-daemon/platform/app.ts'
import { builtWorkers } from './built-workers.ts'
import { inLatin1 } from './in-latin-1.ts'

/**
 * Bundles a program and its imports into one file, since starting some hundred of them is most of what a kill test
 * does.
 *
 * @param entry path of the program's source
 * @param directory an empty one, or one without `program/` and `node_modules`; the caller removes it
 * @returns path of the file, in `directory`
 */
export const bundleProcess = async (entry: string, directory: string): Promise<string> => {
  // Where the program looks for files beside its sources, such as workers.
  const seat = join(appRoot, 'src-daemon', 'platform', 'app.ts')
  const outDir = join(directory, 'program')
  await build({
    root: appRoot,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // As in the build: a fifth of the time that a program takes to start.
    json: { stringify: true, namedExports: false },
    plugins: [...builtWorkers(), inLatin1()],
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(seat).href),
      'import.meta.dirname': JSON.stringify(dirname(seat)),
    },
    ssr: { noExternal: true, external: ['better-sqlite3', '@automerge/automerge', '@napi-rs/keyring'] },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs', codeSplitting: false } },
    },
  })
  symlinkSync(join(appRoot, 'node_modules'), join(directory, 'node_modules'), 'junction')
  return join(outDir, 'program.mjs')
}
