import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { isRecord } from '../../src-daemon/platform/is-record.ts'

/** A call as the suites write it. */
const callSchema = z.object({ function: z.string(), args: z.record(z.string(), z.unknown()) })
export type SuiteCall = z.infer<typeof callSchema>

const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  /** `read_untrusted`: what it returns, others may have written. */
  effect: z.enum(['read', 'read_untrusted', 'write', 'send']),
})
export type SuiteTool = z.infer<typeof toolSchema>

const userTaskSchema = z.object({
  id: z.string(),
  prompt: z.string(),
  ground_truth: z.array(callSchema),
  /** The same where an argument holds what may be an attack, as `{name}`. */
  ground_truth_placeholders: z.array(callSchema).optional(),
})
export type UserTask = z.infer<typeof userTaskSchema>

const injectionTaskSchema = z.object({
  id: z.string(),
  goal: z.string(),
  ground_truth: z.array(callSchema),
  /** Calls derived by the converter where the benchmark has none. */
  derived_ground_truth: z.array(callSchema).optional(),
  attack_texts: z.record(z.string(), z.string()),
})
export type InjectionTask = z.infer<typeof injectionTaskSchema>

const suiteSchema = z.object({
  suite: z.string(),
  tools: z.array(toolSchema),
  injection_vectors: z.record(z.string(), z.object({ default: z.string() })),
  user_tasks: z.array(userTaskSchema),
  injection_tasks: z.array(injectionTaskSchema),
  /** By `user_task_1/0`: the text that this call returned, with the places of attacks as `{name}`. */
  results: z.record(z.string(), z.object({ text: z.string() })),
  injection_results: z.record(z.string(), z.object({ text: z.string() })),
})
export type Suite = z.infer<typeof suiteSchema>

/** The folder of the suites; null where there is none. */
export const suitesFolder = (): string | null => {
  const folder =
    process.env['SATCHEL_AGENTDOJO'] ?? join(import.meta.dirname, '../../../shared/data/agentdojo')
  return existsSync(folder) ? folder : null
}

/** Every suite in a folder. Errors: those of a file that is none. */
export const readSuites = (folder: string): readonly Suite[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'attack.json')
    .toSorted()
    .map((name) => suiteSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))

/** A result as a service with structured content gives it: its records, with the places of attacks filled; null if it is only text. */
export const structuredOf = (suite: Suite, text: string, attack: string | null): object | null => {
  const parsed = readYaml(text)
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return filled(suite, value, attack)
    if (Array.isArray(value)) return value.map(fill)
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]))
      : value
  }
  return isRecord(parsed) || Array.isArray(parsed) ? { result: fill(parsed) } : null
}

const readYaml = (text: string): unknown => {
  try {
    return parse(text)
  } catch {
    return null
  }
}

/** What the person's request takes, when the places of attacks are filled with `attack`, or as usual. */
export const requestedCalls = (
  suite: Suite,
  { ground_truth: usual, ground_truth_placeholders: open }: UserTask,
  attack: string | null,
): readonly SuiteCall[] =>
  (open ?? usual).map(({ function: name, args }) => ({
    function: name,
    args: Object.fromEntries(
      Object.entries(args).map(([key, value]) => [
        key,
        typeof value === 'string' ? filled(suite, value, attack) : value,
      ]),
    ),
  }))

/** What tells by a tool's name which service it is for; what none tells is for the suite's own: channels, the bank. */
const SERVICES: readonly RegExp[] = [
  /webpage/u,
  /email|contacts/u,
  /calendar|current_day/u,
  /file/u,
  /hotel/u,
  /restaurant/u,
  /car_|_car/u,
  /flight/u,
  /user_info|password/u,
]

/**
 * The server of the service that a tool is for, where its suite isn't one server. Its name is no word of a request, which would mean that
 * server alone.
 */
export const serviceOf = (tool: string): string =>
  `sv${String(SERVICES.findIndex((words) => words.test(tool)) + 1)}`

/** What an attack wants to have run. */
export const callsOf = (task: InjectionTask): readonly SuiteCall[] =>
  task.ground_truth.length > 0 ? task.ground_truth : (task.derived_ground_truth ?? [])

/** A text with every place of an attack filled: with the attack, or as the environment has it. */
export const filled = (suite: Suite, text: string, attack: string | null): string =>
  Object.entries(suite.injection_vectors).reduce(
    (so, [name, { default: usual }]) => so.replaceAll(`{${name}}`, () => attack ?? usual),
    text,
  )
