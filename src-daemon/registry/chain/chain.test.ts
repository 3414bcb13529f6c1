import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { registryAbi } from './abi.ts'
import {
  acceptCall,
  anchorCall,
  offerCall,
  publishCall,
  voteCall,
  yankCall,
  type RegistryCall,
} from './calls.ts'
import { estimate } from './estimate.ts'
import { readAnchor } from './read-anchor.ts'
import { readBalance } from './read-balance.ts'
import { readName } from './read-name.ts'
import { readRecord } from './read-record.ts'
import { readVersions } from './read-versions.ts'
import { readVote } from './read-vote.ts'
import { send, waitFor } from './send.ts'
import { newName, newSigner, RICH, useTestChain, version } from './testing.ts'
import type { ChainSigner } from './types.ts'

const test = useTestChain()
const write = (signer: ChainSigner, call: RegistryCall) => send(test.chain, signer, call)
const refusal = (code: string) => expect.objectContaining({ code }) as Error

describe('what is known of the contract', () => {
  /** Drops what only the compiler adds: its internal type names, and fields that are empty or false. */
  const plain = (abi: unknown): unknown[] =>
    (
      JSON.parse(
        JSON.stringify(abi, (key, value: unknown) =>
          key === 'internalType' || key === 'anonymous' || value === '' || value === false
            ? undefined
            : value,
        ),
      ) as { name: string }[]
    ).sort((one, other) => (one.name < other.name ? -1 : 1))

  it('matches its artefact', () => {
    const artefact = JSON.parse(
      readFileSync(join(appRoot, 'resources/contracts/acp-registry.json'), 'utf8'),
    ) as { abi: unknown }
    expect(plain(registryAbi)).toEqual(plain(artefact.abi))
  })
})

