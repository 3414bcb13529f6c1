import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../testing/cpu-time.ts'
import { differenceOf, widenings } from './difference.ts'
import { lineDifference } from './line-difference.ts'
import type { AcpPackage, ToolDeclaration } from '../contract/packages.ts'

const tool = (name: string, more: Partial<ToolDeclaration> = {}): ToolDeclaration => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: 'object', properties: { word: { type: 'string' } } },
  ...more,
})

const acp = (more: Partial<AcpPackage> = {}): AcpPackage => ({
  sha256: 'a'.repeat(64),
  name: 'diary',
  capUri: 'did:nuwa:cap:diary',
  version: '1.0.0',
  title: 'Diary',
  description: 'Keeps a diary.',
  author: { did: 'did:key:zA', keyId: 'did:key:zA#zA' },
  triggers: [],
  examples: [],
  memoryScope: 'sc:diary',
  permissions: { require: ['state.create'], option: ['state.delete'] },
  llmRequirements: { modelFamily: [], minContextWindow: null, requiredFeatures: [] },
  schema: { $id: 'did:nuwa:state:diary#v1', type: 'object', properties: { text: { type: 'string' } } },
  schemaUri: 'did:nuwa:state:diary#v1',
  prompt: 'Write.\n',
  tools: [tool('state.create'), tool('look_up')],
  bindings: { look_up: { type: 'http_get', url: 'https://a.example/search' } },
  ...more,
})

const next = (more: Partial<AcpPackage>): AcpPackage =>
  acp({ version: '1.1.0', sha256: 'b'.repeat(64), ...more })
const widens = (more: Partial<AcpPackage>): string[] => widenings(acp(), next(more), 'en')

describe('what widens', () => {
  it.each<[string, Partial<AcpPackage>, string]>([
    [
      'a new verb, also one that was optional before',
      {
        permissions: { require: ['state.create', 'state.delete'], option: [] },
        tools: [...acp().tools, tool('state.delete')],
      },
      'New: Delete its own “Diary” objects; you can restore them',
    ],
    [
      'deleting for good',
      { permissions: { require: ['state.create', 'state.delete.hard'], option: [] } },
      'New: Delete its own “Diary” objects for good',
    ],
    [
      'large objects',
      { permissions: { require: ['state.create', 'storage.large'], option: [] } },
      'New: Store objects larger than 32 MiB',
    ],
    [
      'an unknown permission',
      { permissions: { require: ['state.create', 'moon.land'], option: [] } },
      'New: Asks for “moon.land”, which Satchel doesn’t know and doesn’t grant',
    ],
    [
      'another host',
      { bindings: { look_up: { type: 'http_get', url: 'https://b.example/search' } } },
      'New: Read from b.example',
    ],
    [
      'sending to a host it only read from',
      { bindings: { look_up: { type: 'http_post', url: 'https://a.example/search' } } },
      'New: Send data to a.example',
    ],
    [
      'another way of the same tool to the same host',
      { bindings: { look_up: { type: 'http_get', url: 'https://a.example/everything' } } },
      'The tool look_up reaches outside in a different way than before',
    ],
    [
      'other arguments of a tool that reaches outside',
      { tools: [tool('state.create'), tool('look_up', { parameters: { type: 'object' } })] },
      'The tool look_up reaches outside in a different way than before',
    ],
    [
      'a new tool on a host it had',
      {
        tools: [...acp().tools, tool('peek')],
        bindings: { ...acp().bindings, peek: { type: 'http_get', url: 'https://a.example/x' } },
      },
      'New tool: peek',
    ],
    [
      'a service',
      {
        tools: [...acp().tools, tool('ask')],
        bindings: {
          ...acp().bindings,
          ask: { type: 'mcp_service', service_uri: 'did:x:y', mcp_action: 'a' },
        },
      },
      'New: Use the server did:x:y',
    ],
    [
      'an agent',
      {
        tools: [...acp().tools, tool('ask')],
        bindings: {
          ...acp().bindings,
          ask: { type: 'nuwa_a2a', target_did: 'did:x:z', service_method: 'm' },
        },
      },
      'New: Send requests to the agent did:x:z',
    ],
    [
      'another memory scope',
      { memoryScope: 'sc:shared' },
      'Keeps its objects in sc:shared instead of sc:diary',
    ],
    [
      'another key of the author',
      { author: { did: 'did:key:zA', keyId: 'did:key:zA#k2' } },
      'Signed with a different key of its author: did:key:zA#k2 instead of did:key:zA#zA',
    ],
  ])('%s', (_what, more, sentence) => {
    expect(widens(more)).toContain(sentence)
  })

  it('a verb that was asked for becomes callable when its tool is declared', () => {
    const before = acp({ permissions: { require: ['state.create', 'state.query'], option: [] } })
    const after = { ...before, tools: [...before.tools, tool('state.query')] }
    expect(widenings(before, after, 'en')).toEqual(['New: Search and read its own “Diary” objects'])
  })

  it('is not what only reads differently', () => {
    expect(
      widens({
        title: 'My diary',
        description: 'Other words.',
        prompt: 'Other words.\n',
        tools: [
          tool('state.create', { description: 'Other words.' }),
          tool('look_up', { description: 'New.' }),
        ],
        // The same binding, its members in another order.
        bindings: { look_up: { url: 'https://a.example/search', type: 'http_get' } },
        permissions: { require: ['state.create'], option: ['state.delete', 'state.query'] },
      }),
    ).toEqual([])
  })

  it('is said in the language of the owner', () => {
    expect(widenings(acp(), next({ memoryScope: 'sc:other' }), 'ja')).toEqual([
      'オブジェクトの保存先が sc:diary から sc:other に変わります',
    ])
  })
})

