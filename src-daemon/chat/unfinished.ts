import { looksLikeCall } from '../models/index.ts'
import type { Draft } from './core/draft.ts'
import type { Reply } from './reply.ts'

/** The notice below an answer that is missing, incomplete, or a call that couldn't be run; null for any other. */
export const unfinished = ({ endedBy, text, thought }: Reply, draft: Draft) => {
  if (endedBy === 'filter') return 'chat_cut_by_filter'
  if (endedBy === 'length') return 'chat_cut_by_length'
  if (thought && text.trim() === '') return 'chat_only_thought'
  if (looksLikeCall(text)) return 'chat_call_not_run'
  return hasAnswer(draft) ? null : 'chat_nothing_said'
}

const hasAnswer = (draft: Draft): boolean =>
  draft
    .message()
    .parts.some((part) => part.type === 'tool' || (part.type === 'text' && part.text.trim() !== ''))
