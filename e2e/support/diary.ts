/** A test capability in several versions, signed by a test author, as files a user would receive. */
import { otherAuthor, signed, testAuthor } from '../../src-daemon/packages/testing.ts'

export const DIARY_SCHEMA = 'did:nuwa:state:diary#v1'
export { otherAuthor, testAuthor }

export interface DiaryParts {
  readonly version: string
  readonly title?: string
  readonly prompt?: string
  /** Verbs besides `state.create`, each a permission and a tool. */
  readonly verbs?: readonly string[]
  /** Hosts it reads from, each by its own tool. */
  readonly hosts?: readonly string[]
  /** More lines under `metadata`. */
  readonly metadata?: string
  /** Description of its own tools, instead of the default sentence. */
  readonly toolWords?: string
}

const VERB_WORDS: Readonly<Record<string, string>> = {
  'state.create': 'Write an entry.',
  'state.query': 'Find entries.',
  'state.delete': 'Delete an entry.',
}

/** The diary's YAML, unsigned. */
export const diaryText = ({
  version,
  title = 'Diary',
  prompt = 'Write what the user says with `state.create`: a short title, and their words as body.',
  verbs = [],
  hosts = [],
  metadata = '',
  toolWords = '',
}: DiaryParts): string => {
  const all = ['state.create', ...verbs]
  return `metadata:
  id: did:nuwa:cap:diary@${version}
  name: ${JSON.stringify(title)}
  description: Keeps a diary, one entry a day.
  author:
    did: ""
    key_id: ""
  triggers:
    - {type: regex, value: "diary"}
    - type: embedding
      examples:
        - "add diary entry about rain"
        - "write into my diary that the garden is in bloom"
        - "diary: called Ana"
        - "what did I write into my diary"
        - "note in the diary that the train was late"
  permissions:
    require: ${JSON.stringify(all)}
${metadata}  signature: ""
schema: |
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "${DIARY_SCHEMA}",
    "title": "Diary entry",
    "type": "object",
    "properties": {
      "id": {"type": "string", "format": "uuid"},
      "title": {"type": "string"},
      "body": {"type": "string"},
      "createdAt": {"type": "string", "format": "date-time"},
      "updatedAt": {"type": "string", "format": "date-time"}
    },
    "required": ["id", "title", "body", "createdAt", "updatedAt"]
  }
prompt: |
${prompt
  .split('\n')
  .map((line) => `  ${line}`)
  .join('\n')}
tools:
${all.map(verbTool).join('')}${hosts.map((host, index) => hostTool(host, index, toolWords)).join('')}${
    hosts.length === 0 ? '' : `tool_bindings:\n${hosts.map(hostBinding).join('')}`
  }`
}

const verbTool = (verb: string): string => `  - type: function
    function:
      name: ${verb}
      description: ${VERB_WORDS[verb] ?? verb}
      parameters:
        type: object
        properties:
          schema_uri: {type: string, enum: ["${DIARY_SCHEMA}"]}
${verb === 'state.create' ? '          object: {$ref: "#/schema"}\n' : ''}        required: [schema_uri]
`

const hostTool = (host: string, index: number, words: string): string => `  - type: function
    function:
      name: weather_${String(index)}
      description: ${JSON.stringify(words === '' ? `Looks up the weather at ${host}.` : words)}
      parameters: {type: object, properties: {place: {type: string}}, required: [place]}
`

const hostBinding = (host: string, index: number): string =>
  `  weather_${String(index)}: {type: http_get, url: "https://${host}/now"}\n`

/** A package signed by a test author. */
export const signedText = async (text: string, signer = testAuthor): Promise<Buffer> =>
  Buffer.from(await signed(text, signer))

const toFile = async (name: string, text: string, signer = testAuthor) => ({
  name,
  mimeType: 'application/yaml',
  buffer: await signedText(text, signer),
})

/** The diary as a file for a file picker. */
export const diaryFile = (parts: DiaryParts, signer = testAuthor) =>
  toFile(`diary-${parts.version}.acp.yaml`, diaryText(parts), signer)

/** 1.0.0; 1.1.0, which may do more; 1.1.1, which may not. */
export const DIARY_1_0_0: DiaryParts = { version: '1.0.0' }
export const DIARY_1_1_0: DiaryParts = {
  version: '1.1.0',
  verbs: ['state.query', 'state.delete'],
  hosts: ['api.open-meteo.com'],
  prompt:
    'Write what the user says with `state.create`: a short title, and their words as body.\nAdd the weather of the day when a place is named.\nBefore you delete an entry, say which.',
}
export const DIARY_1_1_1: DiaryParts = {
  ...DIARY_1_1_0,
  version: '1.1.1',
  prompt: `${DIARY_1_1_0.prompt ?? ''}\nAnswer in one sentence.`,
}
