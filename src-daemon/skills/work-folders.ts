import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  lstatSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { SatchelError } from '../platform/errors.ts'

/** A file a script left in its working folder. */
export interface WorkFile {
  readonly path: string
  readonly bytes: number
}

/** The folders that scripts run in: one for each conversation, one for calls made by hand, and one for each program that calls (`by-…`). */
export interface WorkFolders {
  /** Its path; created if missing. */
  open(conversationId: string | null): string
  /** The files in it, sorted by path; at most `limit`. */
  files(conversationId: string | null, limit: number): readonly WorkFile[]
  /** The content of a file in it. Links are not followed. Errors: `skill_file_unknown`. */
  read(conversationId: string | null, path: string): Buffer
  remove(conversationId: string): void
  /** Removes the folders of conversations that no longer exist. */
  sweep(isThere: (conversationId: string) => boolean): void
}

const BY_HAND = 'by-hand'
/** Most bytes read of one file. */
const MAX_BYTES = 8 * 1024 * 1024

export const createWorkFolders = (workDir: string): WorkFolders => {
  const pathOf = (conversationId: string | null): string => {
    const name = conversationId ?? BY_HAND
    if (!/^[\w-]{1,64}$/u.test(name)) throw new SatchelError('skill_file_unknown', { params: { path: name } })
    return join(workDir, name)
  }

  const open: WorkFolders['open'] = (conversationId) => {
    const path = pathOf(conversationId)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return path
  }

  const files: WorkFolders['files'] = (conversationId, limit) => {
    const root = pathOf(conversationId)
    const found: WorkFile[] = []
    const visit = (at: string): void => {
      for (const name of readdirSync(join(root, at)).toSorted()) {
        if (found.length >= limit) return
        const path = at === '' ? name : `${at}/${name}`
        const stat = lstatSync(join(root, path), { throwIfNoEntry: false })
        if (stat?.isDirectory() === true) visit(path)
        else if (stat?.isFile() === true) found.push({ path, bytes: stat.size })
      }
    }
    if (existsSync(root)) visit('')
    return found
  }

  const read: WorkFolders['read'] = (conversationId, path) => {
    const unknown = (): SatchelError => new SatchelError('skill_file_unknown', { params: { path } })
    const root = pathOf(conversationId)
    const file = join(root, path)
    // A script may have left a link that leads out: the folder must really be inside, and the file itself must not be a
    // link.
    if (!existsSync(file) || !isWithin(root, dirname(file))) throw unknown()
    const handle = openNoLink(file)
    if (handle === null) throw unknown()
    try {
      const stat = fstatSync(handle)
      if (!stat.isFile() || stat.size > MAX_BYTES) throw unknown()
      return readFileSync(handle)
    } finally {
      closeSync(handle)
    }
  }

  const remove: WorkFolders['remove'] = (conversationId) => {
    rmSync(pathOf(conversationId), { recursive: true, force: true })
  }

  const sweep: WorkFolders['sweep'] = (isThere) => {
    if (!existsSync(workDir)) return
    for (const name of readdirSync(workDir))
      if (!name.startsWith('by-') && !isThere(name))
        rmSync(join(workDir, name), { recursive: true, force: true })
  }

  return { open, files, read, remove, sweep }
}

const isWithin = (root: string, folder: string): boolean => {
  const [realRoot, real] = [realpathSync(root), realpathSync(folder)]
  const wanted = join(realRoot, folder.slice(root.length))
  return real === wanted || real === wanted.replace(/\/$/u, '')
}

const openNoLink = (file: string): number | null => {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return null // a link, or not ours to read
  }
}
