import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** The registry that npm itself uses by default: a builder may have set their own, which isn't a user's. */
export const npmDefault = (): string => {
  const nowhere = join(tmpdir(), 'satchel-no-settings')
  const npm = process.env['npm_execpath']
  const isScript = npm?.endsWith('.js') === true
  const [command, first] = isScript ? [process.execPath, [npm]] : ['npm', []]
  const said = execFileSync(
    command,
    [...first, 'config', 'get', 'registry', `--userconfig=${nowhere}-1`, `--globalconfig=${nowhere}-2`],
    {
      cwd: tmpdir(),
      encoding: 'utf8',
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name))),
      shell: process.platform === 'win32' && command === 'npm',
    },
  ).trim()
  if (!URL.canParse(said)) throw new Error(`npm names no registry: ${said}`)
  return said
}
