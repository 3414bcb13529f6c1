import { createContactStore, type ContactRow } from '../../src-daemon/agents/contacts/store.ts'
import type { KeptReading } from '../../src-daemon/agents/contacts/protocol.ts'
import { openDatabase } from '../../src-daemon/storage/index.ts'

const AT = '2026-03-02T10:00:00.000Z'
const TRADES = ['Coffee', 'Hotel', 'Books', 'Bicycles', 'Weather', 'Translations']

/** A database with that many known agents, each with four operations and three products. */
export const openContacts = (count: number) => {
  const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  const store = createContactStore(db)
  db.transaction(() => {
    for (let number = 0; number < count; number += 1) store.put(contact(number))
  })()
  const page = (search: string): number => store.page({ search, limit: 100, offset: 0 }).total
  return {
    /** The first page, and a search that finds every sixth with how many there are; in ms. */
    ours: (): number => {
      const start = performance.now()
      const [all, coffee] = [page(''), page('coffee')]
      const took = performance.now() - start
      if (all !== count || coffee !== Math.ceil(count / TRADES.length))
        throw new Error(`${String(all)} ${String(coffee)}`)
      return took
    },
    close: () => {
      db.close()
    },
  }
}

const contact = (number: number): ContactRow => {
  const trade = TRADES[number % TRADES.length] ?? ''
  const domain = `agent-${String(number)}.example`
  return {
    id: `agent-${String(number)}`,
    label: '',
    protocol: 'anp',
    url: `https://${domain}/ad.json`,
    asDid: null,
    state: 'approved',
    approved: reading(`${trade} ${String(number)}`, domain),
    pending: null,
    addedAt: AT,
    approvedAt: AT,
    checkedAt: AT,
  }
}

const reading = (name: string, domain: string): KeptReading => ({
  ...{
    name,
    domain,
    did: `did:wba:${domain}`,
    description: `${name} for everybody, at all times of the day`,
    owner: name,
  },
  ...{
    verdict: 'valid',
    reasons: [],
    warnings: [],
    version: '1.0.0',
    modified: AT,
    readAt: AT,
  },
  ...{
    keyId: `did:wba:${domain}#key-1`,
    keyDigest: 'ab'.repeat(32),
    digest: 'cd'.repeat(32),
  },
  ...{ images: [], servers: [], problems: [] },
  operations: ['search', 'order', 'cancel', 'ask'].map((id) => ({
    ...{
      id,
      title: `${id} ${name}`,
      description: `Lets you ${id}`,
      kind: 'call',
      asksAlways: false,
      how: { rpc: id },
    },
    interface: {
      kind: 'openrpc',
      protocol: 'openrpc',
      url: `https://${domain}/rpc`,
    },
    input: { type: 'object', properties: { text: { type: 'string' } } },
    output: null,
  })),
  products: ['small', 'medium', 'large'].map((size) => ({
    ...{
      identifier: size,
      kind: 'product',
      name: `${size} of ${name}`,
      description: '',
      url: null,
    },
    ...{
      brand: null,
      category: null,
      sku: null,
      offers: [],
      images: [],
      options: [],
      properties: [],
    },
  })),
})
