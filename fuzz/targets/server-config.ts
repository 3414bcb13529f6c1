import { importedServerSchema } from '../../src-daemon/contract/server-import.ts'
import { serversIn } from '../../src-daemon/mcp/adding/import/parse-config.ts'
import { readServer } from '../../src-daemon/mcp/adding/import/read-server.ts'
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
  ],
  run: async (input) => {
    for (const [name, given] of serversIn(input.toString('utf8'))) {
      const read = await readServer(name, given, {
        home: '/home/me',
        language: 'en',
        npmRegistry: () => Promise.resolve('https://registry.example/'),
      })
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