describe('publishing', () => {
  it('writes a record that anybody can read, and makes the publisher the owner of the name', async () => {
    const signer = await test.account()
    const one = version(newName())
    expect(await readName(test.chain, one)).toBeNull()
    expect(await readRecord(test.chain, one)).toBeNull()
    const sent: string[] = []
    const receipt = await send(test.chain, signer, publishCall(one), { onSent: (tx) => sent.push(tx) })
    expect(sent).toEqual([receipt.tx])
    const record = await readRecord(test.chain, one)
    const { semver, cid, sha256, authorDid } = one
    expect(record).toMatchObject({ semver, cid, sha256, authorDid, publisher: signer.address, yanked: null })
    expect(await readName(test.chain, one)).toEqual({
      capUri: one.capUri,
      owner: signer.address,
      offeredTo: null,
      authorDid,
      versions: 1,
      votes: { up: 0, down: 0 },
    })
    expect(await readRecord(test.chain, { ...one, semver: '1.0.1' })).toBeNull()
    expect(await readBalance(test.chain, signer)).toBe(RICH - BigInt(receipt.fee))
    expect(await waitFor(test.chain, receipt)).toEqual(receipt)
  })

  it('tells versions in the order they were published, in pages', async () => {
    const signer = await test.account()
    const capUri = newName()
    const wanted = ['1.0.0', '2.0.0-rc.1+b.01', '0.9.0', '1.0.0+other']
    for (const semver of wanted) await write(signer, publishCall(version(capUri, semver)))
    const found = async (page: object) =>
      (await readVersions(test.chain, { capUri, ...page })).map(({ semver }) => semver)
    expect(await found({})).toEqual(wanted)
    expect(await found({ from: 1, limit: 2 })).toEqual(wanted.slice(1, 3))
    expect(await found({ from: 9 })).toEqual([])
    expect(await readVersions(test.chain, { capUri: newName() })).toEqual([])
  })

  it('refuses a version that is there, a name of somebody else, and another author', async () => {
    const [owner, other] = [await test.account(), await test.account()]
    const one = version(newName())
    await write(owner, publishCall(one))
    await expect(write(owner, publishCall({ ...version(one.capUri), cid: 'bafkreother' }))).rejects.toThrow(
      refusal('registry_version_exists'),
    )
    await expect(write(other, publishCall(version(one.capUri, '2.0.0')))).rejects.toMatchObject({
      code: 'registry_name_owned',
      params: { name: one.capUri, by: owner.address },
    })
    await expect(
      write(owner, publishCall(version(one.capUri, '2.0.0', 'did:key:zOther'))),
    ).rejects.toMatchObject({
      code: 'registry_other_author',
      params: { by: one.authorDid },
    })
    expect(await readRecord(test.chain, one)).toMatchObject({ sha256: one.sha256, cid: one.cid })
    expect(await readName(test.chain, one)).toMatchObject({ owner: owner.address, versions: 1 })
  })

  const fine = version('did:nuwa:cap:fine')
  it.each<readonly [string, object]>([
    ['a version in the name', { capUri: 'did:nuwa:cap:note@1.0.0' }],
    ['another prefix', { capUri: 'did:nuwa:cat:note' }],
    ['no name', { capUri: 'did:nuwa:cap:' }],
    ['capitals', { capUri: 'did:nuwa:cap:Note' }],
    ['a digit in front', { capUri: 'did:nuwa:cap:1note' }],
    ['a name too long', { capUri: `did:nuwa:cap:${'a'.repeat(64)}` }],
    ['letters that look alike', { capUri: 'did:nuwa:cap:nоte' }],
    ...[
      '',
      '1',
      '1.0',
      '01.0.0',
      '1.0.0-',
      '1.0.0-01',
      '1.0.0-a..b',
      '1.0.0+',
      'v1.0.0',
      '1.0.0 ',
      '1.0.0.0',
      `1.0.0-${'a'.repeat(59)}`,
    ].map((semver) => [`the version “${semver}”`, { semver }] as const),
    ['no CID', { cid: '' }],
    ['a CID with a slash', { cid: 'bafkrei/bafkrei' }],
    ['a CID too long', { cid: 'b'.repeat(129) }],
    ['a hash of zeros', { sha256: '0'.repeat(64) }],
    ['no author', { authorDid: '' }],
    ['an author who is no DID', { authorDid: 'alice' }],
    ['an author with a space', { authorDid: 'did:key:z a' }],
    ['an author too long', { authorDid: `did:key:${'z'.repeat(249)}` }],
  ])('refuses %s', async (_what, change: object) => {
    await expect(
      estimate(test.chain, newSigner().address, publishCall({ ...fine, ...change })),
    ).rejects.toThrow(refusal('registry_input_invalid'))
  })

  it.each([
    { capUri: `did:nuwa:cap:${'a'.repeat(63)}` },
    { capUri: 'did:nuwa:cap:a' },
    { semver: '0.0.0' },
    { semver: '1.0.0-0.a-b.10+001.x' },
    { semver: `1.0.0-${'a'.repeat(58)}` },
    { cid: 'b'.repeat(128) },
    { authorDid: `did:key:${'z'.repeat(248)}` },
  ])('takes %j', async (change) => {
    const { gas } = await estimate(test.chain, newSigner().address, publishCall({ ...fine, ...change }))
    expect(gas).toBeGreaterThan(0)
  })
})

describe('yanking', () => {
  it('marks a version for good, and is for the owner alone', async () => {
    const [owner, other] = [await test.account(), await test.account()]
    const one = version(newName())
    const yank = yankCall({ ...one, reason: 'leaks what it is told' })
    await expect(write(owner, yank)).rejects.toThrow(refusal('registry_name_unknown'))
    await write(owner, publishCall(one))
    await expect(write(owner, yankCall({ ...one, semver: '3.0.0', reason: 'x' }))).rejects.toThrow(
      refusal('registry_version_unknown'),
    )
    await expect(write(other, yank)).rejects.toThrow(refusal('registry_name_owned'))
    for (const reason of ['', 'x'.repeat(281)])
      await expect(write(owner, yankCall({ ...one, reason }))).rejects.toThrow(
        refusal('registry_input_invalid'),
      )
    await write(owner, yank)
    expect(await readRecord(test.chain, one)).toMatchObject({
      sha256: one.sha256,
      yanked: 'leaks what it is told',
    })
    await expect(write(owner, yank)).rejects.toThrow(refusal('registry_already_yanked'))
    await expect(write(owner, publishCall(one))).rejects.toThrow(refusal('registry_version_exists'))
  })
})

