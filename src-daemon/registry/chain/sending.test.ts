import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { publishCall, type RegistryCall } from './calls.ts'
import { openChain } from './chain.ts'
import { estimate } from './estimate.ts'
import { readName } from './read-name.ts'
import { readRecord } from './read-record.ts'
import { send, waitFor } from './send.ts'
import { newName, newSigner, useTestChain, version } from './testing.ts'
import type { ChainSigner } from './types.ts'

const test = useTestChain()
const write = (signer: ChainSigner, call: RegistryCall) => send(test.chain, signer, call)
const refusal = (code: string) => expect.objectContaining({ code }) as Error

describe('what can be wrong before anything is sent', () => {
  it('is an account without money, whose costs are told all the same', async () => {
    const poor = newSigner()
    const call = publishCall(version(newName()))
    const cost = await estimate(test.chain, poor.address, call)
    expect(cost.balance).toBe('0')
    expect(BigInt(cost.cost)).toBe(BigInt(cost.gas) * BigInt(cost.feePerGas))
    await expect(write(poor, call)).rejects.toMatchObject({
      code: 'chain_funds',
      params: { address: poor.address, balance: '0' },
    })
    await test.registry.fund(poor.address, BigInt(cost.cost) - 1n)
    await expect(write(poor, call)).rejects.toThrow(refusal('chain_funds'))
    await test.registry.fund(poor.address, BigInt(cost.cost) * 2n)
    await write(poor, call)
  })

  it('is a node that signs nothing: an unsigned transaction is not sent', async () => {
    const signer = await test.account()
    const locked = { ...signer, signTransaction: () => Promise.reject(new Error('locked')) }
    const one = version(newName())
    await expect(write(locked, publishCall(one))).rejects.toThrow('locked')
    expect(await readName(test.chain, one)).toBeNull()
  })

  it.each([
    ['another chain', { chainId: 1 }, 'chain_wrong'],
    ['no contract', { contract: '0x00000000000000000000000000000000000000aa' }, 'chain_contract_missing'],
    ['no node', { rpcUrl: 'http://127.0.0.1:9/' }, 'chain_unreachable'],
  ])('is a place with %s', async (_what, change, code) => {
    const chain = openChain({ ...test.registry.place, ...change }, test.guard)
    const one = version(newName())
    await expect(readRecord(chain, one)).rejects.toThrow(refusal(code))
    await expect(send(chain, await test.account(), publishCall(one))).rejects.toThrow(refusal(code))
  })

  it('is an address that is none', () => {
    expect(() => openChain({ ...test.registry.place, contract: '0x12' }, test.guard)).toThrow(
      refusal('registry_place_invalid'),
    )
  })

  it('is a node that says nothing usable, told with its host and not with what may be its key', async () => {
    const answers = [
      { status: 200, body: 'not json' },
      { status: 503, body: 'busy' },
      {
        status: 200,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no\u202e more' } }),
      },
    ]
    const server = createServer((_request, response) => {
      const { status, body } = answers[0] ?? { status: 500, body: '' }
      response
        .writeHead(status, { 'content-type': status === 200 ? 'application/json' : 'text/html' })
        .end(body)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    try {
      const { port } = server.address() as AddressInfo
      const rpcUrl = `http://127.0.0.1:${String(port)}/v3/secret-key`
      for (const expected of ['chain_failed', 'chain_unreachable', 'chain_failed']) {
        const chain = openChain({ ...test.registry.place, rpcUrl }, test.guard)
        const failure = await readName(chain, { capUri: newName() }).catch((thrown: unknown) => thrown)
        expect(failure).toMatchObject({ code: expected, params: { host: `127.0.0.1:${String(port)}` } })
        expect(JSON.stringify(failure)).not.toContain('secret-key')
        expect((failure as Error).message).not.toMatch(/secret-key|\u202e/u)
        answers.shift()
      }
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('is a contract that is something else', async () => {
    const { contract } = test.registry.place
    // anvil's own method to place code at an address: here, code that answers nothing.
    const address = '0x00000000000000000000000000000000000000bb'
    await test.control.setCode({ address, bytecode: '0x00' })
    expect(contract).not.toBe(address)
    const chain = openChain({ ...test.registry.place, contract: address }, test.guard)
    await expect(chain.check()).rejects.toThrow(refusal('chain_contract_other'))
  })
})

describe('a transaction that was sent', () => {
  it('is not waited for longer than asked, and can be waited for again', async () => {
    const signer = await test.account()
    const one = version(newName())
    await test.control.setAutomine(false)
    let tx = ''
    try {
      const options = { timeoutMs: 300, onSent: (sent: string) => (tx = sent) }
      const failure: unknown = await send(test.chain, signer, publishCall(one), options).catch(
        (thrown: unknown) => thrown,
      )
      expect(failure).toMatchObject({ code: 'chain_not_confirmed', params: { tx } })
    } finally {
      await test.control.setAutomine(true)
      await test.control.mine({ blocks: 1 })
    }
    expect(await waitFor(test.chain, { tx })).toMatchObject({ tx })
    expect(await readRecord(test.chain, one)).not.toBeNull()
  })

  it('says what the contract says when it is overtaken on its way', async () => {
    const [slow, fast] = [await test.account(), await test.account()]
    const capUri = newName()
    await test.control.setAutomine(false)
    const both = [fast, slow].map((signer, index) =>
      send(test.chain, signer, publishCall(version(capUri, `${String(index)}.0.0`))).then(
        () => 'published',
        (thrown: unknown) => (thrown as { code: string }).code,
      ),
    )
    try {
      await expect.poll(async () => (await test.control.getTxpoolStatus()).pending).toBe(2)
    } finally {
      await test.control.setAutomine(true)
      await test.control.mine({ blocks: 1 })
    }
    expect((await Promise.all(both)).sort()).toEqual(['published', 'registry_name_owned'])
  })
})
