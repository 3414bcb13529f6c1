import type { Publication } from '../../../contract/publishing.ts'
import { SatchelError } from '../../../platform/errors.ts'
import type { Output } from '../../console/output.ts'
import { errorViewOf } from '../../console/session.ts'

/**
 * Runs what publishes. Where the daemon ends once `begun` was told of a publication, a lost connection is not what the person
 * has to know, but how to go on. Errors: those of `work`, `publication_cut_off`.
 */
export const orCutOff = async <T>(
  output: Output,
  work: (begun: (publication: Publication) => void) => Promise<T>,
): Promise<T> => {
  let running: Publication | null = null
  const begun = (publication: Publication): void => {
    running = publication
  }
  return work(begun).catch((thrown: unknown) => {
    throw errorViewOf(thrown, output.language).code === 'daemon_unreachable'
      ? cutOff(running, thrown)
      : thrown
  })
}

const cutOff = (running: Publication | null, cause: unknown): unknown =>
  running === null
    ? cause
    : new SatchelError('publication_cut_off', {
        params: { name: running.capUri, version: running.semver },
        cause,
      })
