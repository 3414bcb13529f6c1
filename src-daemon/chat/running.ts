/** The turns that are being answered: starts, stops and stores each. */
import { isDeepStrictEqual } from 'node:util'
import { toErrorView } from '../platform/errors.ts'
import type { Language } from '../contract/language.ts'
import { createDraft } from './draft.ts'
import type { Draft } from './core/draft.ts'
import { createTurnBudget, type TurnBudget, type TurnLimits } from './core/turn-budget.ts'
import type { ChatStore } from './store.ts'
import type { Turn, TurnStart } from './core/turn.ts'
import type { ChatEvent, Message, TurnBudget as BudgetView } from '../contract/chat.ts'

export interface RunningDeps {
  readonly store: ChatStore
  readonly publish: (event: ChatEvent) => void
  readonly run: (turn: Turn) => Promise<void>
  /** Stores the stack of a conversation; `emitStack` says it. */
  readonly saveStack: (conversationId: string, stack: readonly string[]) => void
  readonly emitStack: (conversationId: string, stack: readonly string[]) => void
  /** Called when an answer has ended in any way. */
  readonly onEnd: (answer: Message) => void
  /** Called after that, when its conversation can go on. */
  readonly onFree: (answer: Message) => void
  readonly language: () => Language
  /** What a turn that begins now may use. */
  readonly limits: () => TurnLimits
  readonly log: { error(data: object, message: string): void }
}

/** The turns that are being answered now. */
export interface RunningTurns {
  /** Starts the turn after the caller has its answer. */
  begin(answer: Message, start: TurnStart, model: string | undefined): void
  /** A message while it is being written, else null. */
  live(messageId: string): Message | null
  drafts(): readonly Message[]
  isBusy(conversationId: string): boolean
  stop(turnId: string): void
  /** Lets a turn go on for as much again. Returns its budget; null if it has ended. */
  extend(turnId: string): BudgetView | null
  /** The same for the turns of a conversation, or for all. */
  extendIn(
    conversationId: string | undefined,
  ): { conversationId: string; turnId: string; budget: BudgetView }[]
  /** Ends the turns of a conversation, or of all, and waits until each is stored. */
  stopIn(conversationId: string | undefined): Promise<{ conversationId: string; turnId: string }[]>
  /** Ends the turns of a conversation that is being removed: nothing more of them is stored or emitted. */
  discard(conversationId: string): void
  finished(turnId: string): Promise<void>
  /** Cancels every turn and waits until each is stored. */
  close(): Promise<void>
}

interface Running {
  readonly draft: Draft
  readonly controller: AbortController
  readonly budget: TurnBudget
  readonly ended: Promise<void>
}

export const createRunningTurns = (deps: RunningDeps): RunningTurns => {
  const { store, publish, run, saveStack, emitStack, onEnd, language, log } = deps
  const running = new Map<string, Running>()

  const begin: RunningTurns['begin'] = (answer, start, model) => {
    const stack = turnStack(answer)
    const draft = createDraft({ message: answer, store: stack, publish })
    const controller = new AbortController()
    const budget = createTurnBudget(controller.signal, deps.limits())
    const { promise, resolve } = Promise.withResolvers<undefined>()
    setImmediate(resolve, undefined)
    const ended = promise
      .then(() => take({ draft, stack, start, model, budget, signal: controller.signal }))
      .then(async () => {
        // The answer is sent first; the rest can wait.
        await new Promise((resolve) => setImmediate(resolve))
        store.atomically(() => {
          draft.settle()
          onEnd(draft.message())
        })
      })
      .catch((err: unknown) => {
        log.error({ err, turnId: draft.turnId }, 'the end of a turn could not be stored')
      })
      .finally(() => {
        running.delete(draft.turnId)
        deps.onFree(draft.message())
      })
    running.set(draft.turnId, { draft, controller, budget, ended })
  }

  /** The stack as the turn sees it: its changes are written with the answer, so that both cost one disk sync. */
  const turnStack = ({ id, conversationId }: Message) => {
    let changed: readonly string[] | null = null
    // Nothing else changes it while the turn runs.
    let known: readonly string[] | null = null
    const now = (): readonly string[] => (known ??= store.conversation(conversationId).stack)
    const write = (message: Message): void => {
      store.saveMessage(message)
      if (changed === null) return
      saveStack(conversationId, changed)
      store.saveStack(id, changed)
    }
    return {
      now,
      set: (next: readonly string[]): void => {
        if (isDeepStrictEqual(next, now())) return
        known = changed = next
        emitStack(conversationId, next)
      },
      saveMessage: (message: Message): void => {
        store.atomically(() => {
          write(message)
        })
        changed = null
      },
      noteMessage: (message: Message): void => {
        store.noted(() => {
          write(message)
        })
        changed = null
      },
    }
  }

  const take = async ({
    stack,
    ...given
  }: Pick<Turn, 'draft' | 'start' | 'model' | 'budget' | 'signal'> & {
    readonly stack: ReturnType<typeof turnStack>
  }): Promise<void> => {
    const { draft, signal } = given
    const { conversationId } = draft
    const read = new Map<number, readonly Message[]>()
    const history: Turn['history'] = (limit) => {
      const known = read.get(limit) ?? store.messages({ conversationId, limit, before: draft.id })
      read.set(limit, known)
      return known
    }
    try {
      const turn: Turn = {
        ...given,
        conversation: store.conversation(conversationId),
        approvals: () => store.conversation(conversationId).approvals,
        history,
        stack: stack.now,
        setStack: stack.set,
      }
      if (!signal.aborted) await run(turn)
      draft.finish(signal.aborted ? 'stopped' : 'complete')
    } catch (thrown) {
      if (signal.aborted) {
        draft.finish('stopped')
        return
      }
      log.error({ err: thrown, turnId: draft.turnId }, 'a turn failed')
      draft.fail(toErrorView(thrown, language()))
    }
  }

  const of = (conversationId: string | undefined): Running[] =>
    [...running.values()].filter(
      ({ draft }) => conversationId === undefined || draft.conversationId === conversationId,
    )

  const extended = ({ draft, budget }: Running): BudgetView => {
    budget.extend()
    const { context } = draft.message()
    if (context !== null) draft.setContext({ ...context, budget: budget.view() })
    return budget.view()
  }

  const stopIn: RunningTurns['stopIn'] = async (conversationId) => {
    const stopped = of(conversationId)
    for (const { controller } of stopped) controller.abort()
    await Promise.all(stopped.map(({ ended }) => ended))
    return stopped.map(({ draft }) => ({ conversationId: draft.conversationId, turnId: draft.turnId }))
  }

  return {
    begin,
    live: (messageId) => {
      for (const { draft } of running.values()) if (draft.id === messageId) return draft.message()
      return null
    },
    drafts: () => [...running.values()].map(({ draft }) => draft.message()),
    isBusy: (conversationId) => of(conversationId).length > 0,
    stop: (turnId) => {
      running.get(turnId)?.controller.abort()
    },
    extend: (turnId) => {
      const turn = running.get(turnId)
      return turn === undefined ? null : extended(turn)
    },
    extendIn: (conversationId) =>
      of(conversationId).map((turn) => ({
        conversationId: turn.draft.conversationId,
        turnId: turn.draft.turnId,
        budget: extended(turn),
      })),
    stopIn,
    discard: (conversationId) => {
      for (const { draft, controller } of of(conversationId)) {
        draft.discard()
        controller.abort()
      }
    },
    finished: (turnId) => running.get(turnId)?.ended ?? Promise.resolve(),
    close: async () => {
      await stopIn(undefined)
    },
  }
}
