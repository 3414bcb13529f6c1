import { diffArrays } from 'diff'
import type { DiffLine, PackageDifference } from '../../../../src-daemon/contract/packages.ts'
import type { MarketFile } from '../../../../src-daemon/contract/marketplace.ts'

/** Unchanged lines kept around a change. */
const CONTEXT = 3

/** The text for omitted lines. */
type Gap = (count: number) => string

/**
 * What version `to` changes compared with `from`, part by part; neither file has to be installed. `widens`: permissions
 * and hosts that `from` doesn't have.
 */
export const versionDifference = (from: MarketFile, to: MarketFile, gap: Gap): PackageDifference => {
  const lines = (pick: (file: MarketFile) => string) => lineDifference(pick(from), pick(to), gap)
  const permissions = listDifference(from.facts.permissions, to.facts.permissions, ({ text }) => text)
  const hosts = listDifference(from.facts.hosts, to.facts.hosts, (host) => host)
  return {
    fromVersion: from.review.version,
    fromSha256: from.review.sha256,
    direction: 'update',
    widens: [...permissions.added.map(({ text }) => text), ...hosts.added],
    permissions,
    hosts,
    tools: toolDifference(from.tools, to.tools, gap),
    prompt: lines(({ prompt }) => prompt),
    schema: lines(({ schema }) => pretty(schema)),
    other: lines(({ review, examples }) => [review.title, review.description, ...examples].join('\n')),
    // The page has it whole.
    changelog: [],
  }
}

/** Line by line; empty where both are the same. */
export const lineDifference = (before: string, after: string, gap: Gap): DiffLine[] => {
  if (before === after) return []
  const all = diffArrays(before.split('\n'), after.split('\n')).flatMap(({ added, removed, value }) =>
    value.map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  )
  const near = all.map((_, at) =>
    all.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  )
  const folded: DiffLine[] = []
  let left = 0
  for (const [at, line] of all.entries()) {
    if (near[at] !== true) left += 1
    if (near[at] === true || at === all.length - 1) {
      if (left > 0) folded.push({ kind: 'gap', text: gap(left) })
      left = 0
    }
    if (near[at] === true) folded.push(line)
  }
  return folded
}

const toolDifference = (
  from: MarketFile['tools'],
  to: MarketFile['tools'],
  gap: Gap,
): PackageDifference['tools'] => {
  const { added, removed } = listDifference(from, to, ({ name }) => name)
  const changed = to.flatMap((tool) => {
    const before = from.find(({ name }) => name === tool.name)
    if (before === undefined) return []
    const changes: ('description' | 'parameters')[] = []
    if (before.description !== tool.description) changes.push('description')
    if (pretty(before.parameters) !== pretty(tool.parameters)) changes.push('parameters')
    if (changes.length === 0) return []
    const text = ({ description, parameters }: typeof tool) => `${description}\n${pretty(parameters)}`
    return [{ name: tool.name, changes, lines: lineDifference(text(before), text(tool), gap) }]
  })
  return { added: added.map(({ name }) => name), removed: removed.map(({ name }) => name), changed }
}

const listDifference = <T>(from: readonly T[], to: readonly T[], keyOf: (one: T) => string) => {
  const [before, after] = [new Set(from.map(keyOf)), new Set(to.map(keyOf))]
  return {
    added: to.filter((one) => !before.has(keyOf(one))),
    removed: from.filter((one) => !after.has(keyOf(one))),
  }
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)
