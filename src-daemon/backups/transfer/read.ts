import { createReadStream } from 'node:fs'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { decryptStream } from '../../identity/index.ts'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { OtherFile } from '../base/names.ts'
import { isPlace } from '../base/other-files.ts'
import {
  anyManifestSchema,
  KEYS,
  MANIFEST,
  manifestSchema,
  MAX_MANIFEST,
  STAYS,
  type Manifest,
} from './manifest.ts'
import { readTar, type ReadEntry } from './tar.ts'

/** A file of an export while it is read: the content must be read to its end, which checks it. */
export interface ExportedFile extends OtherFile {
  content(): AsyncIterable<Uint8Array>
}

export interface ReadExport {
  readonly manifest: Manifest
  readonly files: AsyncIterable<ExportedFile>
}

/**
 * Opens an exported assistant and reads its manifest. Its files are read on demand, and each must match the manifest;
 * a mismatch is an error at that point.
 *
 * @throws SatchelError `wrong_passphrase`, `export_invalid`, `export_newer`
 */
export const readExport = async (path: string, passphrase: string): Promise<ReadExport> => {
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 })
  try {
    const bytes = Readable.toWeb(file) as unknown as ReadableStream<Uint8Array>
    const entries = readTar(await decryptStream(bytes, passphrase))
    const manifest = await readManifest(entries)
    return { manifest, files: filesOf(entries, manifest) }
  } catch (thrown) {
    file.destroy()
    throw asInvalid(thrown)
  }
}

const readManifest = async (entries: AsyncGenerator<ReadEntry>): Promise<Manifest> => {
  const { value: first } = (await entries.next()) as { value: ReadEntry | undefined }
  if (first?.path !== MANIFEST || first.bytes > MAX_MANIFEST) throw new Error('it has no manifest')
  const pieces: Uint8Array[] = []
  for await (const piece of first.content()) pieces.push(piece)
  const json: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'))
  const { version } = anyManifestSchema.parse(json)
  if (version > manifestSchema.shape.version.value) throw new SatchelError('export_newer')
  const manifest = manifestSchema.parse(json)
  const paths = manifest.files.map((file) => file.path)
  if (paths[0] !== 'state.db' || new Set(paths).size !== paths.length) throw new Error('it lists no database')
  const stranger = paths.slice(1).find((one) => one !== KEYS && (!isPlace(one) || STAYS.includes(one)))
  if (stranger !== undefined) throw new Error(`it lists a file that belongs nowhere: ${stranger}`)
  return manifest
}

async function* filesOf(
  entries: AsyncGenerator<ReadEntry>,
  { files }: Manifest,
): AsyncGenerator<ExportedFile> {
  try {
    let number = 0
    for await (const entry of entries) {
      const expected = files[number++]
      if (entry.path !== expected?.path || entry.bytes !== expected.bytes)
        throw new Error('its files are not those it lists')
      yield { ...expected, content: () => checked(entry, expected) }
    }
    if (number !== files.length) throw new Error('files are missing')
  } catch (thrown) {
    throw asInvalid(thrown)
  }
}

async function* checked(entry: ReadEntry, { sha256, path }: OtherFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  try {
    for await (const piece of entry.content()) {
      hash.update(piece)
      yield piece
    }
    if (hash.digest('hex') !== sha256) throw new Error(`${path} is not what it was`)
  } catch (thrown) {
    throw asInvalid(thrown)
  }
}

/** Errors of the disk or the passphrase are passed on unchanged. */
const asInvalid = (thrown: unknown): SatchelError => {
  const error = toSatchelError(thrown)
  const kept = [
    'wrong_passphrase',
    'export_newer',
    'export_invalid',
    'disk_full',
    'disk_failed',
    'access_denied',
  ]
  return kept.includes(error.code) ? error : new SatchelError('export_invalid', { cause: thrown })
}
