import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContactStore, type ContactRow } from '../../src-daemon/agents/contacts/store.ts'
import type { KeptReading } from '../../src-daemon/agents/contacts/protocol.ts'
import { dataPaths } from '../../src-daemon/platform/paths.ts'
import { openDatabase } from '../../src-daemon/storage/index.ts'
import { createHome, startDaemon } from '../startup/daemon.ts'

const AT = '2026-03-02T10:00:00.000Z'
const TRADES = ['Coffee', 'Hotel', 'Books', 'Bicycles', 'Weather', 'Translations']

/** A daemon that knows that many agents, each with four operations and three products. */
export const openContacts = async (count: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-agents-'))
  const home = createHome(join(folder, 'home'))
  const { dataDir, database } = dataPaths(home.env)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = openDatabase({ path: database, log: { info: () => undefined } })
  const store = createContactStore(db)
  db.transaction(() => {
    for (let number = 0; number < count; number += 1) store.put(contact(number))
  })()
  db.close()
  const daemon = await startDaemon(home)
  const page = async (search: string): Promise<number> =>
    (await daemon.client.api.agentContacts.list.query({ search, limit: 100, offset: 0 })).total
  return {
    /** The first page, and a search that finds every sixth with how many there are, as the window asks for them; in ms. */
    ours: async (): Promise<number> => {
      const start = performance.now()
      const [all, coffee] = [await page(''), await page('coffee')]
      const took = performance.now() - start
      if (all !== count || coffee !== Math.ceil(count / TRADES.length))
        throw new Error(`${String(all)} ${String(coffee)}`)
      return took
    },
    close: async () => {
      await daemon.stop()
      rmSync(folder, { recursive: true, force: true })
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
