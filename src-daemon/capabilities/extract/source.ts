import { z } from 'zod'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import { MEMORY } from '../../contract/labels.ts'
import type { Language } from '../../contract/language.ts'
import { counterpartOf } from '../../platform/told-secrets.ts'
import { withoutAnswers } from '../../threads/index.ts'
import { say } from '../../text/index.ts'
import { jsonSha256 } from '../approvals/hash.ts'
import type { ToolDefinition } from '../core/approvals.ts'
import { InvokeFailure } from '../core/failure.ts'
import type { CapabilitiesService, CapabilitySource } from '../core/types.ts'
import { textsIn } from '../flow/leaves.ts'
import type { AskModel } from '../questions/sampling.ts'
import { extractSchema } from './fields.ts'
import { readFields } from './read-fields.ts'
import type { References } from './references.ts'

/** The tool that reads what others wrote into fields, so that the model which goes on doesn't read it. */
export const EXTRACT_TOOL = 'satchel:extract'

export const EXTRACT_MANIFEST: CapabilityManifest = {
  capability_id: EXTRACT_TOOL,
  version: '1.0.0',
  kind: 'tool',
  name: 'extract',
  description:
    'Calls a tool that reads something, and gives you only the fields you ask for, not the text. Use it for pages, mails and files of others. Numbers, booleans, dates and members of an enum are given as they are; any other text as a reference, which you pass on as the whole value of an argument.',
  input_schema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The tool that reads: its name, or its capability_id.' },
      input: { type: 'object', description: 'Its arguments.' },
      schema: {
        type: 'object',
        description:
          'JSON Schema of an object: each property a string, number, integer or boolean, with a description; a string with format date, date-time or an enum where that is enough.',
      },
    },
    required: ['id', 'input', 'schema'],
    additionalProperties: false,
  },
  output_schema: null,
  prompt_template: null,
  resources: null,
  required_permissions: [],
  x_effect: 'none',
}

const extractInput = z.object({
  id: z.string(),
  input: z.record(z.string(), z.unknown()),
  schema: extractSchema,
})

/** The call itself may wait for the person. */
const DEADLINE_MS = 20 * 60_000

/**
 * Quarantine: another call's result is read by a model without tools, into fields. What can't carry a sentence is returned; texts are kept, and
 * named. The caller learns nothing else of what was read, an error's words included.
 */
export const createExtractSource = (deps: {
  readonly invoke: CapabilitiesService['invoke']
  readonly manifestOf: (id: string) => CapabilityManifest | null
  readonly definitionOf: (ref: { capability_id: string; version: string }) => ToolDefinition | null
  readonly askModel: AskModel
  readonly references: Pick<References, 'keep'>
  readonly language: () => Language
}): CapabilitySource => {
  const { invoke, manifestOf, definitionOf, askModel, references, language } = deps
  const hash = jsonSha256(EXTRACT_MANIFEST)
  const isExtract = (id: string): boolean => id === EXTRACT_TOOL

  return {
    list: () => [],
    describe: (id, version) =>
      isExtract(id) && version === EXTRACT_MANIFEST.version ? EXTRACT_MANIFEST : null,
    permission: (_ref, { turn, flow }) =>
      turn === null || flow === undefined ? say(language(), 'extract_for_turns_text') : null,
    definition: ({ capability_id: id }) =>
      isExtract(id)
        ? {
            ...{ title: 'Satchel', origin: { kind: 'built_in', name: 'Satchel' } },
            ...{ tool: EXTRACT_MANIFEST.name, owner: hash, hash },
          }
        : null,
    effect: () => ({
      effect: 'none',
      always: false,
      target: null,
      sentence: say(language(), 'effect_extract'),
    }),
    deadlineMs: () => DEADLINE_MS,
    run: async (_ref, given, context) => {
      const parsed = extractInput.safeParse(given)
      const manifest = parsed.success ? manifestOf(parsed.data.id) : null
      if (!parsed.success || manifest?.kind !== 'tool')
        throw new InvokeFailure('INVALID_INPUT', 'extract_input_text', { details: { reason: 'extract' } })
      const { id, input, schema } = parsed.data
      const { turn, flow, signal } = context
      const ref = { capability_id: id, version: manifest.version }
      // Before it, because it is the asker's label that small values keep.
      const isClean = flow !== undefined && flow.foreign().length === 0
      const { caller, principal, readBefore, onWaiting, asksNothingGranted, asksOwner, unattended } = context
      const result = await invoke(ref, input, {
        ...{ caller, principal, turn, signal },
        ...(flow === undefined ? {} : { flow }),
        ...(readBefore === undefined ? {} : { readBefore }),
        ...(onWaiting === undefined ? {} : { onWaiting }),
        ...(asksNothingGranted === undefined ? {} : { asksNothingGranted }),
        ...(asksOwner === undefined ? {} : { asksOwner }),
        ...(unattended === undefined ? {} : { unattended }),
      })
      if (!result.ok)
        throw new InvokeFailure('EXECUTION_FAILED', 'extract_not_read_text', {
          params: { code: result.error?.code ?? 'EXECUTION_FAILED' },
          details: { reason: 'extract' },
        })
      const text = JSON.stringify([withoutAnswers(result.output), ...(result.x_content ?? [])])
      const conversationId = turn?.conversationId ?? null
      const { small, texts } = await readFields(askModel, { text, schema }, { conversationId, signal })
      const asked = textsIn(input)
      const of = counterpartOf(id)
      const title = definitionOf(ref)?.title ?? id
      const keepers = result.x_keepers ?? []
      const named = references.keep(texts, {
        conversationId: conversationId ?? '',
        read: { of, asked, output: null, keepers },
        kept: keepers.map((keeper) => ({
          ...{ of: keeper, title: keeper === of ? title : keeper },
          ...{ output: null, isEverywhere: keeper === MEMORY },
        })),
        line: {
          ...{ title, tool: manifest.name },
          ...{ what: asked[0]?.slice(0, 120).toWellFormed() ?? null, foreign: true, earlier: false },
        },
      })
      return {
        output: { values: { ...small, ...named } },
        changes: [...result.x_changes],
        integrity: isClean ? 'state' : 'foreign',
        keepers,
      }
    },
  }
}