describe('passing a name on', () => {
  it('needs the offer of the owner and the word of who takes it', async () => {
    const [owner, next, third] = [await test.account(), await test.account(), await test.account()]
    const one = version(newName())
    const { capUri } = one
    await expect(write(next, acceptCall({ capUri, authorDid: 'did:key:zNext' }))).rejects.toThrow(
      refusal('registry_name_unknown'),
    )
    await write(owner, publishCall(one))
    await expect(write(next, offerCall({ capUri, to: next.address }))).rejects.toThrow(
      refusal('registry_name_owned'),
    )
    await expect(write(next, acceptCall({ capUri, authorDid: 'did:key:zNext' }))).rejects.toThrow(
      refusal('registry_not_offered'),
    )

    await write(owner, offerCall({ capUri, to: third.address }))
    await write(owner, offerCall({ capUri, to: null }))
    await expect(write(third, acceptCall({ capUri, authorDid: 'did:key:zThird' }))).rejects.toThrow(
      refusal('registry_not_offered'),
    )
    await write(owner, offerCall({ capUri, to: next.address }))
    expect(await readName(test.chain, one)).toMatchObject({ owner: owner.address, offeredTo: next.address })
    await expect(write(next, acceptCall({ capUri, authorDid: 'nobody' }))).rejects.toThrow(
      refusal('registry_input_invalid'),
    )
    await write(next, acceptCall({ capUri, authorDid: 'did:key:zNext' }))

    expect(await readName(test.chain, one)).toMatchObject({
      owner: next.address,
      offeredTo: null,
      authorDid: 'did:key:zNext',
    })
    await expect(write(owner, publishCall(version(capUri, '2.0.0')))).rejects.toThrow(
      refusal('registry_name_owned'),
    )
    await expect(write(next, acceptCall({ capUri, authorDid: 'did:key:zNext' }))).rejects.toThrow(
      refusal('registry_not_offered'),
    )
    await write(next, publishCall(version(capUri, '2.0.0', 'did:key:zNext')))
    // What was published before stays with the author who published it.
    expect(
      (await readVersions(test.chain, one)).map(({ publisher, authorDid }) => [publisher, authorDid]),
    ).toEqual([
      [owner.address, one.authorDid],
      [next.address, 'did:key:zNext'],
    ])
  })
})

describe('votes', () => {
  it('are one per address, changeable, and counted', async () => {
    const [owner, a, b] = [await test.account(), await test.account(), await test.account()]
    const one = version(newName())
    const { capUri } = one
    await expect(write(a, voteCall({ capUri, vote: 1 }))).rejects.toThrow(refusal('registry_name_unknown'))
    await write(owner, publishCall(one))
    const votes = async () => (await readName(test.chain, one))?.votes
    await write(a, voteCall({ capUri, vote: 1 }))
    await write(b, voteCall({ capUri, vote: 1 }))
    expect(await votes()).toEqual({ up: 2, down: 0 })
    await expect(write(a, voteCall({ capUri, vote: 1 }))).rejects.toThrow(refusal('registry_same_vote'))
    await write(a, voteCall({ capUri, vote: -1 }))
    expect(await votes()).toEqual({ up: 1, down: 1 })
    expect(await readVote(test.chain, { capUri, voter: a.address })).toBe(-1)
    await write(a, voteCall({ capUri, vote: 0 }))
    expect(await votes()).toEqual({ up: 1, down: 0 })
    expect(await readVote(test.chain, { capUri, voter: a.address })).toBe(0)
    for (const vote of [2, -2, 127])
      await expect(write(a, voteCall({ capUri, vote }))).rejects.toThrow(refusal('registry_input_invalid'))
  })
})

describe('an anchor', () => {
  it('stands once, with its time', async () => {
    const signer = await test.account()
    const root = 'ab'.repeat(32)
    expect(await readAnchor(test.chain, { by: signer.address, root })).toBeNull()
    const { block } = await write(signer, anchorCall({ root }))
    const { timestamp } = await test.chain.client.getBlock({ blockNumber: BigInt(block) })
    expect(await readAnchor(test.chain, { by: signer.address, root })).toEqual(
      new Date(Number(timestamp) * 1000),
    )
    expect(await readAnchor(test.chain, { by: newSigner().address, root })).toBeNull()
    await expect(write(signer, anchorCall({ root }))).rejects.toThrow(refusal('registry_already_anchored'))
    await expect(write(signer, anchorCall({ root: '0'.repeat(64) }))).rejects.toThrow(
      refusal('registry_input_invalid'),
    )
  })
})
