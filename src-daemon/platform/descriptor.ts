import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { writeFileAtomic } from './files.ts'
import type { DataPaths } from './paths.ts'

const descriptorSchema = z.object({
  pid: z.int().positive(),
  version: z.string(),
  protocol: z.int(),
  socket: z.string(),
  startedAt: z.iso.datetime(),
  /** The program as it was when it started; see `Build`. A daemon that could not read its own file omits both. */
  entry: z.string().optional(),
  build: z.string().optional(),
})

/** What a running daemon publishes about itself in `run/daemon.json`, readable by clients of any version. */
export type DaemonDescriptor = z.infer<typeof descriptorSchema>

/** Null when there is no descriptor, or it cannot be parsed. */
export const readDescriptor = (paths: DataPaths): DaemonDescriptor | null => {
  try {
    return descriptorSchema.parse(JSON.parse(readFileSync(paths.descriptor, 'utf8')))
  } catch {
    // Absent or torn: either way we know of no running daemon. The lock, not this file, decides ownership.
    return null
  }
}

/** On a full disk, it is written into the previous daemon's file, if there is one; the daemon works without it, too. */
export const writeDescriptor = (paths: DataPaths, descriptor: DaemonDescriptor): void => {
  const text = `${JSON.stringify(descriptor)}\n`
  try {
    writeFileAtomic(paths.descriptor, text)
  } catch (thrown) {
    if (!isFull(thrown)) throw thrown
    overwrite(paths.descriptor, text)
  }
}

const isFull = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && /^(ENOSPC|EDQUOT)$/.test(String(thrown.code))

/** Overwrites the file within its current space; doesn't create a missing one. */
const overwrite = (path: string, text: string): void => {
  try {
    const file = openSync(path, 'r+')
    try {
      ftruncateSync(file, writeSync(file, text, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    // Its content about another process must not stay.
    rmSync(path, { force: true })
  }
}

export const removeDescriptor = (paths: DataPaths): void => {
  rmSync(paths.descriptor, { force: true })
}
