import { join } from 'node:path'
import type { ImportApp } from '../../../contract/server-import.ts'

/** Where the usual apps keep their lists of MCP servers on this system; most are not there. */
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
