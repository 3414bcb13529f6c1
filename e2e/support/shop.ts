/** A Satchel that other agents can call, a chain of its own, and a shop's agent that asks for payments and signatures. */
import { signRequest } from '../../src-daemon/agents/requests/sign-request.ts'
import { freePort } from '../../src-daemon/agents/testing/endpoint.ts'
import { createMemorySigner } from '../../src-daemon/identity/index.ts'
import { createNetworkGuard } from '../../src-daemon/network/index.ts'
import { fundLocally, openLocalNode } from '../../src-daemon/registry/chain/fund.ts'
import { startLocalChain, type LocalChain } from '../../src-daemon/registry/chain/local-chain.ts'
import { createSatchel, type Satchel } from './satchel.ts'

export const ETHER = 10n ** 18n

export interface Shop {
  readonly satchel: Satchel
  readonly chain: LocalChain
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: Record<string, unknown> }>
  readonly did: string
  readonly node: (method: string, params: readonly unknown[]) => Promise<unknown>
  readonly fund: (address: string) => Promise<void>
}

export const withShop = async (use: (shop: Shop) => Promise<void>): Promise<void> => {
  const [satchel, chain, guard] = [createSatchel(), await startLocalChain(), createNetworkGuard()]
  const port = await freePort()
  await satchel.json('agents', 'serve', '--port', String(port), '--yes')
  await satchel.json('agents', 'describe', '--set', '{"threads":{"enabled":true}}')
  const signer = createMemorySigner()
  const call: Shop['call'] = async (method, path, body) => {
    const url = `http://localhost:${String(port)}${path}`
    const text = body === undefined ? null : JSON.stringify(body)
    const target = { method, url, body: text === null ? null : Buffer.from(text) }
    const proof = await signRequest(target, { signer, form: 'http-signature', now: new Date() })
    const headers = { ...(text === null ? {} : { 'content-type': 'application/json' }), ...proof }
    const response = await fetch(url, { method, headers, ...(text === null ? {} : { body: text }) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  await satchel.json('agents', 'allow', signer.did, '--tool', 'satchel:threads', '--label', 'Shop', '--yes')
  await use({
    ...{ satchel, chain, call, did: signer.did },
    node: openLocalNode(chain, guard).ask,
    fund: (address) => fundLocally(chain, guard, { address, wei: ETHER }),
  })
  await satchel.dispose()
  await guard.close()
  await chain.stop()
}