const verbs = [
  'state.create',
  'state.update',
  'state.query',
  'state.delete',
  'state.delete.hard',
  'storage.large',
  'ui.ask',
  'model.extract',
]
const names = ['alpha', 'beta', 'gamma', 'delta']
const anyBinding = fc.oneof(
  fc
    .record({ type: fc.constantFrom('http_get', 'http_post'), host: fc.constantFrom('a', 'b', 'c') })
    .map(({ type, host }) => ({ type, url: `https://${host}.example/` })),
  fc
    .constantFrom('did:x:1', 'did:x:2')
    .map((uri) => ({ type: 'mcp_service', service_uri: uri, mcp_action: 'a' })),
  fc
    .constantFrom('did:y:1', 'did:y:2')
    .map((did) => ({ type: 'nuwa_a2a', target_did: did, service_method: 'm' })),
)
const anyPackage: fc.Arbitrary<AcpPackage> = fc
  .record({
    require: fc.uniqueArray(fc.constantFrom(...verbs)),
    tools: fc.uniqueArray(fc.constantFrom(...names, ...verbs.slice(0, 4))),
    bindings: fc.dictionary(fc.constantFrom(...names), anyBinding),
    prompt: fc.string(),
  })
  .map(({ require, tools, bindings, prompt }) =>
    acp({
      permissions: { require, option: [] },
      tools: tools.map((name) => tool(name)),
      bindings: Object.fromEntries(Object.entries(bindings).filter(([name]) => tools.includes(name))),
      prompt,
    }),
  )
const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, n) => n !== at % list.length)

describe('widening, for any package', () => {
  it('is never found between a package and itself', () => {
    fc.assert(
      fc.property(anyPackage, (one) => {
        expect(differenceOf(one, structuredClone(one), 'en')).toMatchObject({
          widens: [],
          permissions: { added: [], removed: [] },
          hosts: { added: [], removed: [] },
          tools: { added: [], removed: [], changed: [] },
          prompt: [],
          schema: [],
          other: [],
        })
      }),
    )
  })

  it('never comes from taking a verb, a tool or a binding away', () => {
    fc.assert(
      fc.property(anyPackage, fc.nat(), (one, at) => {
        const lessVerbs = {
          ...one,
          permissions: { require: without(one.permissions.require, at), option: [] },
        }
        const tools = without(one.tools, at)
        const left = Object.entries(one.bindings).filter(([name]) => tools.some((each) => each.name === name))
        const lessTools = { ...one, tools, bindings: Object.fromEntries(left) }
        const lessBindings = {
          ...one,
          bindings: Object.fromEntries(without(Object.entries(one.bindings), at)),
        }
        for (const less of [lessVerbs, lessTools, lessBindings])
          expect(widenings(one, less, 'en')).toEqual([])
      }),
    )
  })

  it('always comes from adding a verb, a host or a tool', () => {
    fc.assert(
      fc.property(anyPackage, fc.constantFrom(...verbs), anyBinding, (one, verb, binding) => {
        const { require } = one.permissions
        fc.pre(!require.includes(verb))
        const moreVerbs = { ...one, permissions: { require: [...require, verb], option: [] } }
        const tools = [...one.tools, tool('brand_new')]
        const moreTools = { ...one, tools }
        const moreHosts = { ...one, tools, bindings: { ...one.bindings, brand_new: binding } }
        for (const more of [moreVerbs, moreTools, moreHosts])
          expect(widenings(one, more, 'en')).not.toEqual([])
      }),
    )
  })
})

