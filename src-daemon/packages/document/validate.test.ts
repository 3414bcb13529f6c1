import { readFileSync } from 'node:fs'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../platform/sha256.ts'
import { effort } from '../../testing/effort.ts'
import { keyIdOfDid } from '../../identity/index.ts'
import type { Signer } from '../../identity/types.ts'
import { cpuTime } from '../../testing/cpu-time.ts'
import { writeSignature } from '../authoring/sign.ts'
import { verifyPackageFile } from '../index.ts'
import { draftCodes, httpTool, otherAuthor, packageText, signed, testAuthor } from '../testing.ts'

const vector = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../testdata/${name}.acp.yaml`, import.meta.url)))
const verify = (bytes: Uint8Array) => verifyPackageFile(bytes, 'test.acp.yaml')
const codesOf = (bytes: Uint8Array): string[] => verify(bytes).problems.map(({ code }) => code)

describe('the published vectors', () => {
  it('accept the signed note, with its hash', () => {
    const bytes = vector('note.signed')
    const { package: note, problems } = verify(bytes)
    expect(problems).toEqual([])
    expect(note).toMatchObject({
      sha256: 'feec6c52c71b75727a2df089275edb91385a61cd6ce583c63bf13b8167a95b71',
      name: 'note',
      version: '1.0.0',
      memoryScope: 'sc:note',
      schemaUri: 'did:nuwa:state:note#v1',
    })
  })

  it.each([
    ['neg-tamper-body', 'bad_signature'],
    ['neg-tamper-comment', 'bad_signature'],
    ['neg-crlf', 'carriage_return'],
    ['neg-dup-key', 'duplicate_key'],
    ['neg-multi-doc', 'multiple_documents'],
    ['neg-anchor', 'anchor'],
  ])('refuse %s as %s', (name, code) => {
    const { package: none, problems } = verify(vector(name))
    expect(none).toBeNull()
    expect(problems.map((one) => one.code)).toContain(code)
  })

  it('refuse the note after any change of a single byte', () => {
    const original = vector('note.signed')
    fc.assert(
      fc.property(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Uint8Array.from(original)
        bytes[at] = (bytes[at] ?? 0) ^ change
        expect(verify(bytes).package).toBeNull()
      }),
      { numRuns: effort(80, 300) },
    )
  })

  it('refuse the note with any byte taken out or put in', () => {
    const original = Buffer.from(vector('note.signed'))
    fc.assert(
      fc.property(fc.nat(original.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const without = Buffer.concat([original.subarray(0, at), original.subarray(at + 1)])
        const withMore = Buffer.concat([original.subarray(0, at), Buffer.from([byte]), original.subarray(at)])
        expect(verify(without).package).toBeNull()
        expect(verify(withMore).package).toBeNull()
      }),
      { numRuns: effort(40, 150) },
    )
  })
})

describe('the bytes of a file', () => {
  const good = packageText()
  it.each([
    ['a byte order mark', Buffer.from(`\uFEFF${good}`), 'byte_order_mark'],
    ['a carriage return', Buffer.from(good.replace('\n', '\r\n')), 'carriage_return'],
    ['invalid UTF-8', Buffer.concat([Buffer.from(good), Buffer.from([0xc3, 0x28])]), 'invalid_utf8'],
    ['UTF-16', Buffer.from(good, 'utf16le'), 'yaml_syntax'],
    ['more than one MiB', Buffer.alloc(1024 * 1024 + 1, '#'), 'too_large'],
    ['nothing', Buffer.alloc(0), 'empty_file'],
    ['only a comment', Buffer.from('# nothing here\n'), 'empty_file'],
  ])('refuse %s', (_what, bytes, code) => {
    expect(codesOf(bytes)).toContain(code)
  })

  it('name the line and column of what cannot be read', () => {
    const bytes = Buffer.concat([Buffer.from('metadata:\n  name: 笔'), Buffer.from([0xff])])
    expect(verify(bytes).problems).toMatchObject([{ code: 'invalid_utf8', line: 2, column: 10 }])
  })
})

describe('the content of a file', () => {
  it('is accepted when nothing is wrong', async () => {
    const { package: diary, problems } = verify(await signed(packageText()))
    expect(problems).toEqual([])
    expect(diary).toMatchObject({ name: 'diary', memoryScope: 'sc:diary', author: { did: testAuthor.did } })
  })

  it('may say that its tools are never used beside those of others', async () => {
    const read = async (meta: string) => verify(await signed(packageText({ meta }))).package ?? {}
    expect(await read('  exclusive: true\n')).toHaveProperty('exclusive', true)
    expect(await read('  exclusive: false\n')).not.toHaveProperty('exclusive')
    expect(draftCodes(packageText({ meta: '  exclusive: "yes"\n' }))).toContain('wrong_type')
  })

  it('has all its problems reported at once, each with its place, the value found and the one expected', () => {
    const text = packageText({
      head: 'metadata:\n  id: did:nuwa:cap:Diary@1\n  description: 7\n',
      meta: '  triggers:\n    - {type: regex, value: "(a"}\n  colour: red\n',
      bindings: 'tool_bindings:\n  nobody: {type: http_get, url: "https://example.org"}\n',
    })
    const { problems } = verifyPackageFile(Buffer.from(text), 'my.acp.yaml', { signature: 'ignored' })
    const seen = problems.map(({ code, line, path }) => [code, line, path])
    expect(seen).toContainEqual(['invalid_cap_uri', 2, 'metadata.id'])
    expect(seen).toContainEqual(['wrong_type', 3, 'metadata.description'])
    expect(seen).toContainEqual(['missing_field', 2, 'metadata.name'])
    expect(seen).toContainEqual(['invalid_regex', 9, 'metadata.triggers[0].value'])
    expect(seen).toContainEqual(['unknown_field', 10, 'metadata.colour'])
    expect(problems.filter(({ code }) => code === 'binding_without_tool')).toHaveLength(1)
    expect(problems.find(({ code }) => code === 'invalid_cap_uri')).toMatchObject({
      file: 'my.acp.yaml',
      column: 7,
      found: 'did:nuwa:cap:Diary@1',
      expected: 'did:nuwa:cap:<name>@<semver>',
      severity: 'error',
    })
  })

  it('is described in the language of the reader', () => {
    const say = (language: 'en' | 'zh' | 'ja' | 'es') =>
      verifyPackageFile(Buffer.from('- a\n'), 'x', { language }).problems[0]?.message
    expect(new Set([say('en'), say('zh'), say('ja'), say('es')]).size).toBe(4)
  })

  it.each([
    [
      'a look-around in a pattern',
      { meta: '  triggers:\n    - {type: regex, value: "a(?=b)"}\n' },
      'invalid_regex',
    ],
    ['an unknown kind of trigger', { meta: '  triggers:\n    - {type: magic, value: a}\n' }, 'invalid_value'],
    [
      'an unknown permission',
      { meta: '  permissions:\n    require: [state.everything]\n' },
      'unknown_permission',
    ],
    ['a reserved scope', { meta: '  memory_scope: sc:core\n' }, 'invalid_value'],
    [
      'a schema of somebody else',
      { schema: 'schema: |\n  {"$id": "did:nuwa:state:note#v1", "type": "object", "properties": {}}\n' },
      'schema_namespace',
    ],
    [
      'a core schema',
      {
        schema: 'schema: |\n  {"$id": "did:nuwa:core:MemoryStore#v1", "type": "object", "properties": {}}\n',
      },
      'schema_namespace',
    ],
    ['a schema that is no JSON', { schema: 'schema: |\n  {"$id": }\n' }, 'invalid_json'],
    [
      'a schema with a repeated key',
      {
        schema:
          'schema: |\n  {"$id": "did:nuwa:state:diary#v1", "type": "object", "properties": {"a": {}, "a": {}}}\n',
      },
      'invalid_json',
    ],
    ['no schema', { schema: '' }, 'missing_field'],
    ['a missing permission for a built-in tool', { meta: '' }, 'tool_without_permission'],
    [
      'a binding for a built-in tool',
      { bindings: 'tool_bindings:\n  state.create: {type: http_get, url: "https://a.org"}\n' },
      'binding_without_tool',
    ],
  ])('is refused or warned about for %s', (_what, parts, code) => {
    expect(draftCodes(packageText(parts))).toContain(code)
  })

  it.each([
    ['state.everything', 'invalid_tool_name'],
    ['my__tool', 'invalid_tool_name'],
    ['"9lives"', 'invalid_tool_name'],
    ['state.create', 'duplicate_tool'],
  ])('may not declare a second tool called %s', (name, code) => {
    expect(draftCodes(packageText(httpTool('{type: http_get, url: "https://a.org"}', name)))).toContain(code)
  })

  it('may not declare two tools that a model could not tell apart', () => {
    const a = httpTool('{}', 'a_.b').moreTools
    const b = httpTool('{}', 'a._b').moreTools
    expect(draftCodes(packageText({ moreTools: a + b }))).toContain('duplicate_tool')
  })

  it.each([
    ['{type: http_get, url: "https://api.example.org/{word}?q={word}"}', []],
    ['{type: http_get, url: "https://{word}.example.org/"}', ['placeholder_not_allowed']],
    ['{type: http_get, url: "{word}://example.org/"}', ['invalid_url']],
    ['{type: http_get, url: "https://a.org/{other}"}', ['placeholder_not_allowed']],
    ['{type: http_get, url: "http://a.org/"}', ['insecure_url']],
    ['{type: http_get, url: "file:///etc/passwd"}', ['invalid_url']],
    ['{type: http_get, url: "https://me:pw@a.org/"}', ['invalid_url']],
    ['{type: http_get, url: "https://good.org\\\\@evil.org/"}', ['invalid_url']],
    ['{type: http_get, url: "https://@a.org/"}', ['invalid_url']],
    ['{type: http_post, url: "https://a.org", headers: {Content-Type: "text/plain"}}', ['literal_secret']],
    ['{type: mcp_service, service_uri: "did:x:\\u202Eevil", mcp_action: go}', ['lint_hidden_unicode']],
    ['{type: http_post, url: "https://a.org", headers: {Authorization: "Bearer abc"}}', ['literal_secret']],
    ['{type: http_post, url: "https://a.org", headers: {Accept: "application/json"}}', []],
    ['{type: shell, command: ls}', ['invalid_value']],
    ['{type: mcp_service, service_uri: "did:nuwa:mcp:x"}', ['missing_field']],
  ])('is held to the rules of its binding %s', (binding, codes) => {
    expect(draftCodes(packageText(httpTool(binding)))).toEqual(codes)
  })

  it('may call a tool like a member every object has', () => {
    expect(draftCodes(packageText({ moreTools: httpTool('', 'constructor').moreTools }))).toEqual([
      'tool_without_binding',
    ])
  })

  it('may not bring patterns that take long to read or to search with', () => {
    const triggers = (patterns: readonly string[]): string =>
      packageText({
        meta: `  triggers:\n${patterns.map((value) => `    - {type: regex, value: ${JSON.stringify(value)}}\n`).join('')}`,
      })
    const started = cpuTime()
    expect(draftCodes(triggers([`(${'a?'.repeat(900)}){200}`]))).toContain('invalid_regex')
    expect(draftCodes(triggers(Array<string>(64).fill('a{1000}'.repeat(280))))).toContain('invalid_regex')
    expect(draftCodes(triggers(Array<string>(65).fill('note')))).toContain('invalid_value')
    expect(draftCodes(triggers(['记(.*)笔记', '\\b(?:note|memo){1,3}\\b']))).not.toContain('invalid_regex')
    expect(cpuTime() - started).toBeLessThan(3000)
  })

  it('has a title of one line, without characters that hide others', () => {
    expect(draftCodes(packageText().replace('name: Diary', 'name: "Diary\\nby Satchel"'))).toContain(
      'invalid_value',
    )
    expect(draftCodes(packageText().replace('name: Diary', 'name: "Dia\\u202Eyr"'))).toContain(
      'lint_hidden_unicode',
    )
  })

  it('warns about a tool nothing runs', () => {
    expect(draftCodes(packageText({ moreTools: httpTool('').moreTools }))).toEqual(['tool_without_binding'])
  })

  it('shows the model the package’s schema without names, annotations, and the fields that are filled in', () => {
    const { package: diary } = verifyPackageFile(Buffer.from(packageText()), 'x', { signature: 'ignored' })
    expect(diary?.tools[0]?.parameters).toEqual({
      type: 'object',
      properties: {
        object: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      },
      required: ['object'],
    })
  })

  it.each(['#/schema/properties/text', 'https://example.org/s.json', '#/$defs/x', '#'])(
    'refuses a reference to %s in tool parameters',
    (ref) => {
      const builtIn = packageText().replace('"#/schema"', `"${ref}"`)
      expect(draftCodes(builtIn)).toContain('ref_not_allowed')
    },
  )

  it('refuses parameters that are no JSON Schema', () => {
    expect(draftCodes(packageText().replace('required: [object]', 'required: object'))).toContain(
      'invalid_parameters',
    )
  })
})

describe('the signature', () => {
  const token = /signature: (\S+)/
  it.each([
    ['no author', packageText({ author: '' }), 'unsigned'],
    ['no signature', packageText({ signature: '' }), 'unsigned'],
    ['an empty signature', packageText(), 'unsigned'],
  ])('is demanded: %s', (_what, text, code) => {
    expect(codesOf(Buffer.from(text))).toContain(code)
  })

  it('of somebody else is refused', async () => {
    const mine = Buffer.from(await signed(packageText())).toString()
    const theirs = Buffer.from(await signed(packageText(), otherAuthor)).toString()
    const swapped = mine.replace(token, `signature: ${token.exec(theirs)?.[1] ?? ''}`)
    expect(codesOf(Buffer.from(swapped))).toEqual(['bad_signature'])
  })

  it('changes nothing but its own token, and may stand in quotes', async () => {
    const bytes = Buffer.from(await signed(packageText())).toString()
    const value = token.exec(bytes)?.[1] ?? ''
    const again = Buffer.from(await writeSignature(Buffer.from(bytes), 'x', testAuthor)).toString()
    expect(again).toBe(bytes)
    expect(codesOf(Buffer.from(bytes.replace(value, `'${value}'`)))).toEqual([])
    expect(codesOf(Buffer.from(bytes.replace(value, `"${value}"`)))).toEqual([])
  })

  it('is refused on more than one line, in a block, with escapes, or as a list', async () => {
    const bytes = Buffer.from(await signed(packageText())).toString()
    const value = token.exec(bytes)?.[1] ?? ''
    const forms = [
      `|\n    ${value}\n `,
      `>-\n    ${value}\n `,
      `"\\x7a${value.slice(1)}"`,
      `"${value.slice(0, 9)}\\\n    ${value.slice(9)}"`,
      `[${value}]`,
    ]
    for (const form of forms) {
      expect(verify(Buffer.from(bytes.replace(value, form))).package).toBeNull()
    }
  })

  it('by a key that is not the author’s is refused, and so is an author that cannot be looked up', async () => {
    const bytes = Buffer.from(await signed(packageText())).toString()
    expect(codesOf(Buffer.from(bytes.replace(`#${testAuthor.did.slice(8)}`, '#key-1')))).toContain(
      'key_not_authorized',
    )
    const foreignKey = bytes.replace(`key_id: "${testAuthor.keyId}"`, `key_id: "${otherAuthor.keyId}"`)
    expect(codesOf(Buffer.from(foreignKey))).toContain('key_not_authorized')
    const web = bytes.replaceAll(testAuthor.did, 'did:web:example.org')
    expect(codesOf(Buffer.from(web))).toContain('did_unresolvable')
  })

  it.each([
    ['secp256k1', secp256k1, 'did:key:zQ3shgVXZLaMzm5S5x7XzGUG6YFHFLtoEMiv9ao2Bqa7hGyg2'],
    ['P-256', p256, 'did:key:zDnaeXxvmFHMHjqgQTbadpWG7gPHwnga1i7SMwxrV2BSdUjAD'],
  ] as const)('may be by a %s key, in low-S form only', async (_name, curve, did) => {
    const secret = new Uint8Array(32).fill(1)
    const signer: Signer = {
      did,
      keyId: keyIdOfDid(did),
      sign: (bytes) => Promise.resolve(curve.sign(bytes, secret, { lowS: true, prehash: true })),
    }
    expect(codesOf(await signed(packageText(), signer))).toEqual([])
    const highS: Signer = {
      ...signer,
      sign: async (bytes) => {
        const low = await signer.sign(bytes)
        const s = curve.Point.Fn.ORDER - BigInt(`0x${Buffer.from(low.subarray(32)).toString('hex')}`)
        return new Uint8Array([
          ...low.subarray(0, 32),
          ...Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
        ])
      },
    }
    expect(codesOf(await signed(packageText(), highS))).toEqual(['bad_signature'])
  })

  it('cannot be put into a file that names another author', async () => {
    const theirs = await signed(packageText(), otherAuthor)
    await expect(writeSignature(theirs, 'x', testAuthor)).rejects.toMatchObject({
      code: 'signature_place_missing',
    })
  })

  it('does not change the hash function of the whole file', async () => {
    const bytes = await signed(packageText())
    expect(verify(bytes).sha256).toBe(sha256Hex(bytes))
  })
})
