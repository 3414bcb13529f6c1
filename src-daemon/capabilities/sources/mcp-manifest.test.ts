import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exposureSchema } from '../../contract/sharing.ts'
import { runConformance } from '../conformance/run.ts'
import { mcpManifest, toolIdOf } from './mcp-manifest.ts'

interface Edge {
  readonly server: string
  readonly serverVersion?: string | null
  readonly tool: { readonly name: string; readonly title?: string }
  /** What its id has to be; left out where it only has to be valid and its own. */
  readonly id?: string
}

/** Tools with names and versions as servers have them. A file that is dropped in joins. */
const folder = join(import.meta.dirname, 'testing', 'edges')
const edges = readdirSync(folder).map(
  (file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Edge] as const,
)
const manifests = edges.map(([, { server, serverVersion = null, tool }]) => {
  const description = 'It does one thing.'
  const offered = { ...tool, description, inputSchema: { type: 'object' } }
  return mcpManifest(offered, { id: toolIdOf(server, tool.name), serverVersion, effect: 'process' })
})

it('gives every tool of a server its own id that CAP allows, whatever its name', async () => {
  const report = await runConformance({
    source: 'edges',
    adapter: {
      list: () => Promise.resolve(manifests),
      describe: () => Promise.resolve(null),
      invoke: () => Promise.resolve(null),
    },
    now: () => new Date(),
  })
  const looked = report.cases.filter(({ id }) => /^(?:C[1-9]|T[12])$/.test(id))
  expect(looked.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  for (const { capability_id: id } of manifests) expect(exposureSchema.safeParse(id).success).toBe(true)
})

it.each(edges.filter(([, { id }]) => id !== undefined))('%s', (_file, { server, tool, id }) => {
  expect(toolIdOf(server, tool.name)).toBe(id)
})

it('names the parts of its schemas that cannot be checked, so that the rest is reliable', async () => {
  const schema = {
    type: 'object',
    properties: { to: { type: 'string', pattern: '^(?!a)' }, from: { $ref: '#/$defs/Lost' } },
  }
  const tool = { name: 'odd', description: 'It is odd.', inputSchema: schema, outputSchema: schema }
  const manifest = mcpManifest(tool, { id: toolIdOf('one', 'odd'), serverVersion: null, effect: 'process' })
  expect(manifest.x_unchecked).toEqual([
    'input_schema/properties/to/pattern',
    'input_schema/properties/from/$ref',
    'output_schema/properties/to/pattern',
    'output_schema/properties/from/$ref',
  ])
  const failedOf = async (listed: unknown): Promise<string[]> => {
    const adapter = {
      list: () => Promise.resolve([listed]),
      describe: () => Promise.resolve(null),
      invoke: () => Promise.resolve(null),
    }
    const { cases } = await runConformance({ source: 'odd', adapter, now: () => new Date() })
    return cases.filter(({ id, outcome }) => /^C[45]$/.test(id) && outcome === 'failed').map(({ id }) => id)
  }
  expect(await failedOf(manifest)).toEqual([])
  expect(await failedOf({ ...manifest, x_unchecked: undefined })).toEqual(['C4', 'C5'])
})
