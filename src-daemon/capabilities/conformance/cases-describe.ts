import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../platform/is-record.ts'
import { manifestHash } from '../core/listing.ts'
import { called, listOf, must, short, skipped, type Case, type Probe } from './case.ts'
import { errorProblems, isManifest } from './shapes.ts'

/** D: descriptions. */
export const describeCases: readonly Case[] = [
  must('D1', 'describe returns the very manifest that is listed', async ({ adapter, manifests }) => {
    if (manifests.length === 0) return skipped('nothing is listed')
    const problems: string[] = []
    for (const manifest of manifests) {
      const found = await adapter.describe(manifest.capability_id, manifest.version)
      if (!isDeepStrictEqual(found, manifest))
        problems.push(`${called(manifest)} is described as another one`)
    }
    return problems
  }),
  must('D2', 'describe says NOT_FOUND for an unknown id', (probe) =>
    expectUnknown(probe, 'acp:nobody/nothing', '1.0.0'),
  ),
  must('D3', 'describe says NOT_FOUND for an unknown version', async (probe) => {
    const { manifests } = probe
    if (manifests.length === 0) return skipped('nothing is listed')
    const problems: string[] = []
    for (const { capability_id: id } of manifests.slice(0, 20))
      problems.push(...(await expectUnknown(probe, id, '999999.0.0')))
    return problems
  }),
  must('D4', 'describe says NOT_FOUND for something that is not a reference', async (probe) => [
    ...(await expectUnknown(probe, '', '')),
    ...(await expectUnknown(probe, 'acp:../../etc/passwd', '*')),
  ]),
  must('D5', 'a version stays what it is over a restart of the source', async ({ adapter, manifests }) => {
    if (adapter.restart === undefined) return skipped('the adapter cannot restart the source')
    await adapter.restart()
    const again = await adapter.list()
    const after = new Map(
      listOf(again)
        .filter(isManifest)
        .map((one) => [called(one), manifestHash(one)]),
    )
    return manifests.flatMap((one) => {
      const hash = after.get(called(one))
      if (hash === undefined) return [`${called(one)} has gone`]
      return hash === manifestHash(one) ? [] : [`${called(one)} has another manifest`]
    })
  }),
]

const expectUnknown = async (
  { adapter }: Pick<Probe, 'adapter'>,
  id: string,
  version: string,
): Promise<readonly string[]> => {
  const found = await adapter.describe(id, version)
  const name = called({ capability_id: id, version })
  const problems = errorProblems(found).map((problem) => `${name}: ${problem}`)
  if (problems.length > 0) return problems
  return isRecord(found) && found['code'] === 'NOT_FOUND' ? [] : [`${name}: ${short(found)}`]
}
