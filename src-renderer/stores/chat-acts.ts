import type { Ref, ShallowRef } from 'vue'
import type { ApprovalMode } from '../../src-daemon/contract/approvals.ts'
import type { MessageInput } from '../../src-daemon/contract/chat.ts'
import { api } from '../rpc/client.ts'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'

/** What a person does with the open conversation and its messages. A failure is shown in `error`, unless one says that it throws. */
export const createChatActs = ({
  id,
  runningTurn,
  error,
}: {
  /** The open conversation; null for one that isn't begun. */
  readonly id: Readonly<Ref<string | null>>
  readonly runningTurn: Readonly<Ref<string | null>>
  readonly error: ShallowRef<ErrorView | null>
}) => {
  const trying = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
      error.value = null
    } catch (cause) {
      error.value = toErrorView(cause)
    }
  }

  /** Answers the same message again as another version, with another model if one is given. */
  const regenerate = async (messageId: string, model?: string): Promise<void> => {
    await trying(() => api.chat.regenerate.mutate({ messageId, ...(model === undefined ? {} : { model }) }))
  }

  /** Adds an edited version of a message; throws the daemon's error if it refuses. */
  const edit = async (messageId: string, text: string): Promise<void> => {
    await api.chat.edit.mutate({ messageId, text })
  }

  const showBranch = async (messageId: string): Promise<void> => {
    await trying(() => api.chat.showBranch.mutate({ messageId }))
  }

  /** Takes a waiting message back; null if it was sent or taken out meanwhile. */
  const unqueue = async (queuedId: string): Promise<MessageInput | null> => {
    let taken: MessageInput | null = null
    await trying(() =>
      unlessGone(async () => {
        taken = await api.chat.unqueue.mutate({ id: queuedId })
      }),
    )
    return taken
  }

  /** Sends a waiting message now, and stops the answer for it; nothing if it was sent or taken out meanwhile. */
  const sendQueued = async (queuedId: string): Promise<void> => {
    await trying(() => unlessGone(() => api.chat.sendQueued.mutate({ id: queuedId })))
  }

  /** A new conversation with the messages down to this one. Returns its id; null if it failed. */
  const fork = async (messageId: string): Promise<string | null> => {
    let forked: string | null = null
    await trying(async () => {
      forked = (await api.chat.fork.mutate({ messageId })).id
    })
    return forked
  }

  const configure = async (change: {
    model?: string | null
    memory?: boolean
    approvals?: ApprovalMode
    persona?: string | null
  }): Promise<void> => {
    const { value: open } = id
    if (open !== null) await trying(() => api.chat.configure.mutate({ id: open, ...change }))
  }

  const stop = async (): Promise<void> => {
    const { value: turnId } = runningTurn
    if (turnId === null) return
    await trying(() => api.chat.stop.mutate({ turnId }))
  }

  /** Lets the running turn go on for as much again. */
  const extend = async (): Promise<void> => {
    const { value: turnId } = runningTurn
    if (turnId === null) return
    await trying(() => api.chat.extend.mutate({ turnId }))
  }

  const submitForm = async (
    messageId: string,
    index: number,
    values: Record<string, unknown>,
  ): Promise<void> => {
    await api.chat.submitForm.mutate({ messageId, index, values })
  }

  return { regenerate, edit, showBranch, unqueue, sendQueued, fork, configure, stop, extend, submitForm }
}

/** A click may come just after a waiting message was sent or taken out, and has then nothing left to do. */
const unlessGone = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (cause) {
    if (toErrorView(cause).code !== 'message_not_found') throw cause
  }
}
