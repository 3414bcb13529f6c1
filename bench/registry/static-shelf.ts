import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { headContent, HEAD, listPath, LISTS, type Entry } from '../../src-daemon/registry/static/format.ts'
import { publisher, signHead } from '../../src-daemon/registry/static/testing/web-space.ts'
import { asPublished, type Synthetic } from './packages.ts'

/** Writes a static registry of these packages, without their files, which nobody looks at. */
export const writeShelf = async (folder: string, packages: readonly Synthetic[]): Promise<void> => {
  const entries = packages.map((one, at): Entry => {
    const { event, outcome } = asPublished(one, at)
    if (event.kind !== 'published' || outcome.kind !== 'verified') throw new Error('not published')
    const { metadata, schemaUri, bytes } = outcome.file
    const { id: _id, ...shown } = JSON.parse(metadata) as Record<string, unknown>
    return {
      cap_uri: event.capUri,
      acp_metadata: shown,
      words: 'state.create Writes an entry.',
      versions: [
        {
          semver: event.semver,
          sha256: event.sha256,
          bytes,
          author_did: event.authorDid,
          schema_uri: schemaUri,
          added: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
        },
      ],
    }
  })
  const list = entries.map((one) => `${JSON.stringify(one)}\n`).join('')
  const sha256 = hash('sha256', list)
  const content = headContent({
    did: publisher.did,
    time: '2026-02-01T00:00:00.000Z',
    list: { sha256, bytes: Buffer.byteLength(list) },
  })
  mkdirSync(join(folder, LISTS), { recursive: true })
  writeFileSync(join(folder, listPath(sha256)), list)
  writeFileSync(join(folder, HEAD), JSON.stringify(await signHead(content)))
}
