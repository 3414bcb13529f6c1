import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { startLocalChain } from './local-chain.ts'

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('satchel-chain-'))
const chainIdOf = async (rpcUrl: string): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await answer.json()) as { result: unknown }).result
}

describe('a chain on this machine', () => {
  it('answers on a port of its own, beside another one, and is gone when it was stopped', async () => {
    const chains = await Promise.all([startLocalChain(), startLocalChain({ blockSeconds: 1 })])
    const [first, second] = chains
    try {
      expect(first.rpcUrl).not.toBe(second.rpcUrl)
      for (const { rpcUrl, chainId } of chains)
        expect(await chainIdOf(rpcUrl)).toBe(`0x${chainId.toString(16)}`)
    } finally {
      await Promise.all(chains.map(({ stop }) => stop()))
    }
    for (const { rpcUrl } of chains) await expect(chainIdOf(rpcUrl)).rejects.toThrow()
    await first.stop() // stopping twice is fine
  })

  it('leaves no folder behind', async () => {
    const before = new Set(folders())
    const chain = await startLocalChain()
    const own = folders().filter((name) => !before.has(name))
    await chain.stop()
    const after = folders()
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter((name) => after.includes(name)).length).toBeLessThan(own.length)
  })

  it('answers no page of a browser', async () => {
    const chain = await startLocalChain()
    try {
      const answer = await fetch(chain.rpcUrl, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example' },
      })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    } finally {
      await chain.stop()
    }
  })
})
