import { expect, it, onTestFinished } from 'vitest'
import { plainState } from '../../state/testing.ts'
import { openDatabase } from '../../storage/index.ts'
import { ALLOW_ONCE, DENY, personAnswers } from '../../testing/approvals.ts'
import { testIdentity } from '../../testing/owner.ts'
import { invokeForAgent } from '../agents.ts'
import { OWNER } from '../core/principal.ts'
import { plainCapabilities } from '../testing.ts'
import { createOrderSource, ORDER_TOOL, ORDER_VERSION } from './order-source.ts'
import { createOrders } from './orders.ts'

const DID = 'did:wba:buyer.example'
const ORDER = {
  identifier: 'latte',
  product: 'Latte',
  price: '13.00',
  currency: 'CNY',
  options: { Temperature: 'Hot' },
  idempotencyKey: 'k-1',
}

const start = () => {
  const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  const identity = testIdentity()
  const state = plainState({ db, ownerDid: () => identity.ownerDid, now: () => Date.now() })
  const orders = createOrders({ state, now: () => new Date() })
  const capabilities = plainCapabilities({
    sources: [createOrderSource({ orders, language: () => 'en' })],
    db,
    now: () => new Date(),
    language: () => 'en',
    log: { error: () => undefined },
  })
  onTestFinished(async () => {
    capabilities.close()
    await state.close()
    db.close()
  })
  const order = (params: object = {}, asksOwner = true) =>
    invokeForAgent(capabilities, {
      toolId: ORDER_TOOL,
      params: { ...ORDER, ...params },
      did: DID,
      asksOwner,
      signal: new AbortController().signal,
    })
  return { capabilities, state, orders, order }
}

it('an order is answered and kept once the owner agrees, and taken once', async () => {
  const { capabilities, state, orders, order } = start()
  const asked: string[] = []
  let says = DENY
  personAnswers(capabilities.approvals, ({ sentence }) => {
    asked.push(sentence)
    return says
  })
  expect(await order()).toMatchObject({ ok: false, code: 'PERMISSION_DENIED' })
  expect(orders.find(DID, 'k-1')).toBeNull()
  says = ALLOW_ONCE
  const taken = await order()
  expect(taken).toMatchObject({
    ok: true,
    output: { product: 'Latte', total: { price: '13.00', currency: 'CNY' }, orderedBy: DID },
  })
  expect(asked[0]).toContain('Latte, Temperature: Hot, for 13.00 CNY')
  expect(orders.find(DID, 'k-1')).toMatchObject({ order: ORDER })
  expect(orders.find('did:wba:other.example', 'k-1')).toBeNull()
  expect(await order()).toEqual(taken)
  const { scopes } = state
  const schemaUri =
    scopes()
      .flatMap(({ schemas }) => schemas.map(({ schemaUri: uri }) => uri))
      .find((uri) => uri.includes('AgentOrder')) ?? ''
  // Read again, it is the other agent's words.
  expect(state.labelOf({ schemaUri }).integrity).toBe('foreign')
})

it('nobody orders without the owner being asked, the owner least of all', async () => {
  const { capabilities, order } = start()
  expect(await order({}, false)).toMatchObject({ ok: false, code: 'PERMISSION_DENIED' })
  const ref = { capability_id: ORDER_TOOL, version: ORDER_VERSION }
  const result = await capabilities.invoke(ref, ORDER, { caller: 'cli', principal: OWNER, turn: null })
  expect(result.error?.code).toBe('PERMISSION_DENIED')
})
