import { describe, expect, it } from 'vitest'
import { createDidResolver } from '../identity/index.ts'
import type { Signer } from '../identity/types.ts'
import { verifyPackage, verifyPackageFile } from './index.ts'
import { packageText, signed, testAuthor } from './testing.ts'

/** What somebody would try who wants a package to load that its author never signed, or a reader to see another one than Satchel. */
const codesOf = (bytes: Uint8Array): string[] =>
  verifyPackageFile(bytes, 'attack.acp.yaml').problems.map(({ code }) => code)
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
const token = /signature: (\S+)/

describe('a signature in the wrong place', () => {
  const attacks: readonly [string, (good: string, value: string) => string, string][] = [
    [
      'in a comment alone',
      (good, value) => good.replace(token, `# signature: ${value}\n  signature: ""`),
      'unsigned',
    ],
    [
      'in a comment behind an empty one',
      (good, value) => good.replace(token, `signature: "" # ${value}`),
      'unsigned',
    ],
    [
      'twice in one map',
      (good, value) => good.replace(token, `signature: ${value}\n  signature: ${value}`),
      'duplicate_key',
    ],
    [
      'outside metadata',
      (good, value) => `signature: ${value}\n${good.replace(token, 'signature: ""')}`,
      'unsigned',
    ],
    [
      'over two lines',
      (good, value) =>
        good.replace(token, `signature: >-\n    ${value.slice(1, 40)}\n    ${value.slice(40, -1)}`),
      'invalid_signature_form',
    ],
    [
      'as a block',
      (good, value) => good.replace(token, `signature: |-\n    ${value}`),
      'invalid_signature_form',
    ],
    [
      'with an escape in it',
      (good, value) => good.replace(token, `signature: "\\u007a${value.slice(1)}"`),
      'invalid_signature_form',
    ],
    ['behind a tag', (good, value) => good.replace(token, `signature: !!str ${value}`), 'tag'],
    [
      'through an alias',
      (good, value) => good.replace(token, `signature: *s`).replace('metadata:', `x: &s ${value}\nmetadata:`),
      'alias',
    ],
  ]

  it.each(attacks)('%s is refused', async (_where, attack, code) => {
    const good = textOf(await signed(packageText({ signature: '  signature: ""\n' })))
    const value = (token.exec(good)?.[1] ?? '').replaceAll('"', '')
    expect(codesOf(Buffer.from(good))).toEqual([])
    expect(value).toMatch(/^z/)
    expect(codesOf(Buffer.from(attack(good, value)))).toContain(code)
  })
})

describe('a file that two readers would see differently', () => {
  const meta = (lines: string): string =>
    packageText({ meta: `  permissions:\n    require: ["state.create"]\n${lines}` })
  it.each([
    [
      'a permission named twice over',
      packageText({ meta: '  permissions: {require: []}\n  permissions: {require: ["state.create"]}\n' }),
      'duplicate_key',
    ],
    ['an anchor', meta('  license: &l MIT\n'), 'anchor'],
    ['a merged map', meta('  <<: {name: Other}\n'), 'merge_key'],
    ['a yes that is a text here and true elsewhere', meta('  license: yes\n'), 'yaml_boolean'],
    ['a second document', `${packageText()}---\nmetadata: {}\n`, 'multiple_documents'],
    ['a version of YAML', `%YAML 1.1\n---\n${packageText()}`, 'directive'],
    [
      'text that turns around',
      packageText({ prompt: 'prompt: |\n  Say \u202Eolleh\u202C.\n' }),
      'lint_hidden_unicode',
    ],
    [
      'invisible letters',
      packageText({ prompt: 'prompt: |\n  Say hello.\u{E0041}\u{E0042}\n' }),
      'lint_hidden_unicode',
    ],
  ])('%s is reported', (_what, text, code) => {
    const bytes = Buffer.from(text)
    const { problems } = verifyPackageFile(bytes, 'attack.acp.yaml', { signature: 'ignored' })
    expect(problems.map((one) => one.code)).toContain(code)
  })
})

describe('a file that is made to cost', () => {
  const laughs = Array.from({ length: 30 }, (_, n) =>
    n === 0 ? 'a0: &a0 [ha, ha]' : `a${String(n)}: &a${String(n)} [*a${String(n - 1)}, *a${String(n - 1)}]`,
  ).join('\n')
  it.each([
    ['a billion laughs', `${laughs}\n${packageText()}`, 'alias'],
    ['more than a mebibyte', packageText({ prompt: `prompt: "${'x'.repeat(1024 * 1024)}"\n` }), 'too_large'],
    ['a thousand levels', `${'['.repeat(1000)}${']'.repeat(1000)}`, 'too_deep'],
  ])('%s is refused within the time of a test', (_what, text, code) => {
    expect(codesOf(Buffer.from(text))).toContain(code)
  })

  it('exactly a mebibyte is not too large', () => {
    const rest = 1024 * 1024 - Buffer.byteLength(packageText({ prompt: 'prompt: ""\n' }))
    const bytes = Buffer.from(packageText({ prompt: `prompt: "${'x y '.repeat(rest).slice(0, rest)}"\n` }))
    expect(bytes.length).toBe(1024 * 1024)
    expect(codesOf(bytes)).not.toContain('too_large')
    expect(codesOf(Buffer.concat([bytes, Buffer.from('\n')]))).toEqual(['too_large'])
  })
})

describe('an author whose document lists the key', () => {
  const did = 'did:web:author.example'
  const author: Signer = { did, keyId: `${did}#key-1`, sign: (bytes) => testAuthor.sign(bytes) }
  const codesFor = async (relationships: Record<string, readonly string[]>): Promise<string[]> => {
    const method = {
      id: author.keyId,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: testAuthor.did.slice(8),
    }
    const document = { id: did, verificationMethod: [method], ...relationships }
    const dids = createDidResolver({
      now: () => new Date(),
      fetch: () => Promise.resolve(Response.json(document)),
    })
    const { findings } = await verifyPackage(await signed(packageText(), author), 'attack.acp.yaml', {
      checkSchema: null,
      keyOf: (keyId) => dids.key(keyId, 'assertionMethod'),
    })
    return findings.map(({ code }) => code)
  }

  it('for statements is believed', async () => {
    expect(await codesFor({ assertionMethod: [author.keyId] })).toEqual([])
  })

  it.each(['authentication', 'capabilityDelegation', 'keyAgreement'])(
    'for %s alone is not',
    async (relationship) => {
      expect(await codesFor({ [relationship]: [author.keyId] })).toEqual(['key_not_authorized'])
    },
  )
})
