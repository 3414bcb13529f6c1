/** What a person does with the app and a real model: the daemon's API, as every client uses it. */
import type { ApprovalAnswer, ApprovalRequest } from '../../contract/approvals.ts'
import type { Message } from '../../contract/chat.ts'
import type { DaemonClient } from '../../client/index.ts'

type Api = DaemonClient['api']

/** How an endpoint's model gets its tools, and whether it is guided; null: by its size. */
export interface How {
  readonly tools: 'auto' | 'described' | 'native'
  readonly guided: boolean | null
}

export interface Person {
  /**
   * Sends a message, to one capability if named, and waits for the end of its answer. `onText` is called with the turn at its first words.
   * Errors: if it isn't over after five minutes, if a question comes up that nothing `answers`, and what `answers` throws.
   */
  say(
    text: string,
    more?: {
      conversationId?: string
      capability?: string
      /** A file that is attached, with this text. */
      file?: string
      answers?: (request: ApprovalRequest) => ApprovalAnswer['answer']
      onText?: (turnId: string) => void
    },
  ): Promise<{ readonly conversationId: string; readonly answer: Message; readonly pieces: number }>
  /** Chooses the model of the server at this address. */
  use(url: string, how: How): Promise<void>
  readonly api: Api
}

/** An answer that takes longer is stuck. */
const STUCK_MS = 300_000

export const createPerson = (api: Api): Person => ({
  api,
  use: async (baseUrl, { tools, guided }) => {
    for (const { id } of await api.models.endpoints.query()) await api.models.removeEndpoint.mutate({ id })
    await api.models.addEndpoint.mutate({
      ...{ id: 'real', name: 'Real', baseUrl, contextWindow: null, tools, vision: false, models: [] },
    })
    const models = (await api.models.providers.query()).flatMap((provider) => provider.models)
    const model = models.find(({ provider }) => provider === 'openai:real')
    if (model === undefined) throw new Error('The server lists no model')
    await api.models.guide.mutate({ model: model.id, guided })
    await api.settings.set.mutate({ model: model.id })
  },
  say: async (text, { conversationId, capability, file, answers, onText } = {}) => {
    const attached = { server: null, resource: 'mail.txt', name: 'mail.txt', mediaType: 'text/plain' }
    const resources = file === undefined ? [] : [{ ...attached, text: file }]
    const sent = await api.chat.send.mutate({ text, conversationId, capability, resources })
    const ended = Promise.withResolvers<Message>()
    const quiet = answerQuestions(api, answers, ended.reject)
    let answer: string | null = null
    let pieces = 0
    const take = (message: Message): void => {
      if (message.turnId !== sent.turnId || message.role !== 'assistant') return
      answer = message.id
      if (message.status !== 'streaming') ended.resolve(message)
    }
    const timer = setTimeout(() => {
      ended.reject(new Error(`No end of the answer to “${text}”`))
    }, STUCK_MS)
    const subscription = api.chat.events.subscribe(
      { conversationId: sent.conversationId },
      {
        onStarted: () => {
          api.chat.messages
            .query({ conversationId: sent.conversationId })
            .then((messages) => {
              messages.forEach(take)
            })
            .catch(ended.reject)
        },
        onError: ended.reject,
        onData: (event) => {
          if (event.type === 'message') take(event.message)
          if (event.type !== 'text' && !(event.type === 'part' && event.part.type === 'text')) return
          if (event.messageId !== answer) return
          pieces += 1
          if (pieces === 1) onText?.(sent.turnId)
        },
      },
    )
    try {
      const message = await ended.promise
      return { conversationId: sent.conversationId, answer: message, pieces }
    } finally {
      clearTimeout(timer)
      quiet()
      subscription.unsubscribe()
    }
  },
})

/** Answers each question once, until the returned function is called; `failed` is told of one that nothing answers, or that `answers` throws at. */
const answerQuestions = (
  api: Api,
  answers: ((request: ApprovalRequest) => ApprovalAnswer['answer']) | undefined,
  failed: (why: unknown) => void,
): (() => void) => {
  const answered = new Set<string>()
  const answerTo = (request: ApprovalRequest): ApprovalAnswer['answer'] => {
    try {
      if (answers !== undefined) return answers(request)
      failed(new Error(`Nobody expected a question about ${request.tool}`))
    } catch (err) {
      failed(err)
    }
    return { decision: 'deny' }
  }
  const subscription = api.approvals.pending.subscribe(undefined, {
    onError: failed,
    onData: (requests) => {
      for (const request of requests) {
        const { id, argumentsSha256 } = request
        if (answered.has(id)) continue
        answered.add(id)
        api.approvals.answer.mutate({ id, argumentsSha256, answer: answerTo(request) }).catch(failed)
      }
    },
  })
  return () => {
    subscription.unsubscribe()
  }
}
