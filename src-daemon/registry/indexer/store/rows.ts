import { z } from 'zod'
import type { SearchDocument, VersionRecord, WaitingVersion } from '../core/types.ts'
import type { SqlRow } from './driver.ts'

const versionRow = z.object({
  block: z.number(),
  log_index: z.number(),
  cap_uri: z.string(),
  semver: z.string(),
  cid: z.string(),
  sha256: z.string(),
  publisher: z.string(),
  author_did: z.string(),
  tx: z.string(),
  file_state: z.enum(['waiting', 'good', 'refused']),
  reason_code: z.string().nullable(),
  reason_text: z.string().nullable(),
  conflict_code: z.string().nullable(),
  conflict_text: z.string().nullable(),
  attempts: z.number(),
  next_try: z.number().nullable(),
  yanked: z.string().nullable(),
  metadata: z.string().nullable(),
})

/** Columns of `version v` and the reason it was yanked for; `toVersion` reads them. */
export const VERSION_COLUMNS = `v.block, v.log_index, v.cap_uri, v.semver, v.cid, v.sha256, v.publisher, v.author_did, v.tx, v.file_state,
  v.reason_code, v.reason_text, v.conflict_code, v.conflict_text, v.attempts, v.next_try, v.metadata,
  (SELECT y.reason FROM yank y WHERE y.cap_uri = v.cap_uri AND y.semver = v.semver ORDER BY y.block, y.log_index LIMIT 1) AS yanked`

export const toVersion = (row: SqlRow): VersionRecord => {
  const one = versionRow.parse(row)
  const [code, text] =
    one.conflict_code === null ? [one.reason_code, one.reason_text] : [one.conflict_code, one.conflict_text]
  const state =
    one.file_state !== 'good' ? one.file_state : one.conflict_code === null ? 'verified' : 'refused'
  return {
    block: one.block,
    logIndex: one.log_index,
    capUri: one.cap_uri,
    semver: one.semver,
    cid: one.cid,
    sha256: one.sha256,
    publisher: one.publisher,
    authorDid: one.author_did,
    tx: one.tx,
    state,
    reason: code === null ? null : { code, text: text ?? '' },
    attempts: one.attempts,
    nextTry: state === 'waiting' ? one.next_try : null,
    yanked: one.yanked,
    metadata:
      state === 'verified' && one.metadata !== null
        ? z.record(z.string(), z.unknown()).parse(JSON.parse(one.metadata))
        : null,
  }
}

const waitingRow = versionRow.pick({
  block: true,
  log_index: true,
  cap_uri: true,
  semver: true,
  cid: true,
  sha256: true,
  author_did: true,
  attempts: true,
})

export const toWaiting = (row: SqlRow): WaitingVersion => {
  const one = waitingRow.parse(row)
  return {
    block: one.block,
    logIndex: one.log_index,
    capUri: one.cap_uri,
    semver: one.semver,
    cid: one.cid,
    sha256: one.sha256,
    authorDid: one.author_did,
    attempts: one.attempts,
  }
}

/**
 * Rows that the store wrote itself, and reads by the hundred in every search: not validated field by field.
 */
export const toDocument = (row: SqlRow): SearchDocument => {
  const [name = '', title = '', tags = '', description = '', more = ''] = String(row['fields']).split('\n')
  return {
    id: Number(row['id']),
    capUri: String(row['cap_uri']),
    name: wordList(name),
    title: wordList(title),
    tags: wordList(tags),
    description: wordList(description),
    more: wordList(more),
    votes: Number(row['votes']),
    block: Number(row['block']),
  }
}

const wordList = (text: string): string[] => (text === '' ? [] : text.split(' '))

/** The words of each field as one text. */
export const fieldsText = (
  document: Pick<SearchDocument, 'name' | 'title' | 'tags' | 'description' | 'more'>,
): string => {
  const { name, title, tags, description, more } = document
  return [name, title, tags, description, more].map((words) => words.join(' ')).join('\n')
}
