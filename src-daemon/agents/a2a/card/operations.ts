import { z } from 'zod'
import type { ContactProblem } from '../../../contract/agent-contacts.ts'
import { cutText } from '../../../platform/cut-text.ts'
import type { CallableOperation } from '../../contacts/protocol.ts'
import type { Card, CardInterface, CardSkill } from './read-card.ts'

/** How the SDK calls a skill: what an operation keeps for that. */
export const skillTargetSchema = z.object({
  url: z.string(),
  binding: z.enum(['JSONRPC', 'HTTP+JSON']),
  version: z.string(),
  tenant: z.string(),
  streaming: z.boolean(),
  /** Whether the agent calls back when a task changes. */
  push: z.boolean().optional(),
  /** Null for an agent without skills, which takes messages all the same. */
  skill: z.string().nullable(),
  outputModes: z.array(z.string()),
})
export type SkillTarget = z.infer<typeof skillTargetSchema>

export const MAX_SKILLS = 200
const MAX_TITLE = 200
const MAX_DESCRIPTION = 4000
const MAX_EXAMPLES = 3
/** The id of the one operation of an agent without skills. */
const MESSAGE = 'message'

/** The first way to call the agent that the SDK speaks, in the card's order; null if there is none. */
export const usableInterface = ({ interfaces }: Pick<Card, 'interfaces'>): CardInterface | null =>
  interfaces.find(
    ({ url, binding, version }) =>
      bindingOf(binding) !== null &&
      /^(0\.3|1)(\.\d+)*$/.test(version) &&
      /^https?:\/\//i.test(url) &&
      URL.canParse(url),
  ) ?? null

/** Each skill as an operation, and what of the card can't be used. */
export const operationsOf = (
  card: Card,
): { readonly operations: readonly CallableOperation[]; readonly problems: readonly ContactProblem[] } => {
  const target = usableInterface(card)
  const binding = target === null ? null : bindingOf(target.binding)
  if (target === null || binding === null) {
    const detail = card.interfaces.map((one) => `${one.binding} ${one.version}`).join(', ')
    return { operations: [], problems: [{ place: 'supportedInterfaces', code: 'interface_unknown', detail }] }
  }
  const problems: ContactProblem[] = []
  if (card.skills.length > MAX_SKILLS)
    problems.push({ place: 'skills', code: 'too_many', detail: String(card.skills.length) })
  const ids = new Set<string>()
  const common = {
    url: target.url,
    binding,
    version: target.version,
    tenant: target.tenant,
    streaming: card.streaming,
    ...(card.push && { push: true }),
  }
  const operationOf = (skill: CardSkill | null): CallableOperation => {
    const modes = (own: readonly string[] | undefined, general: readonly string[]): readonly string[] =>
      own !== undefined && own.length > 0 ? own : general
    const taken = takenBy(modes(skill?.inputModes, card.inputModes))
    const how: SkillTarget = {
      ...common,
      skill: skill?.id ?? null,
      outputModes: [...modes(skill?.outputModes, card.outputModes)],
    }
    return {
      id: uniqueId(skill?.id ?? MESSAGE, ids),
      title: cutText(skill?.name ?? card.name, MAX_TITLE),
      description: cutText(skill === null ? card.description : descriptionOf(skill), MAX_DESCRIPTION),
      kind: taken.text ? 'question' : 'call',
      interface: { kind: 'a2a', protocol: `${binding} ${target.version}`, url: target.url },
      input: inputSchema(taken),
      output: outputSchema(card.push ? [...STATES, 'working'] : STATES),
      asksAlways: false,
      how: { ...how },
    }
  }
  const skills = card.skills.length === 0 ? [null] : card.skills.slice(0, MAX_SKILLS)
  return { operations: skills.map(operationOf), problems }
}

const bindingOf = (word: string): SkillTarget['binding'] | null => {
  const known = word.toUpperCase()
  return known === 'JSONRPC' || known === 'HTTP+JSON' ? known : null
}

const descriptionOf = ({ description, tags, examples }: CardSkill): string =>
  [description === '' ? tags.join(', ') : description, ...examples.slice(0, MAX_EXAMPLES)].join('\n').trim()

/** What a message may hold. */
interface Taken {
  readonly text: boolean
  readonly data: boolean
  readonly files: readonly string[]
}

/** By media types; some cards write the kinds of older versions. A card that says nothing takes text. */
const takenBy = (modes: readonly string[]): Taken => {
  const of = (mode: string): 'text' | 'data' | 'file' =>
    /^text(\/|$)|^\*(\/\*)?$/i.test(mode)
      ? 'text'
      : /^(application\/json|data)\b/i.test(mode)
        ? 'data'
        : 'file'
  const files = modes.filter((mode) => of(mode) === 'file')
  const data = modes.some((mode) => of(mode) === 'data')
  return { text: modes.some((mode) => of(mode) === 'text') || (!data && files.length === 0), data, files }
}

const FILE = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    mediaType: { type: 'string' },
    base64: { type: 'string', contentEncoding: 'base64' },
  },
  required: ['mediaType', 'base64'],
  additionalProperties: false,
} as const

/** `task` continues one that asked for something. */
const inputSchema = ({ text, data, files }: Taken): CallableOperation['input'] => ({
  type: 'object',
  properties: {
    ...(text ? { question: { type: 'string', minLength: 1 } } : {}),
    ...(data ? { data: { type: 'object' } } : {}),
    ...(files.length > 0 ? { files: { type: 'array', items: FILE, maxItems: 10 } } : {}),
    task: { type: 'string', minLength: 1 },
  },
  required: text ? ['question'] : data ? ['data'] : ['files'],
  additionalProperties: false,
})

const STATES = ['completed', 'input-required', 'auth-required']

/** `working`: the agent says later what came of the task. */
const outputSchema = (states: readonly string[]): NonNullable<CallableOperation['output']> => ({
  type: 'object',
  properties: {
    state: { enum: states },
    text: { type: 'string' },
    data: { type: 'array' },
    files: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          mediaType: { type: 'string' },
          base64: { type: 'string' },
          url: { type: 'string' },
        },
        required: ['mediaType'],
      },
    },
    task: { type: 'string' },
  },
  required: ['state', 'text'],
})

/** Skills are named freely, and the id is part of the capability's. */
const uniqueId = (text: string, ids: Set<string>): string => {
  const base = text.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 64) || MESSAGE
  let id = base
  for (let number = 2; ids.has(id); number += 1) id = `${base}_${String(number)}`
  ids.add(id)
  return id
}
