import { createToldSecrets } from '../../platform/told-secrets.ts'
import { AgentEvent } from '@a2a-js/sdk/server'
import { expect, it, onTestFinished } from 'vitest'
import { createNetworkGuard } from '../../network/guard.ts'
import { openDatabase } from '../../storage/index.ts'
import { createContacts } from '../contacts/contacts.ts'
import { createA2aProtocol } from './protocol.ts'
import { messageOf, openSdkAgent, textPart } from './testing/sdk-agent.ts'

it('an agent with a card is looked at, approved and called like any other, and asks again when it moves', async () => {
  const agent = await openSdkAgent({
    execute: ({ taskId, contextId }, bus) => {
      bus.publish(AgentEvent.message(messageOf(taskId, contextId, [textPart('sunny')])))
      return Promise.resolve()
    },
  })
  const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  const guard = createNetworkGuard({ env: {}, developmentHosts: () => [agent.host] })
  onTestFinished(async () => {
    await guard.close()
    await agent.close()
    db.close()
  })
  const no = () => Promise.reject(new Error('no DID'))
  const now = () => new Date()
  const a2a = createA2aProtocol({
    log: { warn: () => undefined },
    guard,
    now,
    dids: { key: no, resolve: no },
    developmentHosts: () => [agent.host],
  })
  const identities = { list: () => [], signer: () => ({ did: '', keyId: '', sign: no }) }
  const contacts = createContacts({
    told: createToldSecrets(),
    db,
    protocols: [a2a],
    resolveHandle: () => Promise.reject(new Error('nobody has a handle')),
    identities,
    guard,
    now,
  })
  const found = await contacts.discover(agent.host, null)
  expect(found.agents).toMatchObject([{ protocol: 'a2a', name: 'Weather', contact: null }])
  const { id, fingerprint } = await contacts.look(found.agents[0]?.url ?? '')
  expect(contacts.approved()).toEqual([])
  expect(contacts.approve({ id, fingerprint })).toMatchObject({ state: 'approved', operations: 2 })
  const [approved] = contacts.approved()
  const operation = approved?.reading.operations[0]
  if (operation === undefined) throw new Error('no operation')
  const call = { idempotencyKey: 'k', requester: 'test' }
  expect(await contacts.call(id, operation, { question: 'Now?' }, call)).toEqual({
    state: 'completed',
    text: 'sunny',
  })
  const interfaces = [
    { url: 'https://elsewhere.test/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ]
  agent.card = { ...agent.card, supportedInterfaces: interfaces }
  const moved = await contacts.update(id)
  expect(moved).toMatchObject({
    state: 'changed',
    pending: { warnings: [{ place: 'https://elsewhere.test/rpc', code: 'endpoint_elsewhere' }] },
    review: { refusal: null, operations: { changed: ['forecast', 'map'] } },
  })
  // Until it is approved, calls go where the owner agreed to.
  expect(contacts.approved()[0]?.reading.operations[0]?.interface.url).toBe(`${agent.origin}/rpc`)
})
