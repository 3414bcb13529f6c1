import { randomBytes } from 'node:crypto'
import { labelled, type Label } from '../../contract/labels.ts'
import type { ReadBefore } from '../../contract/approvals.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { InvokeContext } from '../core/types.ts'
import type { KeptOutput, ReadOutput } from '../flow/types.ts'

/** Texts kept at once; the oldest leave. */
const MOST = 500

/** A text that no model of the conversation has seen, and where it was read. */
interface Kept {
  readonly conversationId: string
  readonly text: string
  readonly read: ReadOutput
  /** What of the owner's it may have. */
  readonly kept: readonly KeptOutput[]
  readonly line: ReadBefore
}

/** Texts that calls of a conversation can be given by name, without its model seeing them. They are gone when Satchel ends. */
export interface References {
  /** Names for texts that were read together. */
  keep(
    texts: Readonly<Record<string, string>>,
    of: Omit<Kept, 'text'>,
  ): Readonly<Record<string, { readonly reference: string; readonly characters: number }>>
  /**
   * A call's input with the texts it names, and its context with where they were read: it follows that, as if the model had read it. `label`: of
   * these texts, which the result may say again; null if it names none.
   */
  filled(input: unknown, context: InvokeContext): Filled
}

interface Filled {
  readonly input: unknown
  readonly context: InvokeContext
  readonly label: Label | null
}

export const createReferences = (): References => {
  const kept = new Map<string, Kept>()

  const keep: References['keep'] = (texts, of) => {
    const id = randomBytes(6).toString('hex')
    return Object.fromEntries(
      Object.entries(texts).map(([name, text]) => {
        const reference = `satchel:extract/${id}/${name}`
        kept.set(reference, { ...of, text })
        const [oldest] = kept.keys()
        if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
        return [name, { reference, characters: text.length }]
      }),
    )
  }

  const filled: References['filled'] = (input, context) => {
    const { turn, flow, readBefore } = context
    if (kept.size === 0 || turn === null || flow === undefined) return { input, context, label: null }
    const used = new Set<Kept>()
    const fill = (value: unknown): unknown => {
      if (typeof value === 'string') {
        const one = kept.get(value)
        if (one?.conversationId !== turn.conversationId) return value
        used.add(one)
        return one.text
      }
      if (Array.isArray(value)) return value.map(fill)
      return isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)]))
        : value
    }
    const whole = fill(input)
    if (used.size === 0) return { input, context, label: null }
    const reads = [...used].map(({ read }) => read)
    const lines = [...new Set([...used].map(({ line }) => line))]
    return {
      input: whole,
      label: labelled('foreign', [...new Set(reads.flatMap(({ keepers }) => keepers))]),
      context: {
        ...context,
        flow: {
          ...flow,
          foreign: () => [...flow.foreign(), ...reads],
          kept: () => [
            ...flow.kept(),
            ...[...used].flatMap(({ kept: all, text }) => all.map((one) => ({ ...one, output: text }))),
          ],
        },
        readBefore: () => [...lines, ...(readBefore?.() ?? [])],
      },
    }
  }

  return { keep, filled }
}
