import { z } from 'zod'
import { SatchelError, toErrorView, toSatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { errorCodeSchema } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import { chainReceiptSchema, type ChainReceipt } from '../../contract/registry-chain.ts'
import { ipfsPlaceSchema, type IpfsPlace } from '../../contract/ipfs.ts'
import { publicationSchema, type Publication } from '../../contract/publishing.ts'

/** The version of a capability in a contract. There is one publication per target. */
export interface Target {
  readonly chainId: number
  readonly contract: string
  readonly capUri: string
  readonly semver: string
}

/** The input of a publication. `signed`: the file is published as it is. */
export interface Begun extends Target {
  readonly registry: string
  readonly fileName: string
  readonly title: string
  readonly authorDid: string
  /** Hash of the original file, hex. */
  readonly sourceSha256: string
  readonly source: Uint8Array
  /** The key that signs it; null for the default key. */
  readonly keyId: string | null
  readonly signed: SignedFile | null
}

export interface SignedFile {
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly cid: string
}

/** A transaction that was signed, and may have been sent. */
export interface Sent {
  readonly tx: string
  readonly raw: string
  readonly from: string
  readonly nonce: number
}

/** A row: the publication as others see it, and what only this room needs. */
export interface Entry {
  readonly shown: Publication
  readonly sourceSha256: string
  /** Null once it is signed. */
  readonly source: Uint8Array | null
  readonly keyId: string | null
  readonly signed: SignedFile | null
  readonly sent: Sent | null
  /** The error it failed with. */
  readonly failure: SatchelError | null
}

export interface JournalDeps {
  readonly db: Database
  readonly now: () => Date
  readonly language: () => Language
}

/**
 * The publications, each in a row that is written before each step that others can see. When a method has
 * returned, its change is on disk.
 */
export interface Journal {
  /** The newest first. */
  all(): readonly Entry[]
  /** Errors: `publication_unknown`. */
  get(id: string): Entry
  find(target: Target): Entry | null
  /** Begins a publication, and replaces one of the same target. */
  begin(id: string, begun: Begun): Entry
  running(id: string): Entry
  signed(id: string, file: SignedFile): Entry
  added(id: string, places: readonly IpfsPlace[]): Entry
  /** Call it before sending. Null: the transaction sent before no longer counts. */
  sending(id: string, sent: Sent | null): Entry
  published(id: string, receipt: ChainReceipt | null): Entry
  stopped(id: string, problem: unknown): Entry
  remove(id: string): void
}

const problemSchema = z.object({
  code: errorCodeSchema,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

const rowSchema = z.object({
  id: z.string(),
  registry: z.string(),
  chain_id: z.int(),
  contract: z.string(),
  cap_uri: z.string(),
  semver: z.string(),
  title: z.string(),
  author_did: z.string(),
  file_name: z.string(),
  source_sha256: z.string(),
  source: z.instanceof(Uint8Array).nullable(),
  key_id: z.string().nullable(),
  signed: z.instanceof(Uint8Array).nullable(),
  sha256: z.string().nullable(),
  cid: z.string().nullable(),
  step: publicationSchema.shape.step,
  state: publicationSchema.shape.state,
  problem: z.string().nullable(),
  places: z.string(),
  tx: z.string().nullable(),
  raw: z.string().nullable(),
  sender: z.string().nullable(),
  nonce: z.int().nullable(),
  receipt: z.string().nullable(),
  started_at: z.string(),
  updated_at: z.string(),
})
type Row = z.infer<typeof rowSchema>

/** Opens the journal. Publications that were running when Satchel ended become `interrupted`. */
export const createJournal = ({ db, now, language }: JournalDeps): Journal => {
  const selectAll = db.prepare('SELECT * FROM publications ORDER BY started_at DESC, id')
  const selectOne = db.prepare('SELECT * FROM publications WHERE id = ?')
  const selectTarget = db.prepare(
    `SELECT * FROM publications WHERE chain_id = @chainId AND contract = lower(@contract) AND cap_uri = @capUri
     AND semver = @semver`,
  )
  const insert = db.prepare(
    `INSERT INTO publications (id, registry, chain_id, contract, cap_uri, semver, title, author_did, file_name, source_sha256,
       source, key_id, signed, sha256, cid, step, state, places, started_at, updated_at)
     VALUES (@id, @registry, @chainId, lower(@contract), @capUri, @semver, @title, @authorDid, @fileName, @sourceSha256,
       @source, @keyId, @signed, @sha256, @cid, @step, 'running', '[]', @at, @at)`,
  )
  const removeOne = db.prepare('DELETE FROM publications WHERE id = ?')
  const update = (columns: string) =>
    db.prepare(`UPDATE publications SET ${columns}, updated_at = @at WHERE id = @id`)
  const setRunning = update("state = 'running', problem = NULL")
  const setSigned = update("signed = @bytes, sha256 = @sha256, cid = @cid, source = NULL, step = 'add'")
  const setAdded = update("places = @places, step = 'submit'")
  const setSent = update('tx = @tx, raw = @raw, sender = @from, nonce = @nonce, step = @step')
  const setPublished = update(
    "step = 'done', state = 'published', problem = NULL, receipt = @receipt, tx = @tx, raw = NULL",
  )
  const setStopped = update("state = 'failed', problem = @problem")
  if (!db.readonly) db.prepare("UPDATE publications SET state = 'interrupted' WHERE state = 'running'").run()

  const entryOf = (row: Row): Entry => {
    const { signed, sha256, cid, tx, raw, sender, nonce } = row
    const places = z.array(ipfsPlaceSchema).parse(JSON.parse(row.places))
    const failure = row.problem === null ? null : failureOf(row.problem)
    return {
      failure,
      shown: {
        id: row.id,
        registry: row.registry,
        chainId: row.chain_id,
        contract: row.contract,
        fileName: row.file_name,
        title: row.title,
        capUri: row.cap_uri,
        semver: row.semver,
        authorDid: row.author_did,
        cid,
        sha256,
        bytes: signed?.length ?? null,
        step: row.step,
        state: row.state,
        problem: failure && toErrorView(failure, language()),
        cancellable: tx === null && row.state !== 'running' && row.state !== 'published',
        places,
        tx,
        receipt: row.receipt === null ? null : chainReceiptSchema.parse(JSON.parse(row.receipt)),
        startedAt: row.started_at,
        updatedAt: row.updated_at,
      },
      sourceSha256: row.source_sha256,
      source: row.source,
      keyId: row.key_id,
      signed: signed === null || sha256 === null || cid === null ? null : { bytes: signed, sha256, cid },
      sent:
        tx === null || raw === null || sender === null || nonce === null
          ? null
          : { tx, raw, from: sender, nonce },
    }
  }

  const get: Journal['get'] = (id) => {
    const row = selectOne.get(id)
    if (row === undefined) throw new SatchelError('publication_unknown', { params: { id } })
    return entryOf(rowSchema.parse(row))
  }

  const find: Journal['find'] = ({ chainId, contract, capUri, semver }) => {
    const row = selectTarget.get({ chainId, contract, capUri, semver })
    return row === undefined ? null : entryOf(rowSchema.parse(row))
  }

  const at = (): string => now().toISOString()

  return {
    all: () => z.array(rowSchema).parse(selectAll.all()).map(entryOf),
    get,
    find,
    begin: db.transaction((id: string, begun: Begun): Entry => {
      const before = find(begun)
      if (before !== null) removeOne.run(before.shown.id)
      const { signed, source, ...rest } = begun
      insert.run({
        ...rest,
        id,
        source: signed === null ? source : null,
        signed: signed?.bytes ?? null,
        sha256: signed?.sha256 ?? null,
        cid: signed?.cid ?? null,
        step: signed === null ? 'sign' : 'add',
        at: at(),
      })
      return get(id)
    }),
    running: (id) => {
      setRunning.run({ id, at: at() })
      return get(id)
    },
    signed: (id, file) => {
      setSigned.run({ id, ...file, at: at() })
      return get(id)
    },
    added: (id, places) => {
      setAdded.run({ id, places: JSON.stringify(places), at: at() })
      return get(id)
    },
    sending: (id, sent) => {
      const { tx, raw, from, nonce } = sent ?? { tx: null, raw: null, from: null, nonce: null }
      setSent.run({ id, tx, raw, from, nonce, step: sent === null ? 'submit' : 'confirm', at: at() })
      return get(id)
    },
    published: (id, receipt) => {
      setPublished.run({
        id,
        receipt: receipt === null ? null : JSON.stringify(receipt),
        tx: receipt?.tx ?? null,
        at: at(),
      })
      return get(id)
    },
    stopped: (id, problem) => {
      const { code, params } = toSatchelError(problem)
      setStopped.run({ id, problem: JSON.stringify({ code, params }), at: at() })
      return get(id)
    },
    remove: (id) => {
      removeOne.run(id)
    },
  }
}

const failureOf = (problem: string): SatchelError => {
  const { code, params } = problemSchema.parse(JSON.parse(problem))
  return new SatchelError(code, { params, details: params })
}
