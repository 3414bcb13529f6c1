import {
  called,
  expectFailure,
  forEach,
  inapplicable,
  invoke,
  must,
  refOf,
  short,
  type Case,
  type Probe,
  type Verdict,
} from './case.ts'
import type { Manifest } from './shapes.ts'

/** S: skills of any kind. */
export const skillCases: readonly Case[] = [
  must('S1', 'a skill has a prompt, a list of resources and a list of permissions', (probe) =>
    eachSkill(probe, (skill) => {
      const { prompt_template: prompt, resources, required_permissions: permissions } = skill
      return [
        ...(prompt === null ? ['prompt_template is null'] : []),
        ...(resources === null ? ['resources is null'] : []),
        ...(permissions === null ? ['required_permissions is null'] : []),
      ]
    }),
  ),
  must('S2', 'a skill takes {task, vars?}', (probe) =>
    eachSkill(probe, (skill) => {
      const fits = (input: unknown): boolean => fitsIn(probe, skill.input_schema, input)
      return [
        ...(fits({ task: 'x' }) ? [] : ['{"task": "x"} does not fit']),
        ...(fits({ task: 'x', vars: { a: 1 } }) ? [] : ['{"task": "x", "vars": {…}} does not fit']),
        ...(fits({}) ? ['{} fits'] : []),
        ...(fits({ task: 1 }) ? ['{"task": 1} fits'] : []),
      ]
    }),
  ),
  must('S3', 'a skill gives {text, artifacts?}', (probe) =>
    eachSkill(probe, ({ output_schema: schema }) => {
      if (schema === null) return ['output_schema is null']
      return [
        ...(fitsIn(probe, schema, { text: 'x' }) ? [] : ['{"text": "x"} does not fit']),
        ...(fitsIn(probe, schema, { text: 'x', artifacts: [] })
          ? []
          : ['{"text": "x", "artifacts": []} does not fit']),
        ...(fitsIn(probe, schema, {}) ? ['{} fits'] : []),
      ]
    }),
  ),
  must('S4', "a skill's files have skill:// addresses", (probe) =>
    eachSkill(probe, ({ resources }) =>
      (resources ?? []).flatMap(({ uri }) => (uri.startsWith('skill://') ? [] : [`${short(uri)} is none`])),
    ),
  ),
  must('S5', 'the version of a skill from files holds a hash of all of them', (probe) => {
    const fromFiles = probe.manifests.filter(({ capability_id: id }) => id.startsWith('skill:'))
    if (fromFiles.length === 0) return inapplicable('no skill from files is listed')
    return fromFiles
      .filter(({ version }) => !/.\+[0-9a-f]{12,64}$/.test(version))
      .map((skill) => `${called(skill)} holds none`)
  }),
  must('S6', 'a skill without a task is INVALID_INPUT', async (probe) => {
    const [first] = skillsOf(probe)
    if (first === undefined) return inapplicable('no skill is listed')
    const { capability_id, version } = first
    return expectFailure(probe, { ref: { capability_id, version }, input: {} }, 'INVALID_INPUT')
  }),
  must('S7', 'a skill that is run returns its text', (probe) => {
    if (skillsOf(probe).length === 0) return inapplicable('no skill is listed')
    return forEach(probe.exercises.skills, 'skills', async (exercise) => {
      const ref = refOf(probe, exercise)
      const { result, problems } = await invoke(probe, ref, exercise.input)
      if (result === null) return problems
      const { output } = result
      const isText = typeof output?.['text'] === 'string'
      const isList = output?.['artifacts'] === undefined || Array.isArray(output['artifacts'])
      return isText && isList ? [] : [`${called(ref)}: ${short(output ?? result.error)}`]
    })
  }),
]

const skillsOf = ({ manifests }: Probe): readonly Manifest[] =>
  manifests.filter(({ kind }) => kind === 'skill')

const eachSkill = (probe: Probe, check: (skill: Manifest) => readonly string[]): Verdict => {
  const skills = skillsOf(probe)
  if (skills.length === 0) return inapplicable('no skill is listed')
  return skills.flatMap((skill) => check(skill).map((problem) => `${called(skill)}: ${problem}`))
}

const fitsIn = ({ schemas }: Probe, schema: Readonly<Record<string, unknown>>, value: unknown): boolean => {
  try {
    return schemas.checkAtOnce(schema, value).length === 0
  } catch {
    return false // what cannot be used says C4 and C5
  }
}
