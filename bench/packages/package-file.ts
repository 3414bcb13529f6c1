import { base58btc } from 'multiformats/bases/base58'
import { createMemorySigner } from '../../src-daemon/identity/index.ts'
import type { Signer } from '../../src-daemon/identity/types.ts'
import { signingBytes } from '../../src-daemon/packages/document/signature.ts'

const SIZE = 5 * 1024

/**
 * Signed packages of 5 KB like real ones: four state tools, one tool on the web, triggers with examples, a prompt. They differ in
 * their versions, so that none is cached when it is first checked. They are versions of one capability, or of as many as
 * `names` says.
 */
export const fiveKilobytes = (count: number, { names = 1 } = {}): Promise<Uint8Array[]> => {
  const signer = createMemorySigner(new Uint8Array(32).fill(5))
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const name = names === 1 ? 'garden' : `garden-${String(index % names)}`
      const version = `1.2.${String(1000 + index)}`
      const padding = SIZE - Buffer.byteLength(textWith(name, version, '')) - SIGNED_FIELDS
      const text = textWith(
        name,
        version,
        SENTENCE.repeat(Math.ceil(padding / SENTENCE.length)).slice(0, padding),
      )
      return signed(text, signer)
    }),
  )
}

/**
 * The bytes that `signPackage` produces. That function checks what it signs, which takes minutes for ten thousand; benchmarks with these
 * verifies each.
 */
const signed = async (text: string, signer: Signer): Promise<Uint8Array> => {
  const { did, keyId } = signer
  const authored = text.replace('did: ""', `did: "${did}"`).replace('key_id: ""', `key_id: "${keyId}"`)
  const start = authored.indexOf(SIGNATURE) + SIGNATURE.length
  const token = { start, end: start + '""'.length }
  const signature = base58btc.encode(await signer.sign(signingBytes(authored, token)))
  return Buffer.from(authored.slice(0, token.start) + signature + authored.slice(token.end))
}

/** What author and signature add to their empty places. */
const SIGNED_FIELDS = 56 + 105 + 88
const SIGNATURE = 'signature: '
const SENTENCE = 'Keep the words of the person as they are, and say what was kept in one short sentence. '

const stateTool = (verb: string, properties: string, required: string): string => `
  - type: function
    function:
      name: state.${verb}
      description: ${verb[0]?.toUpperCase() ?? ''}${verb.slice(1)} a reading of the garden, one at a time.
      parameters:
        type: object
        properties:
${properties}
        required: [${required}]`

const textWith = (
  name: string,
  version: string,
  padding: string,
): string => `# Readings of a garden, one object for each.
metadata:
  id: did:nuwa:cap:${name}@${version}
  name: Garden
  description: Keeps readings of soil, rain and light, and looks up the weather of a place.
  author:
    did: ""
    key_id: ""
  signature: ""
  triggers:
    - type: regex
      value: "(log|note) (?:a )?reading"
    - type: keyword
      value: garden
    - type: embedding
      examples:
        - log a reading of 12 mm of rain
        - how dry was the soil last week
        - show the readings of the tomato bed
        - delete the reading from yesterday
        - what is the weather in Lisbon
  memory_scope: sc:${name}
  permissions:
    require: [state.create, state.update, state.query, state.delete]
  llm_requirements:
    min_context_window: 8192
  tags: [garden, weather]
  license: Apache-2.0
schema: |
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "did:nuwa:cap:${name}:state:Reading#v1",
    "title": "Reading",
    "type": "object",
    "properties": {
      "id": { "type": "string", "format": "uuid" },
      "bed": { "type": "string", "maxLength": 80, "x-index": true, "x-crdt": "lww_register" },
      "kind": { "type": "string", "enum": ["soil", "rain", "light"], "x-crdt": "lww_register" },
      "value": { "type": "number", "minimum": 0, "x-crdt": "lww_register" },
      "note": { "type": "string", "x-crdt": "rga_text" },
      "createdAt": { "type": "string", "format": "date-time" },
      "updatedAt": { "type": "string", "format": "date-time" }
    },
    "required": ["id", "bed", "kind", "value", "createdAt"]
  }
prompt: |
  You keep the readings of a garden.
  Write a reading with \`state.create\`, correct one with \`state.update\`, find some with \`state.query\`,
  and remove one with \`state.delete\` only when asked to. Ask for the bed when it was not said.
  ${padding}
tools:${stateTool('create', '          object: {$ref: "#/schema"}', 'object')}${stateTool(
  'update',
  `          id: {type: string}
          patch: {type: object, description: The fields to set.}`,
  'id, patch',
)}${stateTool('query', '          query: {type: object, description: A filter over the fields.}', '')}${stateTool(
  'delete',
  '          id: {type: string}',
  'id',
)}
  - type: function
    function:
      name: look_up_weather
      description: Looks up the weather of a place for today.
      parameters:
        type: object
        properties:
          place: {type: string, description: "A town, as people call it."}
          days: {type: integer, minimum: 1, maximum: 7}
        required: [place]
tool_bindings:
  look_up_weather:
    type: http_get
    url: https://api.example.org/v1/weather
`
