import { importedServerSchema } from '../../src-daemon/contract/server-import.ts'
import { serversIn } from '../../src-daemon/mcp/adding/import/parse-config.ts'
import { readServers } from '../../src-daemon/mcp/adding/import/read-server.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const entry = {
  command: 'npx',
  args: ['-y', '@scope/files@1', '~/notes', '--root=/tmp', '${workspaceFolder}'],
  env: { API_KEY: 'sk-1', LEVEL: 3, AUTH_TOKEN: '${input:token}', NODE_OPTIONS: '-r x' },
  envFile: '.env',
  cwd: '/tmp',
  disabled: true,
}

/** A list of servers as other apps write it. */
export const target: Target = {
  maxBytes: 2 * 1024,
  seeds: () => [
    JSON.stringify({
      mcpServers: {
        'My notes': entry,
        remote: { type: 'http', url: 'https://x.example/mcp', headers: { Authorization: 'Bearer x' } },
      },
    }),
    JSON.stringify({ servers: { a: { command: 'docker', args: ['run', '-i', 'x'] } }, inputs: [] }),
    JSON.stringify({ mcp: { servers: { a: { serverUrl: 'http://localhost:3000/sse' } } } }),
    JSON.stringify({ name: 'one', ...entry }),
    '// a comment\n{"mcp.servers": {"a": {"command": "uvx", "args": ["x"],},},}',
    '"files": {"command": "node", "args": ["/tmp/x.js"]}',
    'extensions:\n  a:\n    type: stdio\n    cmd: uvx\n    args: [x]\n    env_keys: [KEY]\n    timeout: 30\n    enabled: false\n',
    'mcpServers:\n  - name: a\n    url: https://x.example/mcp\n    requestOptions: {headers: {A: "${{ secrets.A }}"}}\n',
    '[mcp_servers.a]\ncommand = "npx"\nargs = ["-y", "x"]\nenv_vars = ["KEY"]\ntool_timeout_sec = 30\n',
    JSON.stringify({
      mcp: { a: { type: 'local', command: ['node', 'x.js', 1], environment: { A: '{env:B}' } } },
    }),
    JSON.stringify({ projects: { '/p': { mcpServers: { a: { url: 'https://x.example', command: '' } } } } }),
    JSON.stringify({
      context_servers: { a: { command: { path: 'node', args: ['x'] } }, b: { settings: {} } },
    }),
    JSON.stringify([
      { command: 'node x.js' },
      { command: 'node', args: ['${HOME}/x'], timeout: 5 },
      'https://x.example',
    ]),
  ],
  run: async (input) => {
    const found = serversIn(input.toString('utf8'))
    const servers = await readServers(found, {
      home: '/home/me',
      language: 'en',
      npmRegistry: () => Promise.resolve('https://registry.example/'),
    })
    promised(servers.length === found.length, 'none is lost without a word')
    promised(new Set(servers.map(({ uri }) => uri)).size === servers.length, 'no two have one name')
    for (const read of servers) {
      const { success } = importedServerSchema.omit({ replaces: true }).safeParse(read)
      promised(success, 'what is shown of a server is complete')
      promised((read.definition === null) !== (read.problem === null), 'it can be added, or why not is told')
      promised(/^[\x21-\x7e]{1,200}$/.test(read.uri), 'it has a name that can be typed')
      const plain = JSON.stringify(read.definition)
      for (const { value } of read.secrets)
        if (value !== null && value.length > 20)
          promised(!plain.includes(JSON.stringify(value)), 'secrets are apart')
    }
  },
}
