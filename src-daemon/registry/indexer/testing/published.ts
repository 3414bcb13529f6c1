import { CID } from 'multiformats/cid'
import { create as createDigest } from 'multiformats/hashes/digest'
import { sha256, sha256Hex } from '../../../platform/sha256.ts'
import { createMemorySigner } from '../../../identity/index.ts'
import { signPackage } from '../../../packages/index.ts'
import type { Signer } from '../../../identity/types.ts'
import type { PublishedEvent } from '../core/types.ts'
import { hashOf } from './events.ts'

/** A real signed package with its publication event; parts of the event may contradict the file. */
export interface PublishedPackage {
  readonly bytes: Uint8Array
  readonly cid: string
  readonly event: (block: number, logIndex?: number) => (fork: number) => PublishedEvent
}

const author = createMemorySigner(new Uint8Array(32).fill(7))

export const rawCid = (bytes: Uint8Array): string =>
  CID.createV1(0x55, createDigest(0x12, sha256(bytes))).toString()

export const publishedPackage = async (
  input: {
    readonly name: string
    readonly semver?: string
    readonly description?: string
    readonly signer?: Signer
    readonly more?: string
    readonly schemaUri?: string
    readonly field?: string
  },
  lie: Partial<PublishedEvent> = {},
): Promise<PublishedPackage> => {
  const { name, semver = '1.0.0', description = `Keeps ${name}.`, signer = author, more = '' } = input
  const { schemaUri = `did:nuwa:state:${name}#v1`, field = 'text' } = input
  const text = `metadata:
  id: did:nuwa:cap:${name}@${semver}
  name: ${name}
  description: ${description}
${more}  author:
    did: ""
    key_id: ""
  signature: ""
  permissions:
    require: ["state.create"]
schema: |
  {"$id": "${schemaUri}", "type": "object", "properties": {"id": {"type": "string", "format": "uuid"},
    "${field}": {"type": "string"}, "createdAt": {"type": "string", "format": "date-time"}}, "required": ["id", "${field}", "createdAt"]}
prompt: |
  Write the ${name} with \`state.create\`.
tools:
  - type: function
    function:
      name: state.create
      description: Write an entry.
      parameters:
        type: object
        properties:
          object: {$ref: "#/schema"}
        required: [object]
`
  const bytes = await signPackage(Buffer.from(text), `${name}.acp.yaml`, signer)
  const cid = rawCid(bytes)
  return {
    bytes,
    cid,
    event:
      (block, logIndex = 0) =>
      (fork) => ({
        kind: 'published',
        block,
        blockHash: hashOf(block, fork),
        logIndex,
        tx: `0x${sha256Hex(`${name} ${String(block)} ${String(logIndex)}`)}`,
        capUri: `did:nuwa:cap:${name}`,
        semver,
        cid,
        sha256: sha256Hex(bytes),
        publisher: '0x0000000000000000000000000000000000000001',
        authorDid: signer.did,
        ...lie,
      }),
  }
}
