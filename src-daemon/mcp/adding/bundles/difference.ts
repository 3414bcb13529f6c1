import type { KeptBundle } from './files.ts'
import type { BundleManifest } from './manifest.ts'
import type { BundleDifference } from '../../../contract/server-bundles.ts'

interface One {
  readonly kept: KeptBundle
  readonly manifest: BundleManifest
}

/** What `after` changes compared with `before`; `command` shows how one is started. */
export const differenceOf = (
  before: One,
  after: One,
  command: (manifest: BundleManifest) => string,
): BundleDifference => {
  const tools = names(before.manifest.tools, after.manifest.tools, ({ name }) => name)
  const fields = names(before.manifest.fields, after.manifest.fields, ({ key }) => key)
  const old = before.kept.files
  const now = after.kept.files
  return {
    files: {
      added: [...now.keys()].filter((path) => !old.has(path)).length,
      removed: [...old.keys()].filter((path) => !now.has(path)).length,
      changed: [...now].filter(([path, { sha256 }]) => old.has(path) && old.get(path)?.sha256 !== sha256)
        .length,
    },
    tools,
    fields,
    command: changed(command(before.manifest), command(after.manifest)),
    author: changed(before.manifest.author, after.manifest.author),
  }
}

const names = <T>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (one: T) => string,
): { added: string[]; removed: string[] } => {
  const old = new Set(before.map(nameOf))
  const now = new Set(after.map(nameOf))
  return {
    added: [...now].filter((name) => !old.has(name)),
    removed: [...old].filter((name) => !now.has(name)),
  }
}

const changed = (before: string, after: string): { before: string; after: string } | null =>
  before === after ? null : { before, after }
