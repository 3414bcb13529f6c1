import { readFileSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './freshness.mjs'

const script = join(root, 'scripts/satchel.mjs')

/**
 * How a person types the `satchel` command of this checkout: by its name once `npm link` has put it on the PATH, else as a
 * line that works in any folder. Handed down as `SATCHEL_COMMAND` to what is started, so that its advice can be pasted.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export const satchelCommand = (env = process.env) => (isOnPath(env) ? 'satchel' : `node ${quoted(script)}`)

/** @param {NodeJS.ProcessEnv} env */
export const isOnPath = (env = process.env) =>
  (env.PATH ?? env.Path ?? '').split(delimiter).some((folder) => folder !== '' && leadsHere(folder))

/** @param {string} folder */
const leadsHere = (folder) => {
  try {
    if (process.platform !== 'win32') return realpathSync(join(folder, 'satchel')) === realpathSync(script)
    // npm writes a file there that names the script.
    return /satchel[\\/]scripts[\\/]satchel\.mjs/.test(readFileSync(join(folder, 'satchel.cmd'), 'utf8'))
  } catch {
    return false // not in this folder
  }
}

/** @param {string} path */
const quoted = (path) => {
  if (/^[\w@%+=:,./\\-]+$/.test(path)) return path
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`
}
