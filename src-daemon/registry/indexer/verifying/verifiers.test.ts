import { once } from 'node:events'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDidResolver, keyIdOfDid } from '../../../identity/index.ts'
import type { Signer } from '../../../identity/types.ts'
import type { VerificationKey } from '../../../contract/identity.ts'
import { otherAuthor, testAuthor } from '../../../packages/testing.ts'
import { SatchelError } from '../../../platform/errors.ts'
import type { Worker } from '../../../platform/worker-threads.ts'
import { publishedPackage } from '../testing/published.ts'
import { createVerifiers, startVerifier, type Verifiers } from './verifiers.ts'
import type { Verdict } from './verify.ts'

const DID = 'did:web:author.example'
const webAuthor: Signer = { ...testAuthor, did: DID, keyId: `${DID}#k1` }
const dids = createDidResolver({ now: () => new Date(), fetch: () => Promise.reject(new Error('offline')) })
const publicKeyOf = ({ did }: Signer): Promise<VerificationKey> =>
  dids.key(keyIdOfDid(did), 'assertionMethod')

let started: Worker[]
let keyOf: (keyId: string) => Promise<VerificationKey>
let verifiers: Verifiers
const createWith = (more: { threads?: number; idleMs?: number } = {}): Verifiers => {
  const start = (): Worker => {
    const worker = startVerifier()
    started.push(worker)
    return worker
  }
  return (verifiers = createVerifiers({ keyOf: (keyId) => keyOf(keyId), start, threads: 1, ...more }))
}
beforeEach(() => {
  started = []
  keyOf = () => Promise.reject(new Error('nobody is asked'))
})
afterEach(() => verifiers.close())

const inShort = (verdict: Verdict): string =>
  verdict.kind === 'verified' ? verdict.file.schemaUri : `${verdict.kind} ${verdict.reason.code}`

it('verifies many at once, each with its own answer, in as many threads as it may', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `capability-${String(at)}`)
  const made = await Promise.all(names.map((name) => publishedPackage({ name })))
  const { verify } = createWith({ threads: 2 })
  const verdicts = await Promise.all(
    made.map(({ bytes, event }, at) =>
      verify({ ...event(1)(0), ...(at % 3 === 2 ? { capUri: 'did:nuwa:cap:stolen' } : {}) }, bytes),
    ),
  )
  expect(verdicts.map(inShort)).toEqual(
    names.map((name, at) => (at % 3 === 2 ? 'refused cap_uri_mismatch' : `did:nuwa:state:${name}#v1`)),
  )
  expect(started).toHaveLength(2)
})

it('asks here for the key of an author, which the threads cannot', async () => {
  const { bytes, event } = await publishedPackage({ name: 'diary', signer: webAuthor })
  const record = event(1)(0)
  const { verify } = createWith()
  const asked: string[] = []
  const answered = async (key: () => Promise<VerificationKey>): Promise<string> => {
    keyOf = (keyId) => {
      asked.push(keyId)
      return key()
    }
    return inShort(await verify(record, bytes))
  }
  expect(await answered(() => publicKeyOf(testAuthor))).toBe('did:nuwa:state:diary#v1')
  expect(await answered(() => publicKeyOf(otherAuthor))).toBe('refused bad_signature')
  const silent = new SatchelError('did_unreachable', {
    params: { did: DID, host: 'example.com', reason: 'down' },
  })
  expect(await answered(() => Promise.reject(silent))).toBe('unknown did_unresolvable')
  expect(asked).toEqual([webAuthor.keyId, webAuthor.keyId, webAuthor.keyId])
  keyOf = () => Promise.reject(new SatchelError('disk_full'))
  await expect(verify(record, bytes)).rejects.toMatchObject({ code: 'disk_full' })
})

it('says so when a thread ends at work, and goes on with another', async () => {
  const { bytes, event } = await publishedPackage({ name: 'diary', signer: webAuthor })
  const { verify } = createWith()
  const wanted = Promise.withResolvers<undefined>()
  keyOf = () => {
    wanted.resolve(undefined)
    return new Promise(() => undefined)
  }
  const lost = verify(event(1)(0), bytes)
  const rejected = expect(lost).rejects.toMatchObject({ code: 'index_verifier_failed' })
  await wanted.promise
  await started[0]?.terminate()
  await rejected
  keyOf = () => publicKeyOf(testAuthor)
  expect(inShort(await verify(event(1)(0), bytes))).toBe('did:nuwa:state:diary#v1')
  expect(started).toHaveLength(2)
})

it('ends its threads when nothing was to do for a while', async () => {
  const { bytes, event } = await publishedPackage({ name: 'diary' })
  const { verify } = createWith({ idleMs: 1 })
  await verify(event(1)(0), bytes)
  await once(started[0] as Worker, 'exit')
  expect(inShort(await verify(event(1)(0), bytes))).toBe('did:nuwa:state:diary#v1')
  expect(started).toHaveLength(2)
})
