import { closeSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isInside } from '../../sandbox/index.ts'
import { UnreadableCommand, type NpxCommand } from './npx-command.ts'

const manifestSchema = z.looseObject({
  name: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
})

/**
 * The program npm would run, of packages installed below `folder`: the one that was named, else the only one a package has, else the one of its
 * name (as npm chooses). Throws `UnreadableCommand` where there is none.
 */
export const npmProgram = (
  folder: string,
  roots: readonly string[],
  { packages, program, node }: Pick<NpxCommand, 'packages' | 'program' | 'node'>,
): { readonly command: string; readonly args: readonly string[] } => {
  const bins = roots.flatMap((root) => binsOf(folder, root))
  const asked = packages.join(', ')
  const paths = new Set(bins.map(({ path }) => path))
  const named = bins.find((bin) => bin.name === (program ?? unscoped(bin.root)))
  const chosen = program === null && paths.size === 1 ? bins[0] : named
  if (chosen === undefined) throw new UnreadableCommand(program ?? asked)
  const file = realpathSync(chosen.path)
  if (!isInside(file, realpathSync(folder))) throw new UnreadableCommand(chosen.name)
  const flags = nodeFlags(file)
  return flags === null ? { command: file, args: [] } : { command: node, args: [...flags, file] }
}

const binsOf = (folder: string, root: string): { root: string; name: string; path: string }[] => {
  const at = join(folder, 'node_modules', root)
  const { name, bin } = manifestSchema.parse(JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')))
  const all = typeof bin === 'string' ? { [unscoped(name)]: bin } : (bin ?? {})
  return Object.entries(all).map(([one, path]) => ({ root, name: one, path: join(at, path) }))
}

const unscoped = (name: string): string => name.split('/').at(-1) ?? name

/** What its first line has Node run it with; null where something else runs it. */
const nodeFlags = (file: string): string[] | null => {
  const buffer = Buffer.alloc(256)
  const handle = openSync(file, 'r')
  try {
    const length = readSync(handle, buffer)
    const first = buffer.toString('utf8', 0, length).split('\n')[0] ?? ''
    if (!first.startsWith('#!')) return /\.[cm]?js$/.test(file) ? [] : null
    const words = first.slice(2).trim().split(/\s+/)
    const at = words.findIndex((word) => word === 'node' || word.endsWith('/node'))
    return at < 0 ? null : words.slice(at + 1)
  } finally {
    closeSync(handle)
  }
}
