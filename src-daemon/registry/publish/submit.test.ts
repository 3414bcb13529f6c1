import { beforeEach, describe, expect, it } from 'vitest'
import { packageText } from '../../packages/testing.ts'
import { publishCall } from '../chain/calls.ts'
import { readRecord } from '../chain/read-record.ts'
import { readVersions } from '../chain/read-versions.ts'
import { send } from '../chain/send.ts'
import { useTestChain } from '../chain/testing.ts'
import { draftOf, fileOf, newPackageName, usePeople } from './testing/people.ts'

const test = useTestChain()
const person = usePeople(test)
let name: string
beforeEach(() => {
  name = newPackageName()
})

const draft = (): Buffer => draftOf(packageText(), name)
const capUri = () => `did:nuwa:cap:${name}`
const recordOf = () => readRecord(test.chain, { capUri: capUri(), semver: '1.0.0' })
const refusal = (code: string): unknown => expect.objectContaining({ code })

describe('a transaction on its way', () => {
  it('that the node lost is sent again, as the same one', async () => {
    const alice = await person()
    await test.control.setAutomine(false)
    const { id } = await alice.publications.start(fileOf(draft()))
    const tx = await expect
      .poll(() => alice.publications.get(id).tx)
      .not.toBeNull()
      .then(() => alice.publications.get(id).tx)
    const inPool = async () => (await test.control.getTxpoolStatus()).pending
    await expect.poll(inPool).toBe(1)
    await test.control.dropTransaction({ hash: tx as `0x${string}` })
    await expect.poll(inPool, { timeout: 5000 }).toBe(1)
    await test.control.setAutomine(true)
    await test.control.mine({ blocks: 1 })
    expect(await alice.publications.settled(id)).toMatchObject({ tx, receipt: { tx } })
  })

  it('whose number another one took is replaced', async () => {
    const alice = await person()
    await test.control.setAutomine(false)
    const { id } = await alice.publications.start(fileOf(draft()))
    await expect.poll(() => alice.publications.get(id).tx).not.toBeNull()
    await expect.poll(async () => (await test.control.getTxpoolStatus()).pending).toBe(1)
    const lost = alice.publications.get(id).tx
    await test.control.dropTransaction({ hash: lost as `0x${string}` })
    await test.control.setNonce({ address: alice.address as `0x${string}`, nonce: 3 })
    await test.control.setAutomine(true)
    await test.control.mine({ blocks: 1 })
    const done = await alice.publications.settled(id)
    expect(done.tx).not.toBe(lost)
    expect(await readVersions(test.chain, { capUri: capUri() })).toHaveLength(1)
  })

  it('that somebody copied and overtook does not end as the owner’s', async () => {
    const patience = { timeoutMs: 30_000, pollMs: 2000 }
    const [alice, mallory] = [await person({ around: (deps) => ({ ...deps, patience }) }), await person()]
    await test.control.setAutomine(false)
    const { id } = await alice.publications.start(fileOf(draft()))
    await expect.poll(async () => (await test.control.getTxpoolStatus()).pending).toBe(1)
    const { tx, cid, sha256, authorDid } = alice.publications.get(id)
    await test.control.dropTransaction({ hash: tx as `0x${string}` })
    await test.control.setAutomine(true)
    const copy = { capUri: capUri(), semver: '1.0.0', cid: cid ?? '', sha256: sha256 ?? '', authorDid }
    await send(test.chain, await mallory.registries.signer('x'), publishCall(copy))
    await expect(alice.publications.settled(id)).rejects.toThrow(refusal('registry_name_owned'))
    expect(await recordOf()).toMatchObject({ publisher: mallory.address })
  })

  it('counts when it is as deep as the registry asks, and is waited for again when the chain forks', async () => {
    const alice = await person({ place: { ...test.registry.place, confirmations: 3 } })
    const { id } = await alice.publications.start(fileOf(draft()))
    await expect.poll(() => recordOf()).not.toBeNull()
    expect(alice.publications.get(id)).toMatchObject({
      state: 'running',
      step: 'confirm',
      cancellable: false,
    })
    const before = (await readRecord(test.chain, { capUri: capUri(), semver: '1.0.0' }))?.sha256
    await test.control.request({ method: 'anvil_reorg' as never, params: [1, []] as never })
    await expect.poll(() => recordOf(), { timeout: 5000 }).toMatchObject({ sha256: before })
    await test.control.mine({ blocks: 3 })
    expect(await alice.publications.settled(id)).toMatchObject({ state: 'published' })
    expect(await readVersions(test.chain, { capUri: capUri() })).toHaveLength(1)
  })
})
