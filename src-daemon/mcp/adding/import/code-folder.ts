import { existsSync } from 'node:fs'
import { dirname, extname, join, sep } from 'node:path'

const CODE = /^\.(?:[mc]?[jt]s|py)$/
const MANIFESTS = ['package.json', 'pyproject.toml']
const MODULES = 'node_modules'

/**
 * The folder a script needs to read: its package's folder, if its code is in `dist/` or `src/`, with the
 * `node_modules` it uses; its own folder if it belongs to no package. Never the home or what is above it.
 */
export const codeFolderOf = (file: string, home: string): string => {
  const own = dirname(file)
  const parts = file.split(sep)
  // It is installed, and its dependencies are beside it.
  const at = parts.indexOf(MODULES)
  if (at > 0) return parts.slice(0, at + 1).join(sep)
  if (!CODE.test(extname(file))) return own
  const above = foldersAbove(own, home)
  const whole = above.findIndex((folder) => MANIFESTS.some((name) => existsSync(join(folder, name))))
  if (whole === -1) return own
  // A workspace keeps what its packages need in its own folder.
  const workspace = above.slice(whole).find((folder) => existsSync(join(folder, MODULES)))
  return workspace ?? above[whole] ?? own
}

/** From a folder upwards, without the home, what is above it, and the top. */
const foldersAbove = (folder: string, home: string): readonly string[] => {
  const found: string[] = []
  for (let at = folder; at !== dirname(at) && !`${home}${sep}`.startsWith(`${at}${sep}`); at = dirname(at))
    found.push(at)
  return found
}
