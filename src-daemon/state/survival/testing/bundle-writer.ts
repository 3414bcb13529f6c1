import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { appRoot } from '../../../platform/app.ts'

/**
 * Makes one file of the writer and what it imports, since starting some hundred of them is most of what the kill test does.
 * Gives its path, in `directory`.
 */
export const bundleWriter = async (directory: string): Promise<string> => {
  // Where the program looks for what lies beside its sources, workers among them.
  const seat = join(appRoot, 'src-daemon', 'platform', 'app.ts')
  const outDir = join(directory, 'writer')
  await build({
    root: appRoot,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(seat).href),
      'import.meta.dirname': JSON.stringify(dirname(seat)),
    },
    ssr: { noExternal: true, external: ['better-sqlite3', '@automerge/automerge'] },
    build: {
      ssr: join(import.meta.dirname, 'writer.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'writer.mjs', codeSplitting: false } },
    },
  })
  symlinkSync(join(appRoot, 'node_modules'), join(directory, 'node_modules'), 'junction')
  return join(outDir, 'writer.mjs')
}
