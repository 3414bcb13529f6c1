import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../platform/is-record.ts'
import {
  called,
  expectFailure,
  forEach,
  invoke,
  listOf,
  must,
  refOf,
  short,
  skipped,
  type Case,
  type Probe,
  type Ref,
  type Verdict,
} from './case.ts'
import { resultProblems } from './shapes.ts'

const NO_OBJECTS: readonly unknown[] = [null, 'text', 7, true, ['a']]
/** How long after the deadline a source may answer, in ms: machines are busy. */
const ANSWER_MS = 5_000

/** I: calls, the order of checks, and the five errors. */
export const invokeCases: readonly Case[] = [
  must('I1', 'a good call returns ok, an object and no error', (probe) =>
    forEach(probe.exercises.good, 'good', async (exercise) => {
      const ref = refOf(probe, exercise)
      const { result, problems } = await invoke(probe, ref, exercise.input)
      if (result === null) return problems
      if (!result.ok) return [`${called(ref)}: ${short(result.error)}`]
      const isExpected = exercise.output === undefined || isDeepStrictEqual(result.output, exercise.output)
      return isExpected ? [] : [`${called(ref)} returned ${short(result.output)}`]
    }),
  ),
  must('I2', 'what a good call returns fits its output_schema', (probe) =>
    forEach(probe.exercises.good, 'good', async (exercise) => {
      const ref = refOf(probe, exercise)
      const schema = probe.manifests.find((one) => called(one) === called(ref))?.output_schema ?? null
      const { result } = await invoke(probe, ref, exercise.input)
      if (schema === null || result?.ok !== true) return []
      const misfits = await probe.schemas.check(schema, result.output)
      return misfits.map(({ pointer, problem }) => `${called(ref)}: ${pointer} ${problem}`)
    }),
  ),
  must(
    'I3',
    'NOT_FOUND for an unknown id and an unknown version, before anything else is checked',
    async (probe) => {
      const [first] = probe.manifests
      const unknown: Ref[] = [
        { capability_id: 'acp:nobody/nothing', version: '1.0.0' },
        ...(first === undefined ? [] : [{ capability_id: first.capability_id, version: '999999.0.0' }]),
      ]
      const problems: string[] = []
      for (const ref of unknown)
        for (const input of [{}, null])
          problems.push(...(await expectFailure(probe, { ref, input }, 'NOT_FOUND')))
      return problems
    },
  ),
  must('I4', 'INVALID_INPUT for input that is not an object', (probe) =>
    forEach(probe.exercises.good, 'good', async (exercise) => {
      const ref = refOf(probe, exercise)
      const problems: string[] = []
      for (const input of NO_OBJECTS)
        problems.push(...(await expectFailure(probe, { ref, input }, 'INVALID_INPUT')))
      return problems
    }),
  ),
  must('I5', 'INVALID_INPUT for an input that does not fit input_schema', async (probe) => {
    const calls = invalidCalls(probe)
    if (calls.length === 0) return skipped('no exercise in "invalid", and none can be made of "good"')
    const problems: string[] = []
    for (const call of calls) problems.push(...(await expectFailure(probe, call, 'INVALID_INPUT')))
    return problems
  }),
  must('I6', 'an input that does not fit runs nothing', async (probe) => {
    const calls = invalidCalls(probe)
    if (calls.length === 0) return skipped('no exercise in "invalid", and none can be made of "good"')
    return runsNothing(probe, calls)
  }),
  must('I7', 'PERMISSION_DENIED where a permission is missing', (probe) =>
    forEach(probe.exercises.denied, 'denied', (exercise) =>
      expectFailure(probe, { ref: refOf(probe, exercise), input: exercise.input }, 'PERMISSION_DENIED'),
    ),
  ),
  must('I8', 'the input is checked before the permission', (probe) =>
    forEach(probe.exercises.denied, 'denied', (exercise) =>
      expectFailure(probe, { ref: refOf(probe, exercise), input: null }, 'INVALID_INPUT'),
    ),
  ),
  must('I9', 'a call without its permission runs nothing', async (probe) => {
    const calls = probe.exercises.denied.map((one) => ({ ref: refOf(probe, one), input: one.input }))
    return calls.length === 0 ? skipped('no exercise in "denied"') : runsNothing(probe, calls)
  }),
  must('I10', 'EXECUTION_FAILED where the tool fails', (probe) =>
    forEach(probe.exercises.failing, 'failing', (exercise) =>
      expectFailure(probe, { ref: refOf(probe, exercise), input: exercise.input }, 'EXECUTION_FAILED'),
    ),
  ),
  must(
    'I11',
    'an output that breaks output_schema is EXECUTION_FAILED, with the reason output_schema_violation',
    (probe) =>
      forEach(probe.exercises.violating, 'violating', async (exercise) => {
        const ref = refOf(probe, exercise)
        const { result, problems } = await invoke(probe, ref, exercise.input)
        if (result === null) return problems
        const { error } = result
        const isSaid =
          error?.code === 'EXECUTION_FAILED' && error.details?.['reason'] === 'output_schema_violation'
        return isSaid ? [] : [`${called(ref)}: ${short(error ?? result.output)}`]
      }),
  ),
  must('I12', 'TIMEOUT at the deadline', (probe) =>
    forEach(probe.exercises.slow, 'slow', async (exercise) => {
      const call = { ref: refOf(probe, exercise), input: exercise.input, deadlineMs: deadlineOf(exercise) }
      const start = performance.now()
      const problems = await expectFailure(probe, call, 'TIMEOUT')
      const took = performance.now() - start
      const isLate = took > Math.max(exercise.settlesMs, call.deadlineMs + ANSWER_MS)
      return isLate ? [...problems, `${called(call.ref)} answered after ${took.toFixed(0)} ms`] : problems
    }),
  ),
  must('I13', 'what a tool returns after its deadline is dropped', async (probe) => {
    const { adapter, exercises } = probe
    const { counts } = adapter
    if (counts === undefined) return skipped('the adapter counts nothing')
    return forEach(exercises.slow, 'slow', async (exercise) => {
      const ref = refOf(probe, exercise)
      const before = await counts()
      await invoke(probe, ref, exercise.input, deadlineOf(exercise))
      await pause(exercise.settlesMs * 1.5)
      const more = (await counts()).results - before.results
      return more === 1 ? [] : [`${called(ref)} returned ${String(more)} results to one call`]
    })
  }),
  must('I14', 'an output that is no object stands under "value"', (probe) =>
    forEach(probe.exercises.wrapped, 'wrapped', async (exercise) => {
      const ref = refOf(probe, exercise)
      const { result, problems } = await invoke(probe, ref, exercise.input)
      if (result === null) return problems
      const isWrapped = isDeepStrictEqual(result.output, { value: exercise.value })
      return isWrapped ? [] : [`${called(ref)} returned ${short(result.output ?? result.error)}`]
    }),
  ),
  must(
    'I15',
    'every result has the shape of InvokeResult: an output or an error, never both, and how long it took',
    (probe) => {
      const results = probe.seen.filter(({ from }) => from === 'invoke')
      return [...new Set(results.flatMap(({ value }) => resultProblems(value)))]
    },
  ),
]

