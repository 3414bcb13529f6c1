import type { Quote } from '../../contract/aitp-payments.ts'
import type { JsonObject } from '../core/json.ts'
import { bodyOf, type MessageItem } from './read-content.ts'

/** The quote of a quote or a wrapped one; null for any other message. */
export const quoteOf = (item: MessageItem | null): Quote | null =>
  item === null
    ? null
    : (bodyOf(item, 'aitp-01-payments', 'quote') ??
      bodyOf(item, 'aitp-01-payments', 'wrapped_quote')?.original_quote ??
      null)

/** The body as it came: with nothing filled in or read otherwise. */
export const bodyAsSent = ({ raw, type }: MessageItem): JsonObject =>
  (JSON.parse(raw) as Record<string, JsonObject>)[type.type] ?? {}
