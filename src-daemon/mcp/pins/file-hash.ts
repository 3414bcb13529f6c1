import { lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex, sha256HexOfFile } from '../../platform/sha256.ts'

/**
 * Hashes of files, valid while their file-system metadata is unchanged: programs cannot set the change time.
 */
const hashes = new Map<string, { readonly mark: string; readonly hash: string }>()

/** The hash of a file, links followed; read again only if it may have changed. */
export const fileHash = async (path: string): Promise<string> => {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
  const mark = [ino, size, mtimeNs, ctimeNs].join(' ')
  const known = hashes.get(path)
  if (known?.mark === mark) return known.hash
  const hash = `sha256:${await sha256HexOfFile(path)}`
  hashes.set(path, { mark, hash })
  return hash
}

/** Over all there is in a folder: names, targets of links, contents, and whether a file is executable. */
export const folderHash = async (folder: string): Promise<string> => {
  const lines: string[] = []
  const visit = async (at: string): Promise<void> => {
    for (const name of readdirSync(join(folder, at)).toSorted()) {
      const path = join(at, name)
      const full = join(folder, path)
      const stat = lstatSync(full)
      if (stat.isDirectory()) await visit(path)
      else if (stat.isSymbolicLink()) lines.push(`${path}\0link\0${readlinkSync(full)}`)
      else lines.push(`${path}\0${(stat.mode & 0o100) === 0 ? '-' : 'x'}\0${await fileHash(full)}`)
    }
  }
  await visit('')
  return sha256Hex(lines.join('\n'))
}
