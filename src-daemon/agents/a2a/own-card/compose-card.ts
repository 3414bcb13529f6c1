import { cutText } from '../../../platform/cut-text.ts'
import { THREADS_EXTENSION } from '../../core/thread-api.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** What the owner offers to others, as far as a card says it. */
export interface CardOffer {
  readonly name: string
  readonly description: string
  readonly version: string
  readonly provider: { readonly name: string; readonly url: string | null } | null
  /** Where messages are sent. */
  readonly url: string
  readonly operations: readonly OfferedOperation[]
  /** Whether questions in words are taken. */
  readonly questions: boolean
  /** Where conversations of structured messages are held; null: nowhere. */
  readonly threads: string | null
}

export interface OfferedOperation {
  /** `units/convert` */
  readonly method: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObject
}

/** Where a host keeps its card (A2A 8.2), below the root of the web server. */
export const CARD_PATH = '.well-known/agent-card.json'
/** Where our endpoint takes messages. */
export const MESSAGES_PATH = '/a2a/v1'
/** The skill that takes questions in words. */
export const ASK = 'ask'

const JSON_MODE = 'application/json'
const TEXT_MODE = 'text/plain'
const MAX_DESCRIPTION = 8000

/**
 * Our own card. It has the members of both generations, as the SDKs write it for clients of either; version 1.0 is what is
 * signed, and what clients of that version read.
 */
export const composeCard = ({
  name,
  description,
  version,
  provider,
  url,
  operations,
  questions,
  threads,
}: CardOffer): JsonObject => {
  const modes = [...(questions ? [TEXT_MODE] : []), ...(operations.length === 0 ? [] : [JSON_MODE])]
  const binding = { url, protocolBinding: 'JSONRPC' }
  const didwba = { type: 'http', scheme: 'DIDWba', httpAuthSecurityScheme: { scheme: 'DIDWba' } }
  return {
    name,
    description,
    version,
    ...(provider === null ? {} : { provider: { organization: provider.name, url: provider.url ?? url } }),
    supportedInterfaces: [
      { ...binding, protocolVersion: '1.0' },
      { ...binding, protocolVersion: '0.3' },
    ],
    capabilities: {
      streaming: true,
      pushNotifications: true,
      ...(threads === null ? {} : { extensions: [threadsExtension(threads)] }),
    },
    securitySchemes: { didwba },
    securityRequirements: [{ schemes: { didwba: { list: [] } } }],
    defaultInputModes: modes,
    defaultOutputModes: modes,
    skills: [...operations.map(skillOf), ...(questions ? [ASK_SKILL] : [])],
    url,
    preferredTransport: 'JSONRPC',
    protocolVersion: '0.3.0',
    security: [{ didwba: [] }],
  }
}

const threadsExtension = (url: string): JsonObject => ({
  uri: THREADS_EXTENSION,
  description: 'Conversations of structured messages (AITP).',
  required: false,
  params: { url },
})

/** The protocol has no member for a schema, nor for the skill that a message means. */
const skillOf = ({ method, title, description, inputSchema }: OfferedOperation): JsonObject => ({
  id: method,
  name: title,
  description: cutText(
    `${description}\n\nJSON Schema: ${JSON.stringify(inputSchema)}`.trim(),
    MAX_DESCRIPTION,
  ),
  tags: ['operation'],
  examples: [JSON.stringify({ skill: method, input: {} })],
  inputModes: [JSON_MODE],
  outputModes: [JSON_MODE],
})

const ASK_SKILL: JsonObject = {
  id: ASK,
  name: 'Questions',
  description: 'Ask this agent in your own words.',
  tags: ['question'],
  inputModes: [TEXT_MODE],
  outputModes: [TEXT_MODE],
}
