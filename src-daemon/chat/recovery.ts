import type { CapabilitiesService } from '../capabilities/types.ts'
import type { StateService } from '../state/types.ts'
import { say, type Language } from '../text/index.ts'
import type { ChatStore } from './store.ts'
import { finishedPart } from './tool-calls.ts'
import type { Message, MessagePart } from './types.ts'

/**
 * Settles the turns a crash cut off: they are stopped, with a notice, and nothing is run again. A tool call that had come
 * to its end, as the activity log knows, gets its result; one that had not is stopped, and shows what it changed before.
 */
export const recoverTurns = (deps: {
  store: ChatStore
  capabilities: Pick<CapabilitiesService, 'recorded'>
  state: Pick<StateService, 'changesOf'>
  language: Language
}): number => {
  const { store, capabilities, state, language } = deps

  const settle = (message: Message): Message => {
    const parts = message.parts.map((part): MessagePart => {
      if (part.type !== 'tool' || part.status !== 'running') return part
      const call = { turnId: message.turnId, callId: part.callId }
      const record = capabilities.recorded(call)
      if (record !== null) return finishedPart(part, record.result)
      return { ...part, status: 'stopped', changes: [...state.changesOf(call)] }
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
