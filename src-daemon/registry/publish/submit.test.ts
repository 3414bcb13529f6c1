import { createPublicClient, http } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
    const timeouts = { timeoutMs: 30_000, pollMs: 2000 }
    const [alice, mallory] = [await person({ around: (deps) => ({ ...deps, timeouts }) }), await person()]
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

describe('a transaction the node keeps and never takes', () => {
  const timeouts = { timeoutMs: 1_500, pollMs: 50 }
  const sentOf = (tx: string | null) =>
    createPublicClient({ transport: http(test.local.rpcUrl) }).getTransaction({ hash: tx as `0x${string}` })
  const stuck = async (more: { wei?: bigint } = {}) => {
    const alice = await person({ ...more, around: (deps) => ({ ...deps, timeouts }) })
    await test.control.setAutomine(false)
    const { id } = await alice.publications.start(fileOf(draft()))
    await expect(alice.publications.settled(id)).rejects.toThrow(refusal('chain_not_confirmed'))
    return { alice, id, first: alice.publications.get(id).tx }
  }
  afterEach(() => test.control.setAutomine(true))

  it('is sent again with the same number and a higher fee when its owner says so, and published once', async () => {
    const { alice, id, first } = await stuck()
    const before = await sentOf(first)
    const cost = await alice.publications.dearer(id)
    alice.publications.resume({ id, requester: 'cli', dearer: true })
    await expect.poll(() => alice.publications.get(id).tx).not.toBe(first)
    await expect.poll(() => sentOf(alice.publications.get(id).tx).catch(() => null)).not.toBeNull()
    const after = await sentOf(alice.publications.get(id).tx)
    expect(after).toMatchObject({ nonce: before.nonce, maxFeePerGas: BigInt(cost?.feePerGas ?? 0) })
    for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const)
      expect((after[fee] ?? 0n) * 8n).toBeGreaterThanOrEqual((before[fee] ?? 0n) * 9n)
    expect((await test.control.getTxpoolStatus()).pending).toBe(1)
    await test.control.mine({ blocks: 1 })
    expect(await alice.publications.settled(id)).toMatchObject({ state: 'published', tx: after.hash })
    expect(await alice.publications.dearer(id)).toBeNull()
    expect(await readVersions(test.chain, { capUri: capUri() })).toHaveLength(1)
  })

  it('is only waited for when its owner just goes on', async () => {
    const { alice, id, first } = await stuck()
    alice.publications.resume({ id, requester: 'cli' })
    await expect(alice.publications.settled(id)).rejects.toThrow(refusal('chain_not_confirmed'))
    expect(alice.publications.get(id).tx).toBe(first)
    await test.control.mine({ blocks: 1 })
    expect(await alice.publications.dearer(id)).toBeNull()
    alice.publications.resume({ id, requester: 'cli', dearer: true })
    expect(await alice.publications.settled(id)).toMatchObject({ tx: first, receipt: { tx: first } })
  })

  it('stays the one that counts where the node does not take the other for it', async () => {
    const { alice, id, first } = await stuck()
    const { nonce, maxFeePerGas = 0n } = await sentOf(first)
    // Another transaction of the account with a much higher fee has replaced it.
    const from = alice.address as `0x${string}`
    await test.control.impersonateAccount({ address: from })
    const fee = maxFeePerGas * 10n
    const blocking = await test.control.sendUnsignedTransaction({
      from,
      to: from,
      nonce,
      maxFeePerGas: fee,
      maxPriorityFeePerGas: fee,
    })
    alice.publications.resume({ id, requester: 'cli', dearer: true })
    await expect(alice.publications.settled(id)).rejects.toThrow(refusal('chain_failed'))
    expect(alice.publications.get(id).tx).toBe(first)
    await test.control.dropTransaction({ hash: blocking })
    await test.control.stopImpersonatingAccount({ address: from })
  })

  it('stays the one that counts where the account cannot pay the other', async () => {
    const { alice, id, first } = await stuck()
    const { maxFeePerGas = 0n } = await sentOf(first)
    await test.control.setBalance({ address: alice.address as `0x${string}`, value: maxFeePerGas })
    alice.publications.resume({ id, requester: 'cli', dearer: true })
    await expect(alice.publications.settled(id)).rejects.toThrow(refusal('chain_funds'))
    expect(alice.publications.get(id).tx).toBe(first)
    await test.control.dropTransaction({ hash: first as `0x${string}` })
  })
})
