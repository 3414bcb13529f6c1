import { hash } from 'node:crypto'
import { CID } from 'multiformats/cid'
import { create as createDigest } from 'multiformats/hashes/digest'
import { packageText, signed, testAuthor } from '../../../packages/testing.ts'
import type { Signer } from '../../../identity/types.ts'
import type { PublishedEvent } from '../types.ts'
import { hashOf } from './events.ts'

/** A real package, signed, with the event that published it; parts of the event may be told otherwise than the file says. */
export interface PublishedPackage {
  readonly bytes: Uint8Array
  readonly cid: string
  readonly event: (block: number, logIndex?: number) => (fork: number) => PublishedEvent
}

export const rawCid = (bytes: Uint8Array): string =>
  CID.createV1(0x55, createDigest(0x12, hash('sha256', bytes, 'buffer'))).toString()

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
  const { name, semver = '1.0.0', description = `Keeps ${name}.`, signer = testAuthor, more = '' } = input
  const { schemaUri = `did:nuwa:state:${name}#v1`, field = 'text' } = input
  const text = packageText({
    head: `metadata:\n  id: did:nuwa:cap:${name}@${semver}\n  name: ${name}\n  description: ${description}\n${more}`,
    schema: `schema: |\n  {"$id": "${schemaUri}", "type": "object", "properties": {"id": {"type": "string", "format": "uuid"},
    "${field}": {"type": "string"}, "createdAt": {"type": "string", "format": "date-time"}}, "required": ["id", "${field}", "createdAt"]}\n`,
    prompt: `prompt: |\n  Write the ${name} with \`state.create\`.\n`,
  })
  const bytes = await signed(text, signer)
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
        tx: `0x${hash('sha256', `${name} ${String(block)} ${String(logIndex)}`)}`,
        capUri: `did:nuwa:cap:${name}`,
        semver,
        cid,
        sha256: hash('sha256', bytes),
        publisher: '0x0000000000000000000000000000000000000001',
        authorDid: signer.did,
        ...lie,
      }),
  }
}
