import { describe, expect, it } from 'vitest'
import { verifyPackageFile } from '../index.ts'
import { testAuthor } from '../testing.ts'
import { importCap } from './import-cap.ts'
import { signPackage } from './sign.ts'

const cap = `id: did:example:me:recipe_helper
authorDID: did:example:me
idName: recipe_helper
core:
  prompt:
    value: |2
        You help with recipes in {{user_geo}}.

      - 晩ごはん
    suggestions: [What can I cook with rice?, 晩ごはんは？]
  model:
    providerId: openrouter
    modelId: vendor/model-4
    contextLength: 128000
    parameters: {temperature: 1}
  mcpServers:
    search: https://mcp.example.org/search
    pantry:
      url: https://pantry.example.org
      transport: httpStream
      tools:
        - {name: look_up, description: Looks, inputSchema: {type: object, properties: {q: {type: string}}, required: [q]}}
        - {name: "bad name"}
metadata:
  displayName: "Recipe Helper 🍚"
  description: Helps with recipes.
  introduction: Much more about it.
  tags: [food]
  homepage: http://insecure.example
`
const check = (text: string, signature: 'required' | 'ignored' = 'ignored') =>
  verifyPackageFile(Buffer.from(text), 'x.acp.yaml', { signature })

describe('a Nuwa Cap', () => {
  it('is recognised, and said to be one, instead of being held to our rules', () => {
    const { problems } = check(cap)
    expect(problems).toMatchObject([{ code: 'foreign_format', found: 'Nuwa Cap' }])
    expect(problems[0]?.message).toContain('satchel acp import')
  })

  it('becomes a valid draft that signs and verifies, with everything that was carried over', async () => {
    const { name, text } = importCap(Buffer.from(cap), 'recipe.yaml')
    expect(name).toBe('recipe_helper')
    const { package: draft, problems } = check(text)
    expect(problems).toEqual([])
    expect(draft).toMatchObject({
      name: 'recipe_helper',
      title: 'Recipe Helper 🍚',
      prompt: '  You help with recipes in {{user_geo}}.\n\n- 晩ごはん\n',
      examples: ['What can I cook with rice?', '晩ごはんは？'],
      llmRequirements: { modelFamily: ['vendor/model-4'] },
      tools: [{ name: 'look_up', description: 'Looks' }],
      bindings: {
        look_up: { type: 'mcp_service', service_uri: 'https://pantry.example.org', mcp_action: 'look_up' },
      },
    })
    expect(text.split('\n')[0]).toBe(
      '# Imported from "recipe.yaml", a Nuwa Cap: "did:example:me:recipe_helper"',
    )
    expect(text).toContain('#   its_tool: {type: mcp_service, service_uri: "https://mcp.example.org/search"')
    const signed = await signPackage(Buffer.from(text), 'x', testAuthor)
    expect(check(Buffer.from(signed).toString(), 'required').problems).toEqual([])
  })

  it('says every field that was not carried over', () => {
    expect(importCap(Buffer.from(cap), 'recipe.yaml').notCarried).toEqual([
      'core.model.providerId',
      'core.model.contextLength',
      'core.model.parameters.temperature',
      'metadata.introduction',
      'metadata.homepage',
      'core.mcpServers.search',
      'core.mcpServers.pantry',
    ])
  })

  it('may be JSON, of the older form, with Windows line ends, and with next to nothing in it', () => {
    const old = {
      idName: '9 Lives!',
      core: { prompt: 'Hello\r\n\u2028there', model: { id: 'a/b' }, mcpServers: {} },
      metadata: {},
    }
    const { name, text } = importCap(
      Buffer.from(`\uFEFF${JSON.stringify(old, null, 2).replaceAll('\n', '\r\n')}`),
      'x.json',
    )
    expect(name).toBe('lives')
    expect(check(text).package).toMatchObject({ title: 'lives', prompt: 'Hello\n\u2028there' })
    const bare = importCap(Buffer.from('{"idName": "多言語", "core": {"prompt": {}}}'), '多.json')
    expect(check(bare.text).package?.name).toBe('imported')
  })

  it('cannot smuggle anything into the draft through its texts', () => {
    const evil = 'x"\n  signature: z\nschema: "\n# '
    const source = {
      idName: evil,
      authorDID: evil,
      core: { prompt: { value: evil, suggestions: [evil] } },
      metadata: { displayName: evil, description: evil, tags: [evil] },
    }
    const { text } = importCap(Buffer.from(JSON.stringify(source)), `a\n${evil}`)
    expect(check(text).package).toMatchObject({ prompt: `${evil}\n`, description: evil.trim() })
  })

  it.each(['a: 1\n', '- a\n', 'apiVersion: acp/v0.1\n', 'x: [\n'])('is not seen in %j', (text) => {
    expect(() => importCap(Buffer.from(text), 'x')).toThrow(
      expect.objectContaining({ code: 'not_importable' }),
    )
  })
})
