import type { Conversation, FormPart, ImagePart, Message } from '../../contract/chat.ts'
import type { RouteDecision } from '../../contract/router.ts'
import type { Draft } from './draft.ts'

/** What a turn answers: a message, or a form the user filled in. */
export type TurnStart =
  | {
      readonly kind: 'message'
      readonly text: string
      readonly explicit: string | null
      readonly images: readonly ImagePart[]
    }
  | {
      readonly kind: 'form'
      readonly form: FormPart
      readonly values: Readonly<Record<string, unknown>>
      /** How the message that asked was routed: going on says the same. */
      readonly route: RouteDecision | null
    }

export interface Turn {
  readonly draft: Draft
  readonly start: TurnStart
  /** Model asked for, or undefined for that of the conversation, or of the settings. */
  readonly model: string | undefined
  /** As it was when the turn began. */
  readonly conversation: Conversation
  /** What was said on this branch before this turn's answer, the newest `limit`, oldest first, the user's message included. */
  readonly history: (limit: number) => readonly Message[]
  readonly stack: () => readonly string[]
  readonly setStack: (stack: readonly string[]) => void
  readonly signal: AbortSignal
}
