import type { CapabilitiesService } from '../capabilities/types.ts'
import type { StateService } from '../state/types.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { ChatStore } from './store.ts'
import { finishedPart } from './tool-calls.ts'
import type { Message, MessagePart, ToolPart } from '../contract/chat.ts'

/**
 * Settles the turns interrupted by a crash: they are stopped, with a notice, and nothing is run again. A tool call that had
 * finished, according to the activity log, gets its result; one that hadn't is stopped, and shows what it had changed.
 * Returns the settled answers.
 */
export const recoverTurns = (deps: {
  store: ChatStore
  capabilities: Pick<CapabilitiesService, 'recorded'>
  state: Pick<StateService, 'changesOf'>
  language: Language
}): readonly Message[] => {
  const { store, capabilities, state, language } = deps

  const settle = (message: Message): Message => {
    const unsure: ToolPart[] = []
    const parts = message.parts.map((part): MessagePart => {
      if (part.type !== 'tool' || part.status !== 'running') return part
      const call = { turnId: message.turnId, callId: part.callId }
      const record = capabilities.recorded(call)
      // A call that this one made, and didn't live to read, isn't its result.
      if (record?.capabilityId === part.ref.capability_id) return finishedPart(part, record.result)
      const changes = state.changesOf(call)
      // A question changes nothing; local effects are written in one transaction; a remote effect may have happened without an answer.
      if (changes.length === 0 && !/^(?:state|ui)\./.test(part.tool)) unsure.push(part)
      return { ...part, status: 'stopped', changes: [...changes] }
    })
    const key = unsure.length > 0 ? 'chat_cut_off_unknown' : 'chat_cut_off'
    const notice: MessagePart = { type: 'notice', text: say(language, key) }
    return { ...message, status: 'stopped', parts: [...parts, notice] }
  }

  const settled = store.unfinished().map(settle)
  store.atomically(() => {
    for (const message of settled) store.saveMessage(message)
  })
  return settled
}
