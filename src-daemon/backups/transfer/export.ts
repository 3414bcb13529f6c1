import { closeSync, createReadStream, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { encryptStream } from '../../identity/index.ts'
import { appVersion } from '../../platform/app.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import {
  checkDatabase,
  copyDatabase,
  databaseKind,
  openForReading,
  rewriteDatabase,
  writeFailure,
  type DatabaseKey,
} from '../../storage/index.ts'
import { contentsOf } from '../base/contents.ts'
import type { OtherFile } from '../base/names.ts'
import { inFolder, otherFiles, readThrough } from '../base/other-files.ts'
import { KEYS, MANIFEST, STAYS, VERSION, type Manifest } from './manifest.ts'
import { readExport } from './read.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

export interface ExportInput {
  readonly dataDir: string
  readonly database: string
  readonly key: DatabaseKey | null
  /** The file to write; a temporary copy of the database is beside it. */
  readonly target: string
  readonly passphrase: string
  /** A key backup with the same passphrase. */
  readonly keys: Uint8Array | null
  /** ISO 8601. */
  readonly at: string
  /** Base-2 logarithm of the cost of a guess; by default a safe one. */
  readonly workFactor?: number | undefined
}

/** A part of the file: content in memory, or a file. */
type Part = OtherFile & { readonly content: Uint8Array | string }

/**
 * Writes the whole assistant into one age file, and reads it back completely. It is never readable on the disk: the copy of the
 * database has a key that is only in the file.
 *
 * @throws SatchelError `disk_full`, `database_corrupt`, `weak_passphrase`; then neither file is there
 */
export const exportAssistant = async (input: ExportInput): Promise<void> => {
  const { target } = input
  const copy = `${target}.db`
  try {
    const parts = partsOf(input, copy)
    const plain = ReadableStream.from(archive(parts))
    const file = openSync(target, 'wx', 0o600)
    try {
      for await (const piece of await encryptStream(plain, input.passphrase, input.workFactor))
        for (let at = 0; at < piece.length;) at += writeSync(file, piece, at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    const read = await readExport(target, input.passphrase)
    for await (const { content } of read.files) for await (const piece of content()) void piece
  } catch (thrown) {
    const failure = writeFailure(target, thrown)
    rmSync(target, { force: true })
    throw failure
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true })
  }
}

const partsOf = (input: ExportInput, copy: string): readonly Part[] => {
  const { dataDir, database, key, at } = input
  copyDatabase(database, key, copy)
  const databaseKey = randomBytes(32).toString('hex')
  rewriteDatabase(copy, databaseKind(copy) === 'plain' ? null : key, databaseKey)
  checkDatabase(copy, databaseKey)
  const { holds, ownerDid } = describe(copy, databaseKey)
  const parts: readonly Part[] = [
    { path: 'state.db', executable: false, content: copy, ...readThrough(copy) },
    ...(input.keys === null ? [] : [memoryPart(KEYS, input.keys)]),
    ...otherFiles(dataDir)
      .filter((path) => !STAYS.includes(path))
      .map((path): Part => {
        const file = inFolder(dataDir, path)
        return { path, executable: (statSync(file).mode & 0o100) !== 0, content: file, ...readThrough(file) }
      }),
  ]
  const manifest: Manifest = {
    format: 'satchel-assistant',
    version: VERSION,
    createdAt: at,
    satchel: appVersion,
    ownerDid,
    databaseKey,
    holds,
    files: parts.map(({ path, sha256, bytes, executable }) => ({ path, sha256, bytes, executable })),
  }
  return [memoryPart(MANIFEST, Buffer.from(`${JSON.stringify(manifest)}\n`)), ...parts]
}

const memoryPart = (path: string, content: Uint8Array): Part => ({
  path,
  executable: false,
  content,
  sha256: sha256Hex(content),
  bytes: content.length,
})

const describe = (path: string, key: DatabaseKey): Pick<Manifest, 'holds' | 'ownerDid'> => {
  const db = openForReading(path, key)
  try {
    const owner: unknown = db.prepare('SELECT did FROM identity_keys WHERE is_owner = 1').pluck().get()
    return {
      holds: contentsOf(db),
      ownerDid: z
        .string()
        .nullable()
        .parse(owner ?? null),
    }
  } finally {
    db.close()
  }
}

async function* archive(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield tarHeader(part)
    if (typeof part.content === 'string') {
      let bytes = 0
      for await (const piece of createReadStream(part.content, { highWaterMark: 1024 * 1024 })) {
        const content = z.instanceof(Uint8Array).parse(piece)
        bytes += content.length
        if (bytes > part.bytes) break
        yield content
      }
      if (bytes !== part.bytes) throw new Error(`${part.path} changed while it was exported`)
    } else yield part.content
    yield tarPadding(part.bytes)
  }
  yield tarEnd()
}
