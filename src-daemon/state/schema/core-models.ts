import { createHash } from 'node:crypto'
import type { Language } from '../../contract/language.ts'
import type { JsonObject } from '../base/json.ts'

/** A model with exactly one object for every owner (asm.md 4.2). */
export interface CoreModel {
  readonly uri: string
  readonly scope: string
  readonly title: string
  readonly schema: JsonObject
  /** SHA-256 of the schema's JCS: ensures that the program uses the schema it was reviewed with. */
  readonly sha256: string
  readonly initial: (first: { language: Language }) => JsonObject
}

export const AGENT_SETTINGS = 'did:nuwa:core:AgentSettings#v1'
export const MEMORY_STORE = 'did:nuwa:core:MemoryStore#v1'
export const CONVERSATION_LOG = 'did:nuwa:core:ConversationLog#v1'

export const coreModels: readonly CoreModel[] = [
  {
    uri: AGENT_SETTINGS,
    scope: 'sc:core',
    title: 'Satchel',
    schema: {
      $id: AGENT_SETTINGS,
      type: 'object',
      'x-asm': { container: 'object', 'x-visibility': 'private' },
      properties: {
        language: { type: 'string', enum: ['zh', 'en', 'ja', 'es'] },
        tone: { type: 'string', enum: ['casual', 'formal', 'kids'] },
        theme: { type: 'string', enum: ['light', 'dark'] },
        notifOpt: { type: 'boolean' },
      },
      required: ['language'],
    },
    sha256: 'd9e59ecd5ea3b4d8f9b6c873a7497eedf44183b13bff9b63f5be8bf41562743f',
    initial: ({ language }) => ({ language }),
  },
  {
    uri: MEMORY_STORE,
    scope: 'sc:core',
    title: 'Satchel',
    schema: {
      $id: MEMORY_STORE,
      type: 'object',
      'x-asm': {
        container: 'map',
        keyType: 'string',
        valueRef: '#/definitions/MemoryItem',
        'x-retention': { window: 'P90D', strategy: 'evict_low_importance' },
        'x-visibility': 'private',
      },
      properties: { items: { type: 'object', additionalProperties: { $ref: '#/definitions/MemoryItem' } } },
      definitions: {
        MemoryItem: {
          type: 'object',
          properties: {
            value: { type: 'string' },
            importance: { type: 'number' },
            createdAt: { type: 'string', format: 'date-time' },
          },
          required: ['value', 'importance', 'createdAt'],
        },
      },
    },
    sha256: '5943474b5d9372ea729ace6024e4b401d48d379774febd322efc5e3eee486839',
    initial: () => ({ items: {} }),
  },
  {
    uri: CONVERSATION_LOG,
    scope: 'sc:chat',
    title: 'Satchel',
    schema: {
      $id: CONVERSATION_LOG,
      type: 'object',
      'x-asm': {
        container: 'log',
        crdt: 'append_only',
        'x-ttl': 'P14D',
        'x-compression': 'br',
        'x-visibility': 'private',
      },
      properties: {
        entries: {
          type: 'array',
          'x-crdt': 'log_rga',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string', format: 'uuid' },
              role: { type: 'string', enum: ['user', 'assistant'] },
              content: { type: 'string' },
              timestamp: { type: 'string', format: 'date-time' },
            },
            required: ['id', 'role', 'content', 'timestamp'],
          },
        },
      },
      required: ['entries'],
    },
    sha256: '0160ee6890b775e909d189a5535c9425845ff6158d9e6d832ca4e7f3d08f75e5',
    initial: () => ({ entries: [] }),
  },
]

/** Namespace for URLs and other URIs, RFC 9562 6.6. */
const URI_NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/**
 * Id of the only object of a core model: the UUIDv5 of its Schema URI, so that the first runs on two devices create the
 * same object (asm.md 4.2).
 */
export const coreObjectId = (uri: string): string => {
  const hash = createHash('sha1').update(URI_NAMESPACE).update(uri).digest().subarray(0, 16)
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
