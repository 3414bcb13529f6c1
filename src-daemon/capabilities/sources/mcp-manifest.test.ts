import { describe, expect, it } from 'vitest'
import type { OfferedTool } from '../../mcp/index.ts'
import { createSchemaChecker } from '../../schemas/index.ts'
import { REFERENCE_TOOLS } from '../conformance/reference-tools.ts'
import { mcpManifest, mcpOutput, sourceNameOf, versionOf } from './mcp-manifest.ts'

describe('the manifest of a tool', () => {
  const tool: OfferedTool = { name: 'list', inputSchema: { type: 'object' } }

  it('has another version for another definition, and hides how its server is reached', () => {
    const [echo] = REFERENCE_TOOLS.map((one) => ({ ...one, inputSchema: { ...one.inputSchema } }))
    if (echo === undefined) throw new Error('no tool')
    const { annotations: _hints, ...plain } = { ...echo, outputSchema: { ...echo.outputSchema } }
    expect(versionOf('1.2.3', plain)).toBe(
      versionOf('1.2.3', { ...plain, annotations: { readOnlyHint: false } }),
    )
    expect(versionOf('1.2.3', { ...plain, description: 'x' })).not.toBe(versionOf('1.2.3', plain))
    expect(versionOf(null, tool)).toMatch(/^0\.0\.0\+[0-9a-f]{12}$/)
    expect(versionOf('', tool)).toBe(versionOf(null, tool))
    expect(sourceNameOf('files')).toBe('files')
    for (const uri of ['https://example.org:8443/mcp', 'did:web:example.org', 'server-0123456789ab', 'a.b'])
      expect(sourceNameOf(uri)).toMatch(/^server-[0-9a-f]{12}$/)
    expect(sourceNameOf('server-0123456789ab')).not.toBe('server-0123456789ab')
  })

  it('wraps outputs that may be no objects, and their schema with them', () => {
    const outputSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'array',
      items: { $ref: '#/$defs/row' },
      $defs: { row: { type: 'integer' } },
    }
    const wrapped = { ...tool, outputSchema }
    const { output_schema: schema } = mcpManifest(wrapped, {
      id: 'mcp:x/list',
      serverVersion: null,
      effect: 'none',
    })
    if (schema === null) throw new Error('no schema')
    const checker = createSchemaChecker()
    expect(checker.checkAtOnce(schema, mcpOutput(wrapped, { structured: [1, 2], content: [] }))).toEqual([])
    expect(checker.checkAtOnce(schema, mcpOutput(wrapped, { structured: ['a'], content: [] }))).toHaveLength(
      1,
    )
    // Twice over, since a name is given inside.
    expect(createSchemaChecker().checkAtOnce({ ...schema, title: 'again' }, { value: [1] })).toEqual([])
    expect(checker.checkAtOnce({ ...schema, title: 'again' }, { value: [1] })).toEqual([])
    expect(mcpOutput(tool, { structured: undefined, content: [] })).toEqual({ content: [] })
    expect(mcpOutput(tool, { structured: 7, content: [] })).toEqual({ value: 7 })
  })
})
