import type { Content, Part } from '@google/genai/web'
import { withResultMedia } from '../answer/result-media.ts'
import { isRecord } from '../../platform/is-record.ts'
import { readLenientJson } from '../../platform/lenient-json.ts'
import type { ModelMessage } from '../core/types.ts'

/** The signatures of calls by id, which the server wants back with them. */
export type Signatures = ReadonlyMap<string, string>

/** Stands for the signature of a call that another model made (Gemini 3 refuses one without). */
const NO_SIGNATURE = 'skip_thought_signature_validator'

/** A conversation in the form of `generateContent`: system prompts apart, and neighbours of one role as one. */
export const toGeminiContents = (
  messages: readonly ModelMessage[],
  { model, signatures }: { readonly model: string; readonly signatures: Signatures },
): { system: string; contents: Content[] } => {
  const wantsSignature = /gemini-(?:[3-9]|\d\d)/.test(model)
  const said: { role: string; parts: Part[] }[] = []
  for (const message of withResultMedia(messages)) {
    if (message.role === 'system') continue
    const role = message.role === 'assistant' ? 'model' : 'user'
    const parts = partsOf(message, signatures, wantsSignature)
    const last = said.at(-1)
    if (parts.length === 0) continue
    if (last?.role === role) last.parts.push(...parts)
    else said.push({ role, parts })
  }
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n')
  return { system, contents: said }
}

const partsOf = (
  message: Exclude<ModelMessage, { role: 'system' }>,
  signatures: Signatures,
  wantsSignature: boolean,
): Part[] => {
  const words: Part[] = message.content === '' ? [] : [{ text: message.content }]
  switch (message.role) {
    case 'tool':
      return [{ functionResponse: { name: message.name, response: responseOf(message.content) } }]
    case 'assistant':
      return [
        ...words,
        ...message.toolCalls.map(({ id, name, arguments: args }, at): Part => {
          // Of parallel calls, the first has the signature.
          const signature = signatures.get(id) ?? (wantsSignature && at === 0 ? NO_SIGNATURE : undefined)
          return {
            functionCall: { name, args },
            ...(signature === undefined ? {} : { thoughtSignature: signature }),
          }
        }),
      ]
    case 'user':
      return [
        ...[...(message.images ?? []), ...(message.sounds ?? [])].map(({ mediaType, base64 }): Part => ({
          inlineData: { mimeType: mediaType, data: base64 },
        })),
        ...words,
      ]
  }
}

/** A result has to be an object. */
const responseOf = (content: string): Record<string, unknown> => {
  const value = readLenientJson(content)
  return isRecord(value) ? value : { result: content }
}