describe('the difference of two versions', () => {
  it('names what was added and removed, and what changed in a tool', () => {
    const found = differenceOf(
      acp(),
      next({
        permissions: { require: ['state.query'], option: [] },
        tools: [tool('state.query'), tool('look_up', { description: 'Looks twice.' })],
        bindings: { look_up: { type: 'http_get', url: 'https://b.example/' } },
        prompt: 'Write.\nThen read.\n',
      }),
      'en',
    )
    expect(found).toMatchObject({ fromVersion: '1.0.0', fromSha256: 'a'.repeat(64), direction: 'update' })
    expect(found.permissions.added.map(({ key }) => key)).toEqual(['network.read', 'state.query'])
    expect(found.permissions.removed.map(({ key }) => key)).toEqual(['network.read', 'state.create'])
    expect(found.hosts).toEqual({ added: ['b.example'], removed: ['a.example'] })
    expect(found.tools).toMatchObject({ added: ['state.query'], removed: ['state.create'] })
    expect(found.tools.changed).toMatchObject([{ name: 'look_up', changes: ['description', 'binding'] }])
    expect(found.tools.changed[0]?.lines).toContainEqual({ kind: 'added', text: 'description: Looks twice.' })
    expect(found.prompt).toEqual([
      { kind: 'same', text: 'Write.' },
      { kind: 'added', text: 'Then read.' },
    ])
    expect(found.other.map(({ text }) => text).join('\n')).toContain('state.delete')
  })

  it('has what the author says of the versions after the installed one', () => {
    const changelog = ['2.0.0', '1.1.0', '1.1.0-beta.1', '1.0.0', '0.9.0', '01.5.0'].map((version) => ({
      version,
      changes: [`What ${version} changed.`],
    }))
    const to = acp({ version: '1.1.0', changelog })
    const said = (from: AcpPackage, after: AcpPackage) =>
      differenceOf(from, after, 'en').changelog.map(({ version }) => version)
    expect(said(acp(), to)).toEqual(['2.0.0', '1.1.0', '1.1.0-beta.1'])
    expect(said(acp({ version: '3.0.0' }), to)).toEqual([])
    expect(said(to, acp({ version: '1.2.0' }))).toEqual([])
    expect(differenceOf(acp(), to, 'en').other).toEqual([])
  })

  it('names another icon', () => {
    const lines = differenceOf(acp(), acp({ icon: 'book' }), 'en').other
    expect(lines).toContainEqual({ kind: 'added', text: 'icon: book' })
  })

  it.each([
    ['2.0.0', 'update'],
    ['1.0.0', 'same_version'],
    ['1.0.0-rc.1', 'downgrade'],
  ] as const)('to %s is a matter of %s', (version, direction) => {
    expect(differenceOf(acp(), acp({ version }), 'en').direction).toBe(direction)
  })

  it('shows a schema only when it says something else', () => {
    const reordered = {
      properties: { text: { type: 'string' } },
      type: 'object',
      $id: 'did:nuwa:state:diary#v1',
    }
    expect(differenceOf(acp(), next({ schema: reordered }), 'en').schema).toEqual([])
    const changed = { ...acp().schema, required: ['text'] }
    expect(differenceOf(acp(), next({ schema: changed }), 'en').schema).toContainEqual({
      kind: 'added',
      text: '  "required": [',
    })
  })
})

describe('lines', () => {
  const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `line ${String(n)}`)

  it('far from a change are folded and counted', () => {
    const before = numbered(100)
    const after = before.with(50, 'changed')
    expect(
      lineDifference(before.join('\n'), after.join('\n'), 'en').map(({ kind, text }) => `${kind} ${text}`),
    ).toEqual([
      'gap 47 unchanged lines',
      'same line 47',
      'same line 48',
      'same line 49',
      'removed line 50',
      'added changed',
      'same line 51',
      'same line 52',
      'same line 53',
      'gap 46 unchanged lines',
    ])
  })

  it('that are long show the part that changed', () => {
    const long = 'x'.repeat(5000)
    const found = lineDifference(long, `${long.slice(0, 4000)}y${long.slice(4001)}`, 'en')
    expect(found.filter(({ kind }) => kind === 'added')).toEqual([
      { kind: 'added', text: `y${'x'.repeat(399)}` },
    ])
  })

  it('of unlike texts stay bounded, in length and in time', () => {
    const before = Array.from({ length: 30_000 }, (_, n) => `a${String(n)}`).join('\n')
    const after = Array.from({ length: 30_000 }, (_, n) => `b${String(n)}`).join('\n')
    const started = cpuTime()
    const found = lineDifference(before, after, 'en')
    expect(cpuTime() - started).toBeLessThan(5000)
    expect(found).toHaveLength(1001)
    expect(found.at(-1)).toEqual({ kind: 'gap', text: '59,000 more lines not shown' })
  })

  it('put together give back both texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '')).map((list) => list.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDifference(before, after, 'en')
        fc.pre(lines.length > 0 && lines.every(({ kind }) => kind !== 'gap'))
        const of = (...kinds: string[]) =>
          lines.filter(({ kind }) => kinds.includes(kind)).map((one) => one.text)
        const linesOf = (whole: string) => (whole === '' ? [] : whole.replace(/\n$/, '').split('\n'))
        expect(of('same', 'removed')).toEqual(linesOf(before))
        expect(of('same', 'added')).toEqual(linesOf(after))
      }),
    )
  })
})
