import type { KeptBundle } from './files.ts'
import type { BundleManifest } from './manifest.ts'
import type { BundleDifference } from '../../../contract/server-bundles.ts'

interface One {
  readonly kept: KeptBundle
  readonly manifest: BundleManifest
}

/** How a bundle's program is started, as its author wrote it. */
interface Written {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
}

/** What `after` changes compared with `before`. */
export const differenceOf = (
  before: One,
  after: One,
  written: (manifest: BundleManifest) => Written,
): BundleDifference => {
  const writtenBefore = written(before.manifest)
  const writtenAfter = written(after.manifest)
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
    variables: variables(writtenBefore.env, writtenAfter.env),
    command: changed(writtenBefore.command, writtenAfter.command),
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

const variables = (before: Written['env'], after: Written['env']): BundleDifference['variables'] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
    .filter((one) => one.before !== one.after)

const changed = (before: string, after: string): { before: string; after: string } | null =>
  before === after ? null : { before, after }
