/** A turn: what it answers, on whose behalf, and what it sees of its conversation. */
import { isDeepStrictEqual } from 'node:util'
import { OWNER, type Principal } from '../../capabilities/index.ts'
import type { ApprovalMode } from '../../contract/approvals.ts'
import type { Conversation, FormPart, ImagePart, Message } from '../../contract/chat.ts'
import type { RouteDecision } from '../../contract/router.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { Draft } from './draft.ts'
import type { TurnBudget } from './turn-budget.ts'

/** What a turn answers: a message, a task for a capability, or a form the user filled in. */
export type TurnStart =
  | {
      readonly kind: 'message'
      readonly text: string
      readonly explicit: string | null
      readonly images: readonly ImagePart[]
      /** The person isn't there while it is answered: a program of the owner's sent it, at a time of its own. */
      readonly unattended?: boolean
    }
  | {
      /** Text for a capability and no other: not read as a command, and nothing in it is remembered. */
      readonly kind: 'task'
      readonly text: string
      readonly capability: string
      readonly principal: Principal
    }
  | {
      /** A question of another agent: data, to be answered with these tools and no others. */
      readonly kind: 'question'
      readonly text: string
      /** Ids of tools of any capabilities. */
      readonly tools: readonly string[]
      readonly did: string
    }
  | {
      /** What a server's interface says, with the owner's leave: for the tools of that server, and not the owner's words. */
      readonly kind: 'app'
      readonly text: string
      /** Name of its capability: `mcp:files`. */
      readonly capability: string
    }
  | {
      readonly kind: 'form'
      readonly form: FormPart
      readonly values: Readonly<Record<string, unknown>>
      /** How the message that asked was routed: going on says the same. */
      readonly route: RouteDecision | null
    }

/** On whose behalf the turn runs. What a person writes or fills in is the owner's, no matter who started the conversation. */
export const principalOf = (start: TurnStart): Principal => {
  if (start.kind === 'question') return { kind: 'agent', did: start.did }
  return start.kind === 'task' ? start.principal : OWNER
}

/** Whether the person isn't there to be asked: a program gave it its task, or it was sent without a person waiting. */
export const isUnattended = (start: TurnStart): boolean =>
  start.kind === 'message' ? start.unattended === true : principalOf(start).kind === 'program'

/** What the owner said to begin the turn; null if they aren't its principal at all, empty if a program gave it its task. */
export const ownWords = ({ start, history }: Pick<Turn, 'start' | 'history'>): string | null => {
  if (start.kind === 'question') return null
  if (start.kind === 'task') return start.principal.kind === 'owner' ? start.text : ''
  if (start.kind === 'app') return ''
  const asked = history(2).findLast(({ role }) => role === 'user')
  // What a file says that somebody said is answered anew.
  if (asked?.parts.some((part) => part.type === 'text' && part.imported !== undefined) === true) return ''
  if (start.kind === 'message') return start.text
  const said = (asked?.parts ?? []).flatMap((part) =>
    part.type === 'text' && part.client === undefined && part.agent === undefined && part.app === undefined
      ? [part.text]
      : [],
  )
  return [...said, JSON.stringify(filledIn(start.form.values, start.values))].join('\n')
}

/** Of a form's values, those that the owner wrote: what it came with is whoever's it was before. */
const filledIn = (
  known: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
      const before = Object.hasOwn(known, name) ? known[name] : undefined
      if (isRecord(before) && isRecord(value)) return [[name, filledIn(before, value)]]
      return isDeepStrictEqual(before, value) ? [] : [[name, value]]
    }),
  )

export interface Turn {
  readonly draft: Draft
  readonly start: TurnStart
  /** Model asked for, or undefined for that of the conversation, or of the settings. */
  readonly model: string | undefined
  /** Its state when the turn started. */
  readonly conversation: Conversation
  /** The newest `limit` messages of this branch before this turn's answer, oldest first, including the user's message. */
  readonly history: (limit: number) => readonly Message[]
  readonly stack: () => readonly string[]
  readonly setStack: (stack: readonly string[]) => void
  /** What the user is asked for in the conversation now; only the user's turns go by it. */
  readonly approvals: () => ApprovalMode
  readonly signal: AbortSignal
  readonly budget: TurnBudget
}

/** Messages routing looks back on. */
export const ROUTED_BY = 40
