import { readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, extname, sep } from 'node:path'
import { SatchelError, toErrorView } from '../../../platform/errors.ts'
import { decodeText } from '../../../platform/decode-text.ts'
import type { Language } from '../../../contract/language.ts'
import { createNpmRegistry } from '../../pins/npm-registry.ts'
import { unreadable } from './documents.ts'
import { configLocations } from './locations.ts'
import { serversIn } from './parse-config.ts'
import { readServers } from './read-server.ts'
import type { ServerImporter } from './types.ts'
import type { ImportableFile, ImportedServer } from '../../../contract/server-import.ts'

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

  const readAs = async (text: string, name?: string): Promise<readonly ImportedServer[]> =>
    await readServers(serversIn(text, name), { home, language: language(), npmRegistry })
  const read: ServerImporter['read'] = (text) => readAs(text)

  const files: ServerImporter['files'] = async () => {
    const found = configLocations({ platform, home, env })
      .flatMap(({ app, path }) => filesAt(path).map((file) => ({ app, path: file })))
      .map(async ({ app, path }): Promise<ImportableFile[]> => {
        try {
          const size = statSync(path, { throwIfNoEntry: false })?.size
          if (size === undefined) return []
          if (size > MAX_FILE_BYTES) throw unreadable('too_large')
          const servers = await readAs(decodeText(readFileSync(path)), basename(path, extname(path)))
          return [{ app, path, servers: [...servers], problem: null }]
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

/** The files a path stands for; none where a folder isn't there or can't be read. */
const filesAt = (path: string): readonly string[] => {
  const parts = path.split(sep)
  const at = parts.findIndex((part) => part.includes('*'))
  if (at === -1) return [path]
  const folder = parts.slice(0, at).join(sep)
  const [before = '', after = ''] = (parts[at] ?? '').split('*')
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(before) && name.endsWith(after))
      .toSorted()
      .flatMap((name) => filesAt([folder, name, ...parts.slice(at + 1)].join(sep)))
  } catch {
    return []
  }
}
