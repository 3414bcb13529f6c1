import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '../../src-daemon/platform/sha256.ts'
import type { Target, TargetName } from './target.ts'

const root = join(import.meta.dirname, '..')

/** The inputs kept for a target, and its seeds. */
export const corpusOf = async (name: TargetName, target: Target): Promise<readonly Uint8Array[]> => [
  ...(await target.seeds()).map((seed) => (typeof seed === 'string' ? Buffer.from(seed) : seed)),
  ...keptFor(name),
]

const keptFor = (name: TargetName): Uint8Array[] => {
  const folder = join(root, 'corpus', name)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(join(folder, file)))
}

/** Keeps these inputs for a target, and no others. */
export const keep = (name: TargetName, inputs: readonly Uint8Array[]): void => {
  const folder = join(root, 'corpus', name)
  rmSync(folder, { recursive: true, force: true })
  for (const input of inputs) write(folder, input)
}

/** Stores an input that broke a promise; returns its path. */
export const report = (name: TargetName, input: Uint8Array): string => write(foundFolder(name), input)

const foundFolder = (name: TargetName): string => join(root, 'found', name)

/** The file for an input whose run can't report anything anymore. */
export const foundPath = (name: TargetName, file: string): string => {
  mkdirSync(foundFolder(name), { recursive: true })
  return join(foundFolder(name), file)
}

const write = (folder: string, input: Uint8Array): string => {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, sha256Hex(input).slice(0, 16))
  writeFileSync(path, input)
  return path
}
