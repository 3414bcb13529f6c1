import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isLongRun } from './long-tests.ts'

/** Seconds of the slowest files, from `scripts/record-slow-tests.mjs`: a clean checkout has no record of its own. */
const recorded = new URL(isLongRun ? 'slow-long-tests.json' : 'slow-tests.json', import.meta.url)
const seconds = JSON.parse(readFileSync(recorded, 'utf8')) as Readonly<Record<string, number>>

/** What a long test takes at least. */
const LONG_SECONDS = 60

/** One after the other, because a worker that meets a file of another project ends, with all the modules it has loaded. */
const PROJECTS = ['isolated', 'node', 'renderer']

/** The order in which Vitest starts its files: of each project the slowest first, so that none runs alone at the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification): number =>
      seconds[moduleId.slice(this.ctx.config.root.length + 1)] ??
      (moduleId.endsWith('.long.test.ts') ? LONG_SECONDS : 0)
    return (await super.sort(files)).toSorted(
      (a, b) => placeOf(a) - placeOf(b) || secondsOf(b) - secondsOf(a),
    )
  }
}

const placeOf = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name)
