import { createHash } from 'node:crypto'
import { encode } from '@ipld/dag-cbor'
import { describe, expect, it } from 'vitest'
import type { ChangeOrigin } from '../../contract/state.ts'
import { type HashedChange, headerBytes } from './codec.ts'
import { sha256 } from '../../platform/sha256.ts'

const change = (given: Partial<HashedChange>): HashedChange => ({
  owner: 'did:key:zTest',
  space: 'did:nuwa:cap:note',
  scope: 'sc:note',
  actor: 'a',
  seq: 1,
  clock: '000000000001-0000',
  previous: null,
  seen: {},
  origin: { kind: 'owner', via: 'cli' },
  schema: 'did:nuwa:cap:note:state:Note#v1',
  object: 'o',
  kind: 'update',
  opsHash: Buffer.alloc(32, 7),
  ...given,
})

/** By the library alone, which caches nothing. */
const fresh = ({ previous, opsHash, ...rest }: HashedChange): Buffer =>
  Buffer.from(encode({ v: 2, prev: previous, ops: opsHash, ...rest }))

describe('the bytes of a header', () => {
  const capability = (callId: string | null): ChangeOrigin => ({
    kind: 'capability',
    capability: 'did:nuwa:cap:note',
    version: '1.0.0',
    packageSha256: 'ab',
    conversationId: null,
    turnId: 't',
    callId,
  })
  const origins: readonly ChangeOrigin[] = [
    capability('1'),
    capability('1'),
    capability('2'),
    capability(null),
    { kind: 'owner', via: 'cli' },
    { kind: 'owner', via: 'renderer' },
    { kind: 'owner', via: 'renderer', reverts: { change: 'aa' } },
    { kind: 'owner', via: 'renderer', reverts: { change: 'bb' } },
    { kind: 'owner', via: 'renderer' },
    { kind: 'system', reason: 'first run' },
  ]

  it('are those of this change, whatever the one before was', () => {
    for (const origin of origins)
      for (const place of [{}, { owner: 'did:key:zNew' }, { scope: 'sc:other' }, { space: 'core' }]) {
        const one = change({ origin, ...place })
        expect(headerBytes(one)).toEqual(fresh(one))
      }
  })

  it('follow an origin that was changed in place', () => {
    const origin = capability('1')
    headerBytes(change({ origin }))
    Object.assign(origin, { callId: '2' })
    expect(headerBytes(change({ origin }))).toEqual(fresh(change({ origin })))
  })

  it('are hashed like the library does, text as UTF-8', () => {
    for (const bytes of [Buffer.from([0, 0x80, 0xff]), 'n\u00e9\u{1F600}'])
      expect(sha256(bytes)).toEqual(createHash('sha256').update(bytes).digest())
  })
})
