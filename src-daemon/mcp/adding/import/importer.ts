import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { SatchelError, toErrorView } from '../../../platform/errors.ts'
import type { ReasonCode } from '../../../text/index.ts'
import type { Language } from '../../../contract/language.ts'
import { createNpmRegistry } from '../../pins/npm-registry.ts'
import { serversIn } from './parse-config.ts'
import { readServer } from './read-server.ts'
import type { ServerImporter } from './types.ts'
import type { ImportableFile, ImportApp } from '../../../contract/server-import.ts'

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

  const read: ServerImporter['read'] = async (text) => {
    const deps = { home, language: language(), npmRegistry }
    return Promise.all([...serversIn(text)].map(([name, entry]) => readServer(name, entry, deps)))
  }

  const files: ServerImporter['files'] = async () => {
    const found = configLocations({ platform, home, env }).map(
      async ({ app, path }): Promise<ImportableFile[]> => {
        try {
          const size = statSync(path, { throwIfNoEntry: false })?.size
          if (size === undefined) return []
          if (size > MAX_FILE_BYTES)
            throw new SatchelError('server_config_unreadable', {
              params: { problem: 'too_large' satisfies ReasonCode, line: 1 },
            })
          return [{ app, path, servers: [...(await read(readFileSync(path, 'utf8')))], problem: null }]
        } catch (thrown) {
          // An app without servers may still have a file.
          if (thrown instanceof SatchelError && thrown.code === 'server_config_empty') return []
          return [{ app, path, servers: [], problem: toErrorView(thrown, language()) }]
        }
      },
    )
    return (await Promise.all(found)).flat()
  }

  return { files, read }
}

/** Where the usual apps keep their lists of MCP servers on this system; most of the files do not exist. */
export const configLocations = ({
  platform,
  home,
  env,
}: {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}): readonly { readonly app: ImportApp; readonly path: string }[] => {
  const settings =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (env['APPDATA'] ?? join(home, 'AppData', 'Roaming'))
        : (env['XDG_CONFIG_HOME'] ?? join(home, '.config'))
  return [
    { app: 'claude-desktop', path: join(settings, 'Claude', 'claude_desktop_config.json') },
    { app: 'claude-code', path: join(home, '.claude.json') },
    { app: 'cursor', path: join(home, '.cursor', 'mcp.json') },
    { app: 'vscode', path: join(settings, 'Code', 'User', 'mcp.json') },
    { app: 'windsurf', path: join(home, '.codeium', 'windsurf', 'mcp_config.json') },
  ]
}
