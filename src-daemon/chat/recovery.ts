import type { CapabilitiesService } from '../capabilities/types.ts'
import { say, type Language } from '../text/index.ts'
import type { ChatStore } from './store.ts'
import { finishedPart } from './tool-calls.ts'
import type { Message, MessagePart } from './types.ts'

/**
 * Settles the turns a crash cut off: they are stopped, with a notice, and nothing is run again. A tool call that had come
 * to its end, as the activity log knows, gets its result; one that had not is stopped.
 */
export const recoverTurns = (deps: {
  store: ChatStore
  capabilities: Pick<CapabilitiesService, 'recorded'>
  language: Language
}): number => {
  const { store, capabilities, language } = deps

  const settle = (message: Message): Message => {
    const parts = message.parts.map((part): MessagePart => {
      if (part.type !== 'tool' || part.status !== 'running') return part
      const record = capabilities.recorded({ turnId: message.turnId, callId: part.callId })
      return record === null ? { ...part, status: 'stopped' } : finishedPart(part, record.result)
    })
    const notice: MessagePart = { type: 'notice', text: say(language, 'chat_cut_off') }
    return { ...message, status: 'stopped', parts: [...parts, notice] }
  }

  const unfinished = store.unfinished()
  store.atomically(() => {
    for (const message of unfinished) store.saveMessage(settle(message))
  })
  return unfinished.length
}
