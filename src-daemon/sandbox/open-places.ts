import { closeSync, openSync, readlinkSync } from 'node:fs'
import { FIRST_INHERITED } from '../platform/handover.ts'
import { moved } from './grants.ts'

/** Linux's flag for a descriptor that only names a place: opening it needs no right to read, and waits for nothing. */
const O_PATH = 0o10000000

/** Folders and files opened for mounting, so that what is checked is what is mounted, even if the path changes. */
export interface OpenPlaces {
  /** The descriptors for the program that mounts them. */
  readonly inherited: readonly number[]
  /** The descriptor that it finds a path at. */
  descriptorOf(path: string): number
  close(): void
}

/** Opens paths without links. Errors: `server_grant_moved` for one that now leads elsewhere. */
export const openPlaces = (paths: readonly string[]): OpenPlaces => {
  const opened = new Map<string, number>()
  const close = (): void => {
    for (const descriptor of opened.values()) closeSync(descriptor)
    opened.clear()
  }
  try {
    for (const path of new Set(paths)) opened.set(path, openInPlace(path))
  } catch (thrown) {
    close()
    throw thrown
  }
  const order = [...opened.keys()]
  return {
    inherited: [...opened.values()],
    descriptorOf: (path) => FIRST_INHERITED + order.indexOf(path),
    close,
  }
}

/** The system reports the path of the opened file: a different one if the path, or a folder in it, is a link. */
const openInPlace = (path: string): number => {
  const descriptor = openSync(path, O_PATH)
  const real = readlinkSync(`/proc/self/fd/${String(descriptor)}`)
  if (real === path) return descriptor
  closeSync(descriptor)
  throw moved(path, real)
}
