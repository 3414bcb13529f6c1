import { createMemorySigner } from '../identity/index.ts'
import type { Signer } from '../identity/types.ts'
import type { PackagesDeps } from './install.ts'
import { setAuthor, writeSignature } from './authoring/sign.ts'
import { verifyPackageFile } from './verify-file.ts'

/** The author of test packages; its seed is fixed, so that failures can be reproduced. */
export const testAuthor: Signer = createMemorySigner(new Uint8Array(32).fill(7))
export const otherAuthor: Signer = createMemorySigner(new Uint8Array(32).fill(8))

/** Packages alone: without servers, modules, marketplace, lists or log. */
export const nothingAround: Pick<
  PackagesDeps,
  'isServerConnected' | 'hasModule' | 'candidateFiles' | 'advice' | 'log'
> = {
  isServerConnected: () => false,
  hasModule: () => false,
  candidateFiles: null,
  advice: { advisories: () => [], recommendations: () => [] },
  log: { warn: () => undefined },
}

/** A small correct package; each part can be replaced by other lines. */
export const packageText = (parts: Partial<Record<keyof typeof DEFAULTS, string>> = {}): string =>
  Object.values({ ...DEFAULTS, ...parts }).join('')

const DEFAULTS = {
  head: 'metadata:\n  id: did:nuwa:cap:diary@1.0.0\n  name: Diary\n  description: Keeps a diary.\n',
  author: '  author:\n    did: ""\n    key_id: ""\n',
  signature: '  signature: "" # by the author\n',
  meta: '  permissions:\n    require: ["state.create"]\n',
  schema: `schema: |\n  {"$id": "did:nuwa:state:diary#v1", "type": "object", "properties": {"id": {"type": "string", "format": "uuid"},
    "text": {"type": "string"}, "createdAt": {"type": "string", "format": "date-time"}}, "required": ["id", "text", "createdAt"]}\n`,
  prompt: 'prompt: |\n  Write the diary with `state.create`.\n',
  tools: 'tools:\n',
  builtIn: `  - type: function
    function:
      name: state.create
      description: Write an entry.
      parameters:
        type: object
        properties:
          object: {$ref: "#/schema"}
        required: [object]\n`,
  moreTools: '',
  bindings: '',
}

/** A tool that calls a web address, with its binding. */
export const httpTool = (binding: string, name = 'look_up'): { moreTools: string; bindings: string } => ({
  moreTools: `  - type: function
    function:
      name: ${name}
      description: Looks something up.
      parameters: {type: object, properties: {word: {type: string}}, required: [word]}\n`,
  bindings: `tool_bindings:\n  ${name}: ${binding}\n`,
})

/** The text as a package signed by `signer`. */
export const signed = async (text: string, signer: Signer = testAuthor): Promise<Uint8Array> => {
  const file = 'test.acp.yaml'
  return writeSignature(setAuthor(Buffer.from(text), file, signer, { takeAuthorship: true }), file, signer)
}

/** The codes of all problems of an unsigned text. */
export const draftCodes = (text: string): string[] =>
  verifyPackageFile(Buffer.from(text), 'test.acp.yaml', { signature: 'ignored' }).problems.map(
    ({ code }) => code,
  )

/** A PNG that says what it draws, and perhaps something in a chunk beside it. */
export const png = (drawn: string, type = '', said = ''): Buffer => {
  const chunk = (name: string, content: string): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    return Buffer.concat([length, Buffer.from(name + content, 'latin1'), Buffer.alloc(4)])
  }
  const head = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')
  const beside = type === '' ? [] : [chunk(type, said)]
  return Buffer.concat([
    head,
    chunk('IHDR', '\0'.repeat(13)),
    ...beside,
    chunk('IDAT', drawn),
    chunk('IEND', ''),
  ])
}
