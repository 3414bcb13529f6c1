/** What a person may ask for: a recommended model, an address, or a file of their own. */
import { basename, isAbsolute, join } from 'node:path'
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { SatchelError } from '../../platform/errors.ts'
import type { RecommendedFile } from './recommended.ts'
import { partAddresses, partsOf, wholeName } from './split.ts'
import type { InsideRow } from './store.ts'

/** The program itself, fetched without a model. */
export const RUNTIME = 'runtime'
const PREFIX = 'inside:'

export type Source = Pick<InsideRow, 'id' | 'name' | 'url' | 'file' | 'sha256'>

/** The id without its prefix; null if it is of another provider. */
export const insideIdOf = (model: string): string | null =>
  model.startsWith(PREFIX) ? model.slice(PREFIX.length) : null

export const modelIdOf = (id: string): string => `${PREFIX}${id}`

/** Whether what a person typed means a model inside Satchel, not one of Ollama's library. */
export const isInside = (asked: string): boolean =>
  asked.startsWith(PREFIX) || /^https?:\/\//i.test(asked) || isAbsolute(asked) || /\.gguf$/i.test(asked)

/**
 * What is meant. Errors: `model_unavailable` for an unknown id, `model_file_unreadable` for a file that isn't there or no GGUF,
 * `model_parts_missing` for one whose other parts aren't there,
 * `invalid_request` for anything else.
 */
export const sourceOf = (
  asked: string,
  context: {
    readonly folder: string
    readonly known: readonly InsideRow[]
    readonly recommended: readonly RecommendedFile[]
  },
): Source => {
  const { folder, known, recommended } = context
  const id = insideIdOf(asked)
  const fileOf = (own: string): string => join(folder, `${own}.gguf`)
  if (id === RUNTIME) return { id, name: 'node-llama-cpp', url: null, file: '', sha256: null }
  if (id !== null) {
    const row = known.find((one) => one.id === id)
    if (row !== undefined) return row
    const listed = recommended.find((one) => one.id === id)
    if (listed === undefined) throw new SatchelError('model_unavailable', { params: { model: asked } })
    return { ...listed, file: fileOf(id) }
  }
  if (/^https?:\/\//i.test(asked)) {
    const url = URL.parse(asked)
    if (url === null) throw new SatchelError('invalid_request', { params: { problem: asked.slice(0, 200) } })
    const listed = recommended.find((one) => one.url === url.href)
    if (listed !== undefined) return sourceOf(modelIdOf(listed.id), context)
    const [first = url.href] = partAddresses(url.href)
    const file = decodeURIComponent(new URL(first).pathname.split('/').at(-1) ?? '')
    const name = nameOf(file)
    const own = freeId(name, (row) => row.url === first, known)
    // The parts are found by their numbers, so their files keep them.
    const numbers = file.slice(wholeName(file).replace(/\.gguf$/i, '').length)
    const to = partsOf(file).length > 1 ? join(folder, `${own}${numbers}`) : fileOf(own)
    return { id: own, name: name === '' ? url.host : name, url: first, file: to, sha256: null }
  }
  if (!isAbsolute(asked)) throw new SatchelError('model_file_unreadable', { params: { path: asked } })
  const [file = asked] = partsOf(asked)
  requireGguf(file)
  const name = nameOf(asked.split(/[\\/]/).at(-1) ?? asked)
  return {
    ...{ id: freeId(name, (row) => row.url === null && row.file === file, known), name },
    ...{ url: null, file, sha256: null },
  }
}

const nameOf = (file: string): string => wholeName(file).replace(/\.gguf$/i, '')

/** The id of the same model, or a new one made from its name. */
const freeId = (name: string, isSame: (row: InsideRow) => boolean, known: readonly InsideRow[]): string => {
  const same = known.find(isSame)
  if (same !== undefined) return same.id
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .replaceAll(/^[-.]+|[-.]+$/g, '')
      .slice(0, 50) || 'model'
  const isTaken = (id: string): boolean => id === RUNTIME || known.some((row) => row.id === id)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${String(number)}`
    if (!isTaken(id)) return id
  }
}

const MAGIC = 'GGUF'

/** Errors: `model_file_unreadable`; `model_parts_missing` if it is in several files, and one isn't there. */
export const requireGguf = (path: string): void => {
  const parts = partsOf(path)
  const missing = parts.filter((part) => !existsSync(part)).map((part) => basename(part))
  if (parts.length > 1 && missing.length > 0)
    throw new SatchelError('model_parts_missing', {
      params: { count: parts.length, missing: missing.slice(0, SHOWN_PARTS).join(', ') },
    })
  for (const part of parts) requireMagic(part)
}
const SHOWN_PARTS = 5

const requireMagic = (path: string): void => {
  const bytes = Buffer.alloc(MAGIC.length)
  try {
    const descriptor = openSync(path, 'r')
    try {
      readSync(descriptor, bytes)
    } finally {
      closeSync(descriptor)
    }
  } catch (cause) {
    throw new SatchelError('model_file_unreadable', { params: { path }, cause })
  }
  if (bytes.toString('latin1') !== MAGIC)
    throw new SatchelError('model_file_unreadable', { params: { path } })
}
