import { makeZip, type ZipFileInput } from './zip.ts'

/** A server of the old protocol that needs no package: it is a single file, as bundles often hold. */
const SERVER = (tools: readonly string[]) => `
import { accessSync, constants, readdirSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { dirname, join } from 'node:path'
const [, own, most, ...folders] = process.argv
const here = dirname(own)
const can = (run) => { try { run(); return true } catch { return false } }
const answers = {
  notes: () => folders.flatMap((folder) => readdirSync(folder)).slice(0, Number(most.split('=')[1])).join(','),
  look: () => JSON.stringify({
    own: can(() => accessSync(join(here, 'manifest.json'), constants.R_OK)),
    writes: can(() => writeFileSync(join(here, 'new.txt'), 'x')),
    home: can(() => accessSync(join(folders[0], '..', 'secret.txt'))),
    data: readdirSync(join(here, '..')),
    cwd: process.cwd(),
  }),
  more: () => 'more',
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const reply = (result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
  if (method === 'initialize')
    reply({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } })
  else if (method === 'tools/list')
    reply({ tools: ${JSON.stringify(tools)}.map((name) => ({ name, description: name, inputSchema: { type: 'object' } })) })
  else if (method === 'tools/call')
    reply({ content: [{ type: 'text', text: answers[params.name]() }] })
  else process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: method } }) + '\\n')
})
`

/**
 * A complete bundle (manifest 0.3) with a real server. `extra`: a newer one, with another file and another tool;
 * `env`, `command` and `files`: further content by its author.
 */
export const bundledServer = ({
  name = 'notes',
  title = 'Notes',
  version,
  author = 'Somebody',
  extra = false,
  env = {},
  command = 'node',
  files = [],
}: {
  readonly name?: string
  readonly title?: string
  readonly version: string
  readonly author?: string
  readonly extra?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly command?: string
  readonly files?: readonly ZipFileInput[]
}): Buffer => {
  const tools = ['notes', 'look', ...(extra ? ['more'] : [])]
  const manifest = {
    manifest_version: '0.3',
    name,
    display_name: title,
    version,
    description: 'Reads notes.',
    author: { name: author },
    server: {
      type: 'node',
      entry_point: 'server.mjs',
      mcp_config: {
        command,
        args: ['${__dirname}/server.mjs', '--most=${user_config.most}', '${user_config.folders}'],
        env: { TOKEN: '${user_config.token}', LOUD: '${user_config.loud}', ...env },
      },
    },
    tools: tools.map((name) => ({ name, description: `The tool ${name}` })),
    user_config: {
      folders: {
        type: 'directory',
        title: 'Folders',
        description: 'Where notes lie',
        multiple: true,
        required: true,
        default: ['${HOME}/notes'],
      },
      token: { type: 'string', title: 'Token', description: 'Of the notes', sensitive: true },
      most: { type: 'number', title: 'Most', description: 'Notes at once', default: 5, min: 1, max: 9 },
      loud: { type: 'boolean', title: 'Loud', description: '' },
    },
  }
  return makeZip([
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: 'server.mjs', content: SERVER(tools) },
    ...(extra ? [{ name: 'lib/extra.txt', content: 'more' }] : []),
    ...files,
  ])
}