const deadlineOf = ({ settlesMs }: { settlesMs: number }): number => Math.max(1, Math.floor(settlesMs / 5))

const runsNothing = async (
  probe: Probe,
  calls: readonly { readonly ref: Ref; readonly input: unknown }[],
): Promise<Verdict> => {
  const { counts } = probe.adapter
  if (counts === undefined) return skipped('the adapter counts nothing')
  const problems: string[] = []
  for (const { ref, input } of calls) {
    const before = await counts()
    await invoke(probe, ref, input)
    const more = (await counts()).runs - before.runs
    if (more > 0) problems.push(`${called(ref)} with ${short(input)} ran`)
  }
  return problems
}

/** The exercises, or good calls without one of the fields their schema requires. */
const invalidCalls = (probe: Probe): readonly { readonly ref: Ref; readonly input: unknown }[] => {
  const { invalid, good } = probe.exercises
  if (invalid.length > 0) return invalid.map((one) => ({ ref: refOf(probe, one), input: one.input }))
  return good.flatMap((one) => {
    const ref = refOf(probe, one)
    const { properties, required } =
      probe.manifests.find((manifest) => called(manifest) === called(ref))?.input_schema ?? {}
    // One with a default may be left out.
    const name = listOf(required).find((one) => {
      const argument = isRecord(properties) ? properties[String(one)] : undefined
      return !isRecord(argument) || !Object.hasOwn(argument, 'default')
    })
    if (typeof name !== 'string' || !isRecord(one.input)) return []
    const { [name]: _left, ...input } = one.input
    return [{ ref, input }]
  })
}
