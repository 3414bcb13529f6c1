import { readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { SatchelError, toErrorView } from '../../../platform/errors.ts'
import { decodeText } from '../../../platform/decode-text.ts'
import type { Language } from '../../../contract/language.ts'
import { createNpmRegistry } from '../../pins/npm-registry.ts'
import { unreadable } from './documents.ts'
import { configLocations, EACH_JSON } from './locations.ts'
import { serversIn } from './parse-config.ts'
import { readServers } from './read-server.ts'
import type { ServerImporter } from './types.ts'
import type { ImportableFile } from '../../../contract/server-import.ts'

/** Apps keep more than servers in these files; 16 MiB is far more than any of them writes. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

export const createServerImporter = ({
  language,
  home = homedir(),
  platform = process.platform,
  env = process.env,
  locate,
}: {
  readonly language: () => Language
  readonly home?: string | undefined
  readonly platform?: NodeJS.Platform | undefined
  readonly env?: NodeJS.ProcessEnv | undefined
  /** Resolves a program as the system does. Errors: `server_program_missing`. */
  readonly locate: (command: string) => Promise<string>
}): ServerImporter => {
  const npmRegistry = createNpmRegistry({ env, home, locate })

  const read: ServerImporter['read'] = async (text) =>
    await readServers(serversIn(text), { home, language: language(), npmRegistry })

  const files: ServerImporter['files'] = async () => {
    const found = configLocations({ platform, home, env })
      .flatMap(({ app, path }) => filesAt(path).map((file) => ({ app, path: file })))
      .map(async ({ app, path }): Promise<ImportableFile[]> => {
        try {
          const size = statSync(path, { throwIfNoEntry: false })?.size
          if (size === undefined) return []
          if (size > MAX_FILE_BYTES) throw unreadable('too_large')
          return [{ app, path, servers: [...(await read(decodeText(readFileSync(path))))], problem: null }]
        } catch (thrown) {
          // An app without servers may still have a file.
          if (thrown instanceof SatchelError && thrown.code === 'server_config_empty') return []
          return [{ app, path, servers: [], problem: toErrorView(thrown, language()) }]
        }
      })
    return (await Promise.all(found)).flat()
  }

  return { files, read }
}

/** The file, or those of the folder; a folder that isn't there or can't be read has none. */
const filesAt = (path: string): readonly string[] => {
  if (basename(path) !== EACH_JSON) return [path]
  try {
    const names = readdirSync(dirname(path)).filter((name) => extname(name) === '.json')
    return names.toSorted().map((name) => join(dirname(path), name))
  } catch {
    return []
  }
}
