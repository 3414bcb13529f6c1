import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { z } from 'zod'

/** What a fresh process needs to open a store and answer a first query. */
const openingSchema = z.object({ milliseconds: z.number(), rssMiB: z.number() })
export type Opening = z.infer<typeof openingSchema>

const root = join(import.meta.dirname, '..', '..')

/**
 * Opens stores in processes of their own: `ours` or `floor`, the file as it is. Both run as what we ship does, bundled:
 * otherwise a third of the memory, on both sides, were that of Node removing the types of each source.
 */
export interface Opener {
  openIn(which: 'ours' | 'floor', path: string): Opening
  close(): void
}

export const createOpener = async (): Promise<Opener> => {
  // Where our program finds its root.
  const out = join(root, 'out')
  mkdirSync(out, { recursive: true })
  const directory = mkdtempSync(join(out, 'opening-'))
  for (const which of ['ours', 'floor']) await bundle(which, directory)
  return {
    openIn: (which, path) => {
      const script = join(directory, which, `${which}.mjs`)
      const printed = execFileSync(process.execPath, ['--expose-gc', script, path], { encoding: 'utf8' })
      return openingSchema.parse(JSON.parse(printed))
    },
    close: () => {
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const bundle = async (which: string, directory: string): Promise<void> => {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['better-sqlite3', '@automerge/automerge'] },
    build: {
      ssr: join(import.meta.dirname, `opening-${which}.ts`),
      outDir: join(directory, which),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: `${which}.mjs`, codeSplitting: false } },
    },
  })
}
