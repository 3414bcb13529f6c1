import type { Launch } from './launch.ts'
import { TOKEN_PLACE } from './types.ts'
import type { SetupSnippet } from '../contract/sharing.ts'
import { shellWord } from '../text/shell-word.ts'

/** Configuration for common programs to find what is shared with them. `url` null: HTTP is closed. */
export const snippetsOf = (input: {
  readonly name: string
  readonly launch: Launch
  readonly url: string | null
}): readonly SetupSnippet[] => {
  const { name, launch, url } = input
  const args = [...launch.args, '--as', name]
  const env = Object.keys(launch.env).length === 0 ? {} : { env: { ...launch.env } }
  const program = { command: launch.command, args, ...env }
  const line = [
    ...Object.entries(launch.env).map(([key, value]) => `${key}=${shellWord(value)}`),
    ...[launch.command, ...args].map(shellWord),
  ]
  const stdio: SetupSnippet[] = [
    json('claude-desktop', 'stdio', 'claude_desktop_config.json', { mcpServers: { satchel: program } }),
    shell('claude-code', 'stdio', [
      'claude mcp add',
      ...Object.entries(launch.env).map(([key, value]) => `--env ${key}=${shellWord(value)}`),
      'satchel --',
      ...[launch.command, ...args].map(shellWord),
    ]),
    json('vscode', 'stdio', '.vscode/mcp.json', { servers: { satchel: { type: 'stdio', ...program } } }),
    json('cursor', 'stdio', '~/.cursor/mcp.json', { mcpServers: { satchel: program } }),
    shell('other', 'stdio', line),
  ]
  if (url === null) return stdio
  const headers = { Authorization: `Bearer ${TOKEN_PLACE}` }
  return [
    ...stdio,
    shell('claude-code', 'http', [
      'claude mcp add --transport http satchel',
      url,
      `--header ${shellWord(`Authorization: ${headers.Authorization}`)}`,
    ]),
    json('vscode', 'http', '.vscode/mcp.json', { servers: { satchel: { type: 'http', url, headers } } }),
    json('cursor', 'http', '~/.cursor/mcp.json', { mcpServers: { satchel: { url, headers } } }),
    json('other', 'http', null, { type: 'streamable-http', url, headers }),
  ]
}

const json = (
  client: SetupSnippet['client'],
  via: SetupSnippet['via'],
  file: string | null,
  value: object,
): SetupSnippet => ({
  client,
  via,
  language: 'json',
  file,
  text: JSON.stringify(value, null, 2),
})

const shell = (
  client: SetupSnippet['client'],
  via: SetupSnippet['via'],
  words: readonly string[],
): SetupSnippet => ({
  client,
  via,
  language: 'shell',
  file: null,
  text: words.join(' '),
})
