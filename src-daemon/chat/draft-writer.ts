import { z } from 'zod'
import type { AskModel } from '../capabilities/index.ts'
import { DRAFT_KINDS, DRAFT_VERBS, EMPTY_FORM } from '../contract/draft-parts.ts'
import type { DraftFieldInput, DraftForm } from '../contract/drafts.ts'
import { SatchelError } from '../platform/errors.ts'
import { isRecord } from '../platform/is-record.ts'
import { readLenientJson } from '../platform/lenient-json.ts'

/** A draft that a model made of a wish. */
export interface WrittenDraft {
  readonly form: DraftForm
  /** The name of the model. */
  readonly model: string
}
export type DraftWriter = (input: { wish: string; signal: AbortSignal }) => Promise<WrittenDraft>

const MAX_TOKENS = 1500
const MOST = { fields: 20, choices: 12, sentences: 10 } as const

const SYSTEM = `You plan a small capability that keeps records for one person.
Answer with one JSON object and nothing else:
{"title": "Books I read", "name": "books", "description": "Keeps the books I read.", "record": "book",
 "fields": [{"name": "title", "kind": "text", "required": true}, {"name": "state", "kind": "choices", "choices": ["to read", "read"]}],
 "sentences": ["I finished Dune", "which books did I read in May?"], "verbs": ["create", "query", "update", "delete"]}
"name" has small Latin letters, digits and -. "record" is one word for one record. A field's name is one word.
The kinds are ${DRAFT_KINDS.join(', ')}. Three to eight fields. Six to ten sentences as the person would say them.
All texts are in the language of the wish.`

/**
 * Has the model of the settings fill in the form of a capability from a wish. Its answer is only text: it is cut to what a
 * person could have typed into the form, it says nothing to a later model (no instructions), names nothing to call,
 * and is kept nowhere before a person does. Errors: `draft_no_model`, `draft_not_written`, and those of the model.
 */
export const createDraftWriter =
  (askModel: AskModel): DraftWriter =>
  async ({ wish, signal }) => {
    const request = {
      system: SYSTEM,
      messages: [{ role: 'user' as const, text: wish }],
      maxTokens: MAX_TOKENS,
    }
    const { text, model } = await askModel(request, { conversationId: null, signal }).catch(
      (thrown: unknown) => {
        const isNone = thrown instanceof SatchelError && thrown.code === 'sampling_no_model'
        throw isNone ? new SatchelError('draft_no_model') : thrown
      },
    )
    const form = formOf(readLenientJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))
    if (form === null) throw new SatchelError('draft_not_written', { params: { model } })
    return { form, model }
  }

const line = (most: number) =>
  z
    .string()
    .catch('')
    .transform((text) =>
      text
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, most),
    )
const listOf = <T extends z.ZodType>(item: T, most: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.slice(0, most).flatMap((one) => item.safeParse(one).data ?? []))

const fieldSchema = z.object({
  name: line(60).transform((name) =>
    name.replaceAll(/[^\p{L}\p{N}\p{M}_]+/gu, '_').replaceAll(/^[_\p{N}]+|_+$/gu, ''),
  ),
  kind: z.enum(DRAFT_KINDS).catch('text'),
  choices: listOf(line(60), MOST.choices),
  required: z.boolean().catch(false),
})
const answerSchema = z.object({
  title: line(80),
  name: line(40).transform((name) =>
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^[-0-9]+|-+$/g, ''),
  ),
  description: line(500),
  record: line(60),
  fields: listOf(fieldSchema, MOST.fields),
  sentences: listOf(line(200), MOST.sentences),
  verbs: listOf(z.enum(DRAFT_VERBS), DRAFT_VERBS.length),
})

/** The form that an answer fills in; null if it names nothing to keep. */
const formOf = (answer: unknown): DraftForm | null => {
  const { data } = answerSchema.safeParse(isRecord(answer) ? answer : null)
  const fields = (data?.fields ?? []).filter(isUsable)
  if (data === undefined || fields.length === 0) return null
  const { title, name, description, record, sentences, verbs } = data
  return {
    ...EMPTY_FORM,
    ...{ title, name, description, record, fields },
    sentences: [...new Set(sentences)].filter((sentence) => sentence !== ''),
    ...(verbs.length > 0 && { verbs: DRAFT_VERBS.filter((verb) => verbs.includes(verb)) }),
  }
}

/** Names are told apart by the form; one that Satchel fills in itself, or has no choices to choose from, is left out. */
const isUsable = (
  { name, kind, choices }: DraftFieldInput,
  index: number,
  all: readonly DraftFieldInput[],
): boolean =>
  name !== '' &&
  !['id', 'createdAt', 'updatedAt'].includes(name) &&
  all.findIndex((other) => other.name === name) === index &&
  (kind !== 'choices' || new Set(choices.filter((choice) => choice !== '')).size === choices.length) &&
  (kind !== 'choices' || choices.length > 1)
