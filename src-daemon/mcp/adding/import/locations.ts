import { join } from 'node:path'
import type { ImportApp } from '../../../contract/server-import.ts'

interface Places {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

/**
 * Where the usual apps keep their lists of MCP servers on this system; most of the files do not exist. A `*` in a part of a
 * path stands for any text. The page of each app that says so is linked in docs/reference/mcp-servers.md.
 */
export const configLocations = (
  places: Places,
): readonly { readonly app: ImportApp; readonly path: string }[] => {
  const { platform, home, env } = places
  const settings = settingsOf(places)
  const ofHome = (...parts: string[]): string => join(home, ...parts)
  const ofSettings = (...parts: string[]): string => join(settings, ...parts)
  /** Extensions of VS Code keep their lists in its storage. */
  const ofExtension = (extension: string, file: string): string =>
    ofSettings('Code', 'User', 'globalStorage', extension, 'settings', file)
  const onWindows = platform === 'win32'
  const config = onWindows ? ofHome('.config') : (env['XDG_CONFIG_HOME'] ?? ofHome('.config'))
  const localData = env['LOCALAPPDATA'] ?? ofHome('AppData', 'Local')
  const data = platform === 'linux' ? (env['XDG_DATA_HOME'] ?? ofHome('.local', 'share')) : settings
  const paths: Readonly<Record<ImportApp, readonly string[]>> = {
    'claude-desktop': [ofSettings('Claude', 'claude_desktop_config.json')],
    'claude-code': [join(env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json')],
    cursor: [ofHome('.cursor', 'mcp.json')],
    vscode: ['Code', 'Code - Insiders'].flatMap((edition) => [
      ofSettings(edition, 'User', 'mcp.json'),
      ofSettings(edition, 'User', 'profiles', '*', 'mcp.json'),
      ofSettings(edition, 'User', 'settings.json'),
    ]),
    windsurf: [ofHome('.codeium', 'windsurf', 'mcp_config.json'), ofHome('.codeium', 'mcp_config.json')],
    cline: [
      ofExtension('saoudrizwan.claude-dev', 'cline_mcp_settings.json'),
      ofHome('.cline', 'data', 'settings', 'cline_mcp_settings.json'),
      ofHome('.cline', 'mcp.json'),
    ],
    roo: [ofExtension('rooveterinaryinc.roo-cline', 'mcp_settings.json')],
    kilo: [ofExtension('kilocode.kilo-code', 'mcp_settings.json')],
    zed: [onWindows ? ofSettings('Zed', 'settings.json') : join(config, 'zed', 'settings.json')],
    opencode: [join(config, 'opencode', 'opencode.json'), join(config, 'opencode', 'opencode.jsonc')],
    'lm-studio': [ofHome('.lmstudio', 'mcp.json'), ofHome('.cache', 'lm-studio', 'mcp.json')],
    goose: [
      onWindows
        ? ofSettings('Block', 'goose', 'config', 'config.yaml')
        : join(config, 'goose', 'config.yaml'),
    ],
    // Its documentation names the folder of settings, where older ones kept it on Linux; its code the folder of data.
    jan: [
      ...(env['JAN_DATA_FOLDER'] ? [join(env['JAN_DATA_FOLDER'], 'mcp_config.json')] : []),
      ...[...new Set([data, settings])].map((folder) => join(folder, 'Jan', 'data', 'mcp_config.json')),
    ],
    continue: [
      ...['config.yaml', 'config.json'].map((file) => ofHome('.continue', file)),
      ...['*.yaml', '*.yml', '*.json'].map((file) => ofHome('.continue', 'mcpServers', file)),
    ],
    codex: [join(env['CODEX_HOME'] ?? ofHome('.codex'), 'config.toml')],
    'gemini-cli': [ofHome('.gemini', 'settings.json')],
    'qwen-code': [ofHome('.qwen', 'settings.json')],
    copilot: [join(env['COPILOT_HOME'] ?? ofHome('.copilot'), 'mcp-config.json')],
    amp: [join(config, 'amp', 'settings.json')],
    kiro: [ofHome('.kiro', 'settings', 'mcp.json')],
    'amazon-q': [
      ...['default.json', 'mcp.json'].map((file) => ofHome('.aws', 'amazonq', file)),
      ...['agents', 'cli-agents'].map((folder) => ofHome('.aws', 'amazonq', folder, '*.json')),
    ],
    junie: [ofHome('.junie', 'mcp', 'mcp.json')],
    warp: [ofHome('.warp', '.mcp.json')],
    crush: [join(env['XDG_CONFIG_HOME'] ?? (onWindows ? localData : config), 'crush', 'crush.json')],
  }
  return Object.entries(paths).flatMap(([app, all]) => all.map((path) => ({ app: app as ImportApp, path })))
}

/** Where this system's apps keep their settings. */
const settingsOf = ({ platform, home, env }: Places): string => {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return platform === 'win32'
    ? (env['APPDATA'] ?? join(home, 'AppData', 'Roaming'))
    : (env['XDG_CONFIG_HOME'] ?? join(home, '.config'))
}
