import type { AskModel } from '../capabilities/index.ts'
import type { ModelMessage, ModelsService } from '../models/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { estimateTokens } from '../platform/tokens.ts'
import type { SettingsService } from '../settings/types.ts'
import type { ChatService } from './types.ts'

/**
 * Has the model of a conversation, or the one in the settings, answer a connected server's request (MCP, sampling). It gets
 * only the request, without tools. Errors: those of `ModelsService.resolve` and of the model, `sampling_no_model` if there is none
 * but the planner.
 */
export const createSampler =
  (deps: {
    readonly models: Pick<ModelsService, 'resolve'>
    readonly chat: Pick<ChatService, 'conversation'>
    readonly settings: Pick<SettingsService, 'get'>
  }): AskModel =>
  async ({ system, messages, maxTokens }, { conversationId, signal }) => {
    const { models, chat, settings } = deps
    const own = conversationId === null ? null : chat.conversation(conversationId).model
    const model = await models.resolve(own ?? undefined)
    if (model.info.provider === 'planner') throw new SatchelError('sampling_no_model')
    const enough = new AbortController()
    let text = ''
    let cut = false
    const chunks = model.chat({
      messages: [
        ...(system === null ? [] : [{ role: 'system' as const, content: system }]),
        ...messages.map(messageOf),
      ],
      tools: [],
      hint: null,
      language: settings.get().language,
      minContextWindow: null,
      signal: AbortSignal.any([signal, enough.signal]),
    })
    for await (const chunk of chunks) {
      if (chunk.type === 'was_thinking') text = ''
      if (chunk.type === 'usage') cut ||= chunk.endedBy === 'length'
      if (chunk.type !== 'text') continue
      text += chunk.delta
      cut = estimateTokens(text) > maxTokens
      if (cut) {
        enough.abort()
        break
      }
    }
    signal.throwIfAborted()
    return { model: model.info.name, text, cut }
  }

const messageOf = ({ role, text }: { role: 'user' | 'assistant'; text: string }): ModelMessage =>
  role === 'user' ? { role, content: text } : { role, content: text, toolCalls: [] }
