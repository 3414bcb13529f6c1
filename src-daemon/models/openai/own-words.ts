/** What servers say of their models elsewhere than in the list that the protocol has. */
import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'
import { readLenient } from '../../platform/lenient.ts'

type Entry = Readonly<Record<string, unknown>>

/** llama.cpp: the window the model was loaded with, and whether its template shows tools to it: if not, they are ignored. */
const propsSchema = z.object({
  default_generation_settings: z.object({ n_ctx: z.number().nullish() }).nullish(),
  chat_template_caps: z.object({ supports_tools: z.boolean().nullish() }).nullish(),
})

const withProps = (entries: readonly Entry[], answer: unknown): readonly Entry[] => {
  const read = readLenient(propsSchema, answer)
  if (!read.ok) return entries
  const { default_generation_settings: settings, chat_template_caps: template } = read.value
  const tools = template?.supports_tools ?? null
  return entries.map((entry) => ({
    ...entry,
    ...(settings?.n_ctx ? { loaded_context_length: settings.n_ctx } : {}),
    ...(tools === null ? {} : { capabilities: { function_calling: tools } }),
  }))
}

/** LM Studio: the same list, with more in it. */
const withSameList = (entries: readonly Entry[], answer: unknown): readonly Entry[] => {
  const more = isRecord(answer) && Array.isArray(answer['data']) ? answer['data'].filter(isRecord) : []
  return entries.map((entry) => ({ ...more.find(({ id }) => id === entry['id']), ...entry }))
}

/** KoboldCpp: the window of its only model. */
const withValue = (entries: readonly Entry[], answer: unknown): readonly Entry[] =>
  isRecord(answer) ? entries.map((entry) => ({ ...entry, context_length: answer['value'] })) : entries

/** By what servers write as the owner of their models: where they say more. */
const OWN_WORDS: ReadonlyMap<
  unknown,
  {
    readonly path: string
    /** The answer is about the only model that is loaded. */
    readonly ofOne: boolean
    readonly add: (entries: readonly Entry[], answer: unknown) => readonly Entry[]
  }
> = new Map([
  ['llamacpp', { path: '/props', ofOne: true, add: withProps }],
  ['organization_owner', { path: '/api/v0/models', ofOne: false, add: withSameList }],
  ['koboldcpp', { path: '/api/extra/true_max_context_length', ofOne: true, add: withValue }],
])

/**
 * The entries of a list with what their server says of them elsewhere. `ask` requests a path of that server.
 * Entries stay as they are if it doesn't answer.
 */
export const withOwnWords = async (
  entries: readonly unknown[],
  ask: (path: string) => Promise<unknown>,
): Promise<readonly unknown[]> => {
  const records = entries.filter(isRecord)
  const known = OWN_WORDS.get(records[0]?.['owned_by'])
  if (known === undefined || records.length < entries.length) return entries
  if (known.ofOne && records.length > 1) return entries
  try {
    return known.add(records, await ask(known.path))
  } catch {
    return entries
  }
}
