import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { otherAuthor } from '../../../packages/testing.ts'
import { SatchelError } from '../../../platform/errors.ts'
import { publishedPackage, rawCid } from '../testing/published.ts'
import type { PublishedEvent } from '../core/types.ts'
import { verifyPublished } from './verify.ts'

const nobody = (): Promise<never> =>
  Promise.reject(new SatchelError('did_unreachable', { params: { did: '', host: '', reason: '' } }))

const codeOf = async (bytes: Uint8Array, record: PublishedEvent, keyOf = nobody): Promise<string> => {
  const verdict = await verifyPublished(record, bytes, keyOf)
  return verdict.kind === 'verified' ? 'verified' : `${verdict.kind} ${verdict.reason.code}`
}

it('takes what an installer would, with what the file says', async () => {
  const { bytes, event } = await publishedPackage({ name: 'diary', more: '  tags: [a, b]\n' })
  const verdict = await verifyPublished(event(1)(0), bytes, nobody)
  expect(verdict).toMatchObject({
    kind: 'verified',
    file: { schemaUri: 'did:nuwa:state:diary#v1', statePath: 'did:nuwa:state:diary', bytes: bytes.length },
  })
  const metadata: unknown = verdict.kind === 'verified' ? JSON.parse(verdict.file.metadata) : null
  expect(metadata).toMatchObject({ id: 'did:nuwa:cap:diary@1.0.0', tags: ['a', 'b'] })
})

it('refuses what differs from the record, each with a code of its own', async () => {
  const { bytes, event } = await publishedPackage({ name: 'diary' })
  const other = await publishedPackage({ name: 'other' })
  const record = event(1)(0)
  const wrong: readonly [string, Partial<PublishedEvent>, Uint8Array?][] = [
    ['sha256_mismatch', {}, other.bytes],
    ['cid_sha256_mismatch', { cid: other.cid }],
    ['cid_sha256_mismatch', { sha256: hash('sha256', 'x') }],
    ['cid_invalid', { cid: 'not a cid' }],
    ['cap_uri_mismatch', { capUri: 'did:nuwa:cap:stolen' }],
    ['semver_mismatch', { semver: '1.0.1' }],
    ['author_mismatch', { authorDid: otherAuthor.did }],
  ]
  for (const [code, lie, served = bytes] of wrong)
    expect(await codeOf(served, { ...record, ...lie })).toBe(`refused ${code}`)
})

it('refuses what an installer refuses, with the code of the problem', async () => {
  const { bytes, event } = await publishedPackage({ name: 'diary' })
  const as = (changed: Uint8Array): Promise<string> =>
    codeOf(changed, { ...event(1)(0), sha256: hash('sha256', changed), cid: rawCid(changed) })
  const text = Buffer.from(bytes).toString()
  const edited = (from: string | RegExp, to: string): Uint8Array => Buffer.from(text.replace(from, to))
  expect(await as(edited('Keeps diary.', 'Keeps diaries.'))).toBe('refused bad_signature')
  expect(await as(edited(/signature: \S+/, 'signature: ""'))).toBe('refused unsigned')
  expect(await as(edited('metadata:', 'metadata: ['))).toMatch(/^refused yaml_/)
  expect(await as(Buffer.alloc(1024 * 1024 + 1, 97))).toBe('refused too_large')
  expect(await as(Buffer.from([0xff, 0xfe]))).toBe('refused invalid_utf8')
  expect(await as(Buffer.from(''))).toMatch(/^refused /)
})

it('leaves open what only the author’s silent document could tell', async () => {
  const { bytes, event } = await publishedPackage({ name: 'diary' })
  const web = Buffer.from(
    Buffer.from(bytes)
      .toString()
      .replaceAll(/did:key:[^"#\n]*/g, 'did:web:example.com'),
  )
  const record = { ...event(1)(0), sha256: hash('sha256', web), cid: rawCid(web) }
  expect(await codeOf(web, record)).toBe('unknown did_unresolvable')
  const gone = (): Promise<never> =>
    Promise.reject(new SatchelError('did_document_invalid', { params: { did: '', place: '', problem: '' } }))
  expect(await codeOf(web, record, gone)).toBe('refused did_unresolvable')
})
