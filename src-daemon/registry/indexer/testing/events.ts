import { sha256Hex } from '../../../platform/sha256.ts'
import type { ChainEvent, EventPage, Outcome, PublishedEvent, VerifiedFile } from '../core/types.ts'

/** A block's hash: the same number on another fork has another hash. */
export const hashOf = (block: number, fork = 0): string =>
  `0x${sha256Hex(`${String(block)} ${String(fork)}`)}`

/** What a test specifies of a package; the rest is derived. */
export interface Sample {
  readonly name: string
  readonly semver?: string
  readonly title?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly author?: string
  readonly schemaUri?: string
  readonly schemaHash?: string
  readonly permissions?: readonly string[]
  readonly families?: readonly string[]
  readonly words?: string
}

const AUTHOR = 'did:key:zFirst'

export const publishedOf = (sample: Sample, block: number, logIndex = 0, fork = 0): PublishedEvent => {
  const { name, semver = '1.0.0', author = AUTHOR } = sample
  return {
    kind: 'published',
    block,
    blockHash: hashOf(block, fork),
    logIndex,
    tx: `0x${sha256Hex(`${name} ${semver} ${String(block)}`)}`,
    capUri: `did:nuwa:cap:${name}`,
    semver,
    cid: `cid-${name}-${semver}`,
    sha256: sha256Hex(JSON.stringify([sample, fork])),
    publisher: '0x0000000000000000000000000000000000000001',
    authorDid: author,
  }
}

export const fileOf = (sample: Sample): VerifiedFile => {
  const { name, semver = '1.0.0', author = AUTHOR, schemaUri = `did:nuwa:state:${name}#v1` } = sample
  const metadata = {
    id: `did:nuwa:cap:${name}@${semver}`,
    name: sample.title ?? name,
    description: sample.description ?? `Keeps ${name}.`,
    author: { did: author, key_id: `${author}#1` },
    tags: sample.tags ?? [],
    permissions: { require: sample.permissions ?? [] },
    llm_requirements: { model_family: sample.families ?? [] },
  }
  return {
    metadata: JSON.stringify(metadata),
    schemaUri,
    statePath: schemaUri.replace(/#.*/, ''),
    schemaHash: sample.schemaHash ?? 'body',
    bytes: 100,
    words: sample.words ?? '',
  }
}

export const verifiedOf = (sample: Sample, block: number, logIndex = 0, fork = 0): Outcome => ({
  kind: 'verified',
  place: { block, logIndex },
  sha256: publishedOf(sample, block, logIndex, fork).sha256,
  file: fileOf(sample),
})

export const pageOf = (from: number, to: number, events: readonly ChainEvent[], fork = 0): EventPage => ({
  from,
  to: { number: to, hash: hashOf(to, fork) },
  events,
})
