import { z } from 'zod'
import {
  agentProtocolSchema,
  contactOperationSchema,
  contactReadingSchema,
  contactStateSchema,
  contactSummarySchema,
  type ContactPage,
  type ContactState,
} from '../../contract/agent-contacts.ts'
import type { Database } from '../../storage/index.ts'
import type { KeptReading } from './protocol.ts'

/** A contact as it is kept. */
export interface ContactRow {
  readonly id: string
  readonly label: string
  readonly protocol: z.infer<typeof agentProtocolSchema>
  readonly url: string
  readonly asDid: string | null
  readonly state: ContactState
  /** The approved reading, and the last one if it says something else. */
  readonly approved: KeptReading | null
  readonly pending: KeptReading | null
  readonly addedAt: string
  readonly approvedAt: string | null
  readonly checkedAt: string
}

export interface ContactStore {
  get(id: string): ContactRow | null
  byUrl(url: string): ContactRow | null
  /** The ids at these addresses. */
  idsByUrl(urls: readonly string[]): ReadonlyMap<string, string>
  isTaken(id: string): boolean
  put(row: ContactRow): void
  remove(id: string): boolean
  page(input: { readonly search: string; readonly limit: number; readonly offset: number }): ContactPage
  /** Those with an approved reading. */
  approved(): readonly ContactRow[]
}

const jsonText = z.string().transform((text): unknown => JSON.parse(text))
const keptReadingSchema = contactReadingSchema.extend({
  operations: z.array(contactOperationSchema.extend({ how: z.record(z.string(), z.unknown()) })),
})
const rowSchema = z.object({
  id: z.string(),
  label: z.string(),
  protocol: agentProtocolSchema,
  url: z.string(),
  asDid: z.string().nullable(),
  state: contactStateSchema,
  approved: jsonText.pipe(keptReadingSchema).nullable(),
  pending: jsonText.pipe(keptReadingSchema).nullable(),
  addedAt: z.string(),
  approvedAt: z.string().nullable(),
  checkedAt: z.string(),
})

const SUMMARY = `id, label, protocol, url, state, name, did, domain, verdict, operations, products,
  added_at AS addedAt, checked_at AS checkedAt`

export const createContactStore = (db: Database): ContactStore => {
  const columns = `id, label, protocol, url, as_did AS asDid, state, approved, pending,
    added_at AS addedAt, approved_at AS approvedAt, checked_at AS checkedAt`
  const one = db.prepare(`SELECT ${columns} FROM agent_contacts WHERE id = ?`)
  const atUrl = db.prepare(`SELECT ${columns} FROM agent_contacts WHERE url = ?`)
  const idAtUrl = db.prepare('SELECT id FROM agent_contacts WHERE url = ?').pluck()
  const taken = db.prepare('SELECT 1 FROM agent_contacts WHERE id = ?').pluck()
  const withApproved = db.prepare(
    `SELECT ${columns} FROM agent_contacts WHERE approved IS NOT NULL ORDER BY id`,
  )
  // Both read the index of the order alone, which has the words: a row with its readings is much larger.
  const matching = `FROM agent_contacts WHERE words LIKE @words ESCAPE '\\'`
  const page = db.prepare(
    `SELECT ${SUMMARY} FROM agent_contacts
     WHERE id IN (SELECT id ${matching} ORDER BY sorted, id LIMIT @limit OFFSET @offset) ORDER BY sorted, id`,
  )
  const count = db.prepare(`SELECT count(*) ${matching}`).pluck()
  const write = db.prepare(
    `INSERT OR REPLACE INTO agent_contacts
       (id, label, protocol, url, as_did, state, name, did, domain, verdict, operations, products, approved, pending,
        words, sorted, added_at, approved_at, checked_at)
     VALUES (@id, @label, @protocol, @url, @asDid, @state, @name, @did, @domain, @verdict, @operations, @products,
        @approved, @pending, @words, @sorted, @addedAt, @approvedAt, @checkedAt)`,
  )
  const drop = db.prepare('DELETE FROM agent_contacts WHERE id = ?')

  const rowOf = (row: unknown): ContactRow | null => (row === undefined ? null : rowSchema.parse(row))

  return {
    get: (id) => rowOf(one.get(id)),
    byUrl: (url) => rowOf(atUrl.get(url)),
    idsByUrl: (urls) =>
      new Map(
        urls.flatMap((url): [string, string][] => {
          const id = idAtUrl.get(url)
          return typeof id === 'string' ? [[url, id]] : []
        }),
      ),
    isTaken: (id) => taken.get(id) !== undefined,
    put: (row) => {
      write.run(columnsOf(row))
    },
    remove: (id) => drop.run(id).changes > 0,
    page: ({ search, limit, offset }) => {
      const words = `%${search
        .trim()
        .toLowerCase()
        .replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
      return {
        contacts: z.array(contactSummarySchema).parse(page.all({ words, limit, offset })),
        total: z.int().parse(count.get({ words })),
      }
    },
    approved: () => withApproved.all().flatMap((row) => rowOf(row) ?? []),
  }
}

/** What a list shows is the approved reading's, until there is one. */
const columnsOf = (row: ContactRow): Record<string, unknown> => {
  const shown = row.approved ?? row.pending
  const { name = '', did = null, domain = '', verdict = 'unsigned' } = shown ?? {}
  const operations = shown?.operations ?? []
  const products = shown?.products ?? []
  const said = [...operations.map(({ title }) => title), ...products.map((one) => one.name)]
  return {
    ...row,
    ...{ name, did, domain, verdict },
    operations: operations.length,
    products: products.length,
    approved: row.approved === null ? null : JSON.stringify(row.approved),
    pending: row.pending === null ? null : JSON.stringify(row.pending),
    words: [row.id, row.label, name, did ?? '', domain, shown?.description ?? '', ...said]
      .join('\n')
      .toLowerCase(),
    sorted: (row.label || name).toLowerCase(),
  }
}
