import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { keyIdOfDid } from '../../identity/index.ts'
import type { Signer } from '../../identity/types.ts'
import { verifyPackageFile } from '../index.ts'
import { otherAuthor, packageText, testAuthor } from '../testing.ts'
import { signPackage } from './sign.ts'

const EXAMPLE = join(import.meta.dirname, '../../../../shared/examples/note.acp.yaml')
const file = 'diary.acp.yaml'
const sign = async (text: string, signer: Signer = testAuthor, more = {}): Promise<string> =>
  Buffer.from(await signPackage(Buffer.from(text), file, signer, more)).toString()
const codes = (text: string): string[] =>
  verifyPackageFile(Buffer.from(text), file).problems.map(({ code }) => code)

/** What was taken out of `after` and put in, when everything else stands as it stood. */
const insertions = (before: string, after: string): string[] => {
  const old = before.split('\n')
  return after.split('\n').filter((line) => !old.includes(line))
}

describe('signing', () => {
  it.each([
    ['empty places', packageText()],
    ['no signature line', packageText({ signature: '' })],
    ['no author', packageText({ author: '' })],
    ['neither', packageText({ author: '', signature: '' })],
    ['an author without a key', packageText({ author: '  author:\n    did: "" # me\n' })],
    ['an author of nothing', packageText({ author: '  author: {}\n' })],
    [
      'an author with no value',
      packageText({ author: '  author: # who?\n', signature: '  signature: # here\n' }),
    ],
    ['an author on one line', packageText({ author: "  author: {did: '', key_id: ''} # me\n" })],
    [
      'metadata that ends in a block text',
      packageText({ author: '', signature: '', meta: '  license: |+\n    MIT\n\n\n' }),
    ],
    [
      'metadata that ends in a list',
      packageText({ author: '', signature: '', meta: '  tags:\n  - "日記" # a\n  - b # c\n' }),
    ],
    ['an old signature in a block', packageText({ signature: '  signature: |\n    z123\n' })],
    [
      'quotes',
      packageText({
        author: "  author:\n    did: ''\n    key_id: ''\n",
        signature: "  signature: 'old' # x\n",
      }),
    ],
  ])('writes author and signature where the file has %s, and verifies', async (_what, text) => {
    const signed = await sign(text)
    expect(codes(signed).filter((code) => code !== 'tool_without_permission')).toEqual([])
    for (const line of insertions(text, signed)) expect(line).toMatch(/author|did|key_id|signature|^ *z/)
    expect(await sign(signed)).toBe(signed)
  })

  it('changes nothing but the signature of a file that is signed already', async () => {
    const signed = await sign(packageText())
    const edited = signed.replace('Keeps a diary.', 'Keeps a diary 📔。')
    const again = await sign(edited)
    expect(insertions(edited, again)).toHaveLength(1)
    expect(codes(again)).toEqual([])
  })

  it('works in metadata on one line, and in a file without a last line break', async () => {
    const head =
      'metadata: {id: "did:nuwa:cap:diary@1.0.0", name: Diary, description: "Keeps, a diary.", permissions: {require: [state.create]}} # all\n'
    const flow = packageText({ head, author: '', signature: '', meta: '' }).trimEnd()
    expect(codes(await sign(flow))).toEqual([])
    const [metadata, rest] = [
      packageText().split('schema:')[0] ?? '',
      packageText().slice(packageText().indexOf('schema:')),
    ]
    const last = `${rest}${metadata.replace(/ {2}author:[^]*?(?= {2}permissions)/, '')}`.trimEnd()
    expect(codes(await sign(last))).toEqual([])
  })

  it('refuses an invalid document, with all its problems', async () => {
    const broken = packageText({ meta: '  memory_scope: sc:core\n', prompt: 'prompt: [a]\n' })
    await expect(sign(broken)).rejects.toMatchObject({
      code: 'package_rejected',
      details: { problems: [{ code: 'invalid_value' }, { code: 'wrong_type' }, { severity: 'warning' }] },
    })
  })

  it('signs for another author only when that is asked for', async () => {
    const theirs = await sign(packageText(), otherAuthor)
    await expect(sign(theirs)).rejects.toMatchObject({ code: 'author_is_other' })
    const taken = await sign(theirs, testAuthor, { takeAuthorship: true })
    expect(codes(taken)).toEqual([])
    expect(taken).toContain(testAuthor.keyId)
  })

  it.each([
    ['secp256k1', secp256k1, 'did:key:zQ3shgVXZLaMzm5S5x7XzGUG6YFHFLtoEMiv9ao2Bqa7hGyg2'],
    ['P-256', p256, 'did:key:zDnaeXxvmFHMHjqgQTbadpWG7gPHwnga1i7SMwxrV2BSdUjAD'],
  ] as const)('holds with a %s key', async (_name, curve, did) => {
    const secret = new Uint8Array(32).fill(1)
    const sign64 = (bytes: Uint8Array) =>
      Promise.resolve(curve.sign(bytes, secret, { lowS: true, prehash: true }))
    expect(codes(await sign(packageText(), { did, keyId: keyIdOfDid(did), sign: sign64 }))).toEqual([])
  })

  it('leaves every other byte alone and verifies, whatever the package looks like', async () => {
    const word = fc.stringMatching(/^[a-zA-Z日記タスク笔é📚 ]{1,30}$/u).filter((text) => text.trim() !== '')
    const comment = word.map((text) => `# ${text.replaceAll('\n', ' ')}\n`)
    const quote = fc.constantFrom(
      (text: string) => JSON.stringify(text),
      (text: string) => `'${text.replaceAll("'", "''")}'`,
      (text: string) => `>-\n    ${text.trim()}`,
    )
    const place = fc.constantFrom('', '  signature: ""\n', "  signature: '' # 署名\n", '  signature:\n')
    const author = fc.constantFrom(
      '',
      '  author:\n    did: ""\n    key_id: ""\n',
      '  author: {did: "", key_id: ""}\n',
    )
    await fc.assert(
      fc.asyncProperty(
        word,
        comment,
        quote,
        quote,
        place,
        author,
        fc.boolean(),
        async (text, note, q, r, signature, who, first) => {
          const fields = `  name: ${q(text)}\n  ${note}  description: ${r(`${text} 日記`)}\n`
          const head = `${note}metadata:\n  id: did:nuwa:cap:diary@1.0.0\n${first ? signature : ''}${fields}`
          const before = packageText({
            head,
            author: who,
            signature: first ? '' : signature,
            prompt: `prompt: ${q(text)}\n`,
          })
          const after = await sign(before)
          expect(codes(after)).toEqual([])
          // Signed again and with those places emptied, it is the original file.
          const empty = (one: string): string =>
            one.replace(/ {2}author:.*\n(?: {4}.*\n)*/u, '').replace(/ {2}signature:.*\n/u, '')
          expect(empty(after)).toBe(empty(before))
        },
      ),
      { numRuns: effort(30, 120) },
    )
  })

  it.skipIf(!existsSync(EXAMPLE))(
    'signs the published example (skipped where ../shared is not there)',
    async () => {
      expect(codes(await sign(readFileSync(EXAMPLE, 'utf8')))).toEqual([])
    },
  )
})
