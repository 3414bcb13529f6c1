import type { ExposedTool } from '../capabilities/index.ts'
import type { TurnContext } from '../contract/chat.ts'
import type { Language } from '../contract/language.ts'
import type { AcpPackage } from '../contract/packages.ts'
import type { LanguageModel, ModelMessage, RoutingHint } from '../models/types.ts'
import type { TurnTools } from './core/turn-tools.ts'
import type { Turn } from './core/turn.ts'
import type { ToolCaller } from './tool-calls.ts'

/** A turn that was opened: who answers it, with which tools, and what the model is told. */
export interface TurnState {
  readonly turn: Turn
  readonly model: LanguageModel
  readonly acp: AcpPackage | null
  /** It has tools of several capabilities. */
  readonly isOpen: boolean
  readonly tools: TurnTools
  readonly caller: ToolCaller
  /** Whether a tool changes nothing, here or elsewhere. */
  readonly onlyReads: (tool: ExposedTool) => boolean
  /** Runs work that may need keys; if they are locked, once the person has unlocked them. */
  readonly unlocked: <T>(work: () => Promise<T>) => Promise<T>
  readonly hint: RoutingHint | null
  readonly language: Language
  readonly messages: ModelMessage[]
  readonly context: TurnContext
  /** How many tokens the model counted for one that we estimate, when it last answered here. */
  readonly tokenRatio: number
}
