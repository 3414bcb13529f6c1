import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keysOf } from '../check/documents.ts'
import { verifyDescription } from '../descriptions/verify-description.ts'
import { startDevAgent, type DevAgent } from './dev-agent.ts'

let agent: DevAgent
const trusted = getCACertificates('default')
beforeEach(async () => {
  agent = await startDevAgent({ port: 0, now: () => new Date() })
  setDefaultCACertificates([...trusted, agent.authority])
})
afterEach(async () => {
  setDefaultCACertificates(trusted)
  await agent.close()
})

const json = async (path: string): Promise<Record<string, unknown>> =>
  (await (await fetch(new URL(path, agent.url))).json()) as Record<string, unknown>
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(new URL(path, agent.url), { method: 'POST', body: JSON.stringify(body), headers })

describe('the agent for development', () => {
  it('is verified by the key in the document of its DID, for its host, also after a change', async () => {
    const document = await json('/.well-known/did.json')
    expect(document['id']).toBe(agent.did)
    const verify = async () =>
      verifyDescription(JSON.stringify(await json('/ad.json')), agent.host, {
        dids: keysOf([document]),
        now: () => new Date(),
        seen: null,
      })
    expect(await verify()).toMatchObject({ verdict: 'valid', warnings: [], name: 'Corner Coffee' })
    await agent.describe({ name: 'Corner Tea', version: '1.1.0' })
    expect(await verify()).toMatchObject({ verdict: 'valid', name: 'Corner Tea' })
  })

  it('tells hours, answers questions in pieces, and sells only to who signs', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'openingHours', params: { date: '2026-11-29' } }
    expect(await (await post('/rpc', call)).json()).toMatchObject({ result: { open: false } })
    const answer = await (await post('/ask', { question: 'What is there?' })).text()
    expect(answer).toContain('Mug for 14.00 EUR')
    expect(answer).toMatch(/\[DONE\]\n\n$/)
    const order = { identifier: 'mug' }
    expect((await post('/orders', order)).status).toBe(401)
    const signed = { 'signature-input': 'sig1=();keyid="did:wba:me.example#key-1"' }
    expect(await (await post('/orders', order, signed)).json()).toMatchObject({
      product: 'Mug',
      orderedBy: 'did:wba:me.example',
    })
    expect((await post('/orders', { identifier: 'tea' }, signed)).status).toBe(422)
  })

  it('says which port is taken', async () => {
    const port = Number(agent.host.split(':')[1])
    await expect(startDevAgent({ port, now: () => new Date() })).rejects.toMatchObject({ code: 'port_taken' })
  })
})
