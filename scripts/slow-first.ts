import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Mostly tests that start processes. A clean checkout has no record of earlier durations. */
const SLOW = [
  'src-daemon/mcp/pins/',
  'src-daemon/composition/salvage/',
  'src-daemon/chat/kill.test.ts',
  'fuzz/fuzz.long.test.ts',
  'src-daemon/cli/keys.test.ts',
  'src-daemon/state/survival/kill.test.ts',
  'src-daemon/registry/publish/',
  'src-daemon/cli/commands/registry/',
  'src-daemon/lifecycle/',
  'src-daemon/state/policies/',
  'src-daemon/cli/commands/servers.test.ts',
  'src-daemon/mcp/sessions/session.test.ts',
  'src-daemon/state/survival/disk.test.ts',
  'src-daemon/registry/indexer/',
  'src-daemon/cli/',
  'src-daemon/state/asmql/differential.test.ts',
]

/** The order in which Vitest starts its files: slowest first, so that none runs alone at the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

const rankOf = ({ moduleId }: TestSpecification): number => {
  const place = SLOW.findIndex((path) => moduleId.includes(`/${path}`))
  return place === -1 ? SLOW.length : place
}
