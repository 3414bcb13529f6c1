import { statSync } from 'node:fs'
import { extname, isAbsolute, join, resolve } from 'node:path'
import { isInside } from '../../sandbox/index.ts'
import type { SandboxedCommand } from '../../sandbox/types.ts'

const CODE = /^\.(?:[mc]?[jt]s|py[zw]?|rb|pl|php|jar|lua|sh|bash|ps1)$/
/** `--root=/x`, `root=/x` */
const VALUE = /^(?:--?)?[\w-]+=/

/**
 * The folders reported to a server (MCP, roots): those it was granted, except one that it may only read and that is
 * there for its own code. That is one with a script among the arguments, unless a later argument names it or something
 * in it: then it is what the server is to work with, too.
 */
export const rootsOf = ({
  program,
  folders,
}: Pick<SandboxedCommand, 'program' | 'folders'>): readonly string[] => {
  const args = program.slice(1).map((argument) => argument.replace(VALUE, ''))
  const named = args.filter((argument) => isAbsolute(argument)).map((argument) => resolve(argument))
  // `uv --directory FOLDER run server.py` names its script from there.
  const places = args.map((argument) =>
    [argument, ...named.map((folder) => join(folder, argument))].find(
      (path) => isAbsolute(path) && isScript(path),
    ),
  )
  const at = places.findIndex((path) => path !== undefined)
  const script = places[at]
  if (script === undefined) return folders.map(({ path }) => path)
  const later = args.slice(at + 1).filter((argument) => isAbsolute(argument))
  return folders.flatMap(({ path, writable }) => {
    const isCode = !writable && isInside(script, path)
    return isCode && !later.some((argument) => isInside(resolve(argument), path)) ? [] : [path]
  })
}

const isScript = (path: string): boolean =>
  CODE.test(extname(path)) && statSync(path, { throwIfNoEntry: false })?.isFile() === true
