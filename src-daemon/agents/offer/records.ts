import { z } from 'zod'
import {
  agentOfferSchema,
  publishedOfferSchema,
  type AgentOffer,
  type PublishedOffer,
} from '../../contract/agent-offer.ts'
import type { Database } from '../../storage/index.ts'

/** How many versions are kept. */
const MAX_VERSIONS = 100

export interface OfferRecords {
  get(): AgentOffer | null
  put(offer: AgentOffer): void
  /** Newest first. */
  published(limit: number): readonly PublishedOffer[]
  add(published: PublishedOffer): void
}

const jsonText = z.string().transform((text): unknown => JSON.parse(text))
const rowSchema = publishedOfferSchema.extend({ document: jsonText, files: jsonText })

export const createOfferRecords = (db: Database): OfferRecords => {
  const one = db.prepare('SELECT content FROM agent_offer WHERE id = 1').pluck()
  const put = db.prepare(
    'INSERT INTO agent_offer (id, content) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET content = excluded.content',
  )
  const newest = db.prepare(
    `SELECT version, did, url, digest, document, files, published_at AS publishedAt
     FROM agent_offers_published ORDER BY number DESC LIMIT ?`,
  )
  const insert = db.prepare(
    `INSERT INTO agent_offers_published (version, did, url, digest, document, files, published_at)
     VALUES (@version, @did, @url, @digest, @document, @files, @publishedAt)`,
  )
  const prune = db.prepare(
    `DELETE FROM agent_offers_published WHERE number NOT IN (
       SELECT number FROM agent_offers_published ORDER BY number DESC LIMIT ${String(MAX_VERSIONS)})`,
  )

  return {
    get: () => {
      const text = one.get()
      return text === undefined ? null : agentOfferSchema.parse(jsonText.parse(text))
    },
    put: (offer) => {
      put.run(JSON.stringify(offer))
    },
    published: (limit) => newest.all(limit).map((row) => publishedOfferSchema.parse(rowSchema.parse(row))),
    add: db.transaction((published: PublishedOffer) => {
      const { document, files } = published
      insert.run({ ...published, document: JSON.stringify(document), files: JSON.stringify(files) })
      prune.run()
    }),
  }
}
