import { parse } from 'yaml'
import { verifyPackageFile } from '../src-daemon/packages/index.ts'
import type { Benchmark, Frame } from './frame.ts'
import { openAuthorization } from './packages/authorization.ts'
import { curves } from './packages/curves.ts'
import { fiveKilobytes } from './packages/package-file.ts'
import { microseconds } from './timing.ts'

/** More than any cache holds, so that cycling through them never hits a cached one. */
const DISTINCT = 600

/** The cost of checking a package and an authorization, each compared with its lower bound. */
export const packages: Benchmark = async (frame, { quick }) => {
  await files(frame, quick ? 150 : DISTINCT)
  await authorizations(frame, quick ? 20_000 : 200_000)
  await signatures(frame, quick ? 200 : 1000)
}

const files = async (frame: Frame, count: number): Promise<void> => {
  const distinct = await fiveKilobytes(Math.max(count, DISTINCT))
  const texts = distinct.map((bytes) => Buffer.from(bytes).toString('utf8'))
  const one = distinct[0] ?? new Uint8Array()
  let next = 0
  const verifyNew = () => {
    const { package: acp } = verifyPackageFile(distinct[next] ?? one, 'bench.acp.yaml')
    if (acp === null) throw new Error('The package of the benchmark is not valid')
    next = (next + 1) % distinct.length
  }
  let nextText = 0
  const parseNew = () => {
    parse(texts[nextText] ?? '')
    nextText = (nextText + 1) % texts.length
  }
  await frame.compare({
    what: '5 KB package: structure, schema, lint, signature (reference: YAML parsing alone)',
    unit: 'us',
    ours: () => microseconds(verifyNew, count),
    reference: () => microseconds(parseNew, count),
    bar: { atMostTimesReference: 1.8 },
  })
  await frame.compare({
    what: 'the same file again, known by its hash (reference: the first time)',
    unit: 'us',
    ours: () => microseconds(() => verifyPackageFile(one, 'bench.acp.yaml'), count * 10),
    reference: () => microseconds(verifyNew, count),
    bar: { atMostTimesReference: 1 / 50 },
  })
}

const authorizations = async (frame: Frame, times: number): Promise<void> => {
  const authorization = await openAuthorization()
  try {
    await frame.compare({
      what: 'authorization of a turn: checked for a call',
      unit: 'us',
      ours: () => microseconds(authorization.check, times),
      bar: { atMost: 5 },
    })
    await frame.compare({
      what: 'authorization of a turn: narrowed and signed, once per turn',
      unit: 'us',
      ours: async () => {
        const started = performance.now()
        for (let i = 0; i < 50; i++) await authorization.narrow()
        return ((performance.now() - started) * 1000) / 50
      },
    })
  } finally {
    authorization.close()
  }
}

const signatures = async (frame: Frame, times: number): Promise<void> => {
  for (const { name, verify, verifyNoble } of curves()) {
    if (!verify() || !verifyNoble()) throw new Error(`The ${name} signature of the benchmark is not valid`)
    await frame.compare({
      what: `${name}: verify a signature (reference: noble)`,
      unit: 'us',
      ours: () => microseconds(verify, times),
      reference: () => microseconds(verifyNoble, times / 10),
    })
  }
}
