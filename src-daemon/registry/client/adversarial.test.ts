/** Indexes, gateways and chain nodes that lie. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import { cidOf } from '../../platform/cid.ts'
import { ask } from '../../testing/market.ts'
import { publishedPackage } from '../indexer/testing/published.ts'
import { startGateway } from '../ipfs/testing/gateway-server.ts'
import { failureOf, useHostileGround, wanted } from '../../testing/hostile-market.ts'

const { dev, dir, atEnd, endedAlready, index, source, market, recordOf } = useHostileGround()

describe('an index that lies', () => {
  it('is found out by the chain, whatever it lies about, and nothing is fetched', async () => {
    const [habits, vocabulary] = [recordOf('habits'), recordOf('vocabulary')]
    const lies: readonly [string, (text: string) => string][] = [
      // Another file of the same author, whose CID and hash agree.
      [
        'CID',
        (text) => text.replaceAll(habits.cid, vocabulary.cid).replaceAll(habits.sha256, vocabulary.sha256),
      ],
      ['SHA-256', (text) => text.replaceAll(habits.sha256, vocabulary.sha256)],
      [
        'DID',
        (text) =>
          text.replaceAll(habits.author_did, 'did:key:z6MkwFzFnFsmV7VbYwQJ8ZbPcM8YfFhtiDMGfWwWUsn9hpPz'),
      ],
    ]
    for (const [at, [what, lie]] of lies.entries()) {
      const { url } = await index(lie)
      const { market: here } = market([source('chain', 'liar', url)], {
        dir: join(dir(), String(at)),
        ipfs: {},
      })
      const detail = await here.detail({ capUri: 'habits' })
      expect(detail.verification.steps[0]).toMatchObject({
        step: 'event',
        check: 'failed',
        code: 'registry_index_differs',
      })
      expect(detail.verification.steps.slice(1).every(({ check }) => check === 'not_checked')).toBe(true)
      expect(detail).toMatchObject({ file: null, problem: { code: 'registry_index_differs' } })
      expect(await failureOf(here.review(wanted('habits')))).toMatchObject({
        code: 'registry_index_differs',
        params: { what },
      })
    }
  })

  it('is found out by the file where no chain is set: another capability, another author, another hash', async () => {
    const [habits, vocabulary] = [recordOf('habits'), recordOf('vocabulary')]
    const swapped = await index((text) =>
      text.replaceAll(habits.cid, vocabulary.cid).replaceAll(habits.sha256, vocabulary.sha256),
    )
    const stolen = await index((text) =>
      text.replaceAll(habits.author_did, 'did:key:z6MkwFzFnFsmV7VbYwQJ8ZbPcM8YfFhtiDMGfWwWUsn9hpPz'),
    )
    const hashed = await index((text) => text.replaceAll(habits.sha256, vocabulary.sha256))
    const codes: unknown[] = []
    for (const [at, { url }] of [swapped, stolen, hashed].entries()) {
      const { market: here } = market([source('indexer', 'liar', url)], { dir: join(dir(), String(at)) })
      const { verification, problem } = await here.detail({ capUri: 'habits' })
      codes.push([verification.steps.find(({ check }) => check === 'failed')?.step, problem?.code])
      expect((await failureOf(here.review(wanted('habits')))).code).toBe(problem?.code)
    }
    expect(codes).toEqual([
      ['author', 'registry_file_differs'],
      ['author', 'registry_author_differs'],
      ['sha256', 'cid_sha256_differ'],
    ])
  })

  it('can neither make up a version nor replace what another source says', async () => {
    const { url: honest } = await index()
    // An author whose signature is valid, but who does not own the name.
    const thief = createMemorySigner(new Uint8Array(32).fill(9))
    const fake = await publishedPackage({ name: 'habits', semver: '99.0.0', signer: thief })
    const folder = join(dir(), 'folder')
    mkdirSync(folder)
    writeFileSync(join(folder, 'habits.acp.yaml'), fake.bytes)
    const invented = await index((text) => text.replaceAll('habits@1.0.0', 'habits@1.0.1'))
    const { market: here } = market([source('chain', 'liar', invented.url)])
    expect((await failureOf(here.review(wanted('habits')))).code).toBe('registry_record_missing')

    const { market: there, packages } = market(
      [source('chain', 'dev', honest), { kind: 'folder', name: 'mine', trust: 'ask', path: folder }],
      { dir: join(dir(), 'b') },
    )
    const { cards } = await there.search(ask('habits'))
    expect(cards[0]).toMatchObject({
      name: 'habits',
      version: '1.0.0',
      conflict: true,
      claims: [
        { source: 'dev', version: '1.0.0' },
        { source: 'mine', version: '99.0.0' },
      ],
    })
    expect((await failureOf(there.review(wanted('habits')))).code).toBe('registry_sources_conflict')
    const chosen = await there.review(wanted('habits', { source: 'dev' }))
    expect(chosen.cautions.map(({ code }) => code)).toEqual(['conflict'])
    await packages.install({
      source: { kind: 'candidate', id: chosen.candidate },
      sha256: chosen.review.sha256,
      acceptWarnings: false,
      acceptSource: true,
      via: 'cli',
    })
    // From then on the name is its author's here, and an update by another author is refused.
    expect((await failureOf(there.review(wanted('habits', { source: 'mine' })))).code).toBe('author_changed')
    expect((await there.check()).updates).toEqual([])
  })

  it('says what it will in every field, and none of it is more than words', async () => {
    const evil = '\\u001b[2J\\u202e\\u2066<script>alert(1)</script>\\u200b\\udb40\\udc41\\n../../etc'
    // Answers also hold JSON inside JSON strings.
    const inText = evil.replaceAll('\\', '\\\\')
    const lie = (text: string): string =>
      ['Habits', 'routine', 'state.create'].reduce(
        (text, word) =>
          text.replaceAll(`\\"${word}\\"`, `\\"${inText}\\"`).replaceAll(`"${word}"`, `"${evil}"`),
        text,
      )
    const { url } = await index(lie)
    const { cards, sources } = await market([source('indexer', 'evil', url)]).market.search(
      ask('', { limit: 100 }),
    )
    expect(cards).toHaveLength(4)
    expect(sources[0]?.status).toBe('fresh')
    const all = JSON.stringify(cards)
    expect(all).toContain('<script>')
    expect(all).not.toMatch(/\p{Cc}|\p{Bidi_Control}|\u200b|[\u{e0000}-\u{e007f}]|\\u00/u)
  })

  it('that answers with nonsense is told as failed or cut to what makes sense, and never waited for longer than others', async () => {
    const { url: honest } = await index()
    const junk = createServer((_, response) => response.end('<html>'))
    const silent = createServer(() => undefined)
    const ports = await Promise.all(
      [junk, silent].map(
        (server) =>
          new Promise<number>((resolve) => {
            server.listen(0, '127.0.0.1', () => {
              resolve((server.address() as AddressInfo).port)
            })
            atEnd(
              () =>
                new Promise((done) => {
                  server.closeAllConnections()
                  server.close(done)
                }),
            )
          }),
      ),
    )
    const noCid = await index((text) => text.replaceAll(recordOf('habits').cid, 'not a cid'))
    const { market: here } = market([
      source('indexer', 'honest', honest),
      source('indexer', 'junk', `http://127.0.0.1:${String(ports[0])}/mcp`),
      source('indexer', 'silent', `http://127.0.0.1:${String(ports[1])}/mcp`),
      source('indexer', 'partly', noCid.url),
    ])
    const { cards, sources } = await here.search(ask(''))
    expect(cards).toHaveLength(4)
    expect(sources.map(({ source: name, status, problem }) => [name, status, problem?.code ?? null])).toEqual(
      [
        ['honest', 'fresh', null],
        ['junk', 'failed', 'registry_index_failed'],
        ['silent', 'failed', expect.stringMatching(/registry_index_failed|network_timeout/)],
        ['partly', 'fresh', 'registry_index_invalid'],
      ],
    )
  }, 30_000)
})

describe('bytes', () => {
  /** A gateway that serves the same bytes for every request. */
  const gateway = async (give: () => Buffer) => {
    const server = await startGateway({
      put: () => Promise.reject(new Error('it only gives')),
      get: () => Promise.resolve(give()),
    })
    atEnd(() => server.close())
    return server
  }

  it('of a gateway that gives others are thrown away, and it is named', async () => {
    const { url } = await index()
    const liar = await gateway(() => Buffer.from('metadata: {}\n'))
    const alone = market([source('chain', 'dev', url)], { ipfs: { gateways: [liar.url] } })
    const { verification, problem } = await alone.market.detail({ capUri: 'habits' })
    expect(problem?.code).toBe('ipfs_wrong_bytes')
    expect(verification.steps.find(({ check }) => check === 'failed')).toMatchObject({ step: 'cid' })
    expect((await failureOf(alone.market.review(wanted('habits')))).code).toBe('ipfs_wrong_bytes')
    // Beside a gateway with the right bytes it does no harm.
    const both = market([source('chain', 'dev', url)], {
      dir: join(dir(), 'b'),
      ipfs: { gateways: [liar.url, dev().gatewayUrl] },
    })
    expect((await both.market.detail({ capUri: 'habits' })).verification.holds).toBe(true)
  })

  it('by a CID alone are installed only if the owner accepts that no source lists them', async () => {
    const mine = await publishedPackage({ name: 'mine' })
    const { url: gatewayUrl } = await gateway(() => Buffer.from(mine.bytes))
    const { market: here, packages } = market([], { ipfs: { gateways: [gatewayUrl] } })
    const { candidate, review, cautions } = await here.review({ kind: 'cid', cid: cidOf(mine.bytes) })
    expect(cautions.map(({ code }) => code)).toEqual(['unlisted'])
    const install = (more: object) =>
      packages.install({
        source: { kind: 'candidate', id: candidate },
        sha256: review.sha256,
        acceptWarnings: false,
        via: 'cli',
        ...more,
      })
    expect((await failureOf(install({}))).code).toBe('registry_source_not_accepted')
    expect(await install({ acceptSource: true })).toMatchObject({ name: 'mine' })
    expect(here.provenance('mine')).toMatchObject({ from: 'cid', cid: cidOf(mine.bytes), source: null })
    const gone = packages.review({ kind: 'candidate', id: 'nothing' })
    expect((await failureOf(gone)).code).toBe('registry_candidate_gone')
  })

  it('of an address in the private network are not fetched', async () => {
    const { market: here } = market([])
    for (const url of [`${dev().gatewayUrl}/x.acp.yaml`, 'https://127.0.0.1/x', 'http://example.org/x'])
      expect((await failureOf(here.review({ kind: 'url', url }))).code).toBe('network_refused')
  })
})

describe('a node of the chain', () => {
  /** A proxy that forwards requests and changes the answers. */
  const node = async (lie: (text: string) => string): Promise<string> => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        void fetch(dev().place.rpcUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: Buffer.concat(chunks),
        })
          .then((answer) => answer.text())
          .then((text) => {
            response.setHeader('content-type', 'application/json')
            response.end(lie(text))
          })
      })
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    atEnd(
      () =>
        new Promise((done) => {
          server.closeAllConnections()
          server.close(done)
        }),
    )
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  }

  it('that tells another record than the index keeps it from being installed', async () => {
    const { url } = await index()
    const [habits, vocabulary] = [recordOf('habits'), recordOf('vocabulary')]
    const rpcUrl = await node((text) => text.replaceAll(habits.sha256, vocabulary.sha256))
    const { market: here } = market([source('chain', 'dev', url)], {
      registries: [{ name: 'dev', ...dev().place, rpcUrl }],
    })
    expect((await failureOf(here.review(wanted('habits')))).code).toBe('registry_index_differs')
  })

  it('that forks away from settled blocks is detected by what was read before', async () => {
    const { url } = await index()
    const first = market([source('chain', 'dev', url)])
    expect((await first.market.detail({ capUri: 'habits' })).verification.holds).toBe(true)
    await first.close()
    endedAlready()
    // Now node and index agree on other bytes: a client that never asked before would believe them.
    const [habits, vocabulary] = [recordOf('habits'), recordOf('vocabulary')]
    const lie = (text: string): string => text.replaceAll(habits.sha256, vocabulary.sha256)
    const [rpcUrl, lying] = await Promise.all([node(lie), index(lie)])
    const { market: here } = market([source('chain', 'dev', lying.url)], {
      registries: [{ name: 'dev', ...dev().place, rpcUrl }],
    })
    const { verification, problem } = await here.detail({ capUri: 'habits' })
    expect(problem?.code).toBe('registry_record_changed')
    expect(verification.steps[0]).toMatchObject({ step: 'event', check: 'failed' })
  })

  it('that does not answer is said, and what was never held against it needs the owner’s word', async () => {
    const { url } = await index()
    const { market: here, packages } = market([source('chain', 'dev', url)], {
      registries: [{ name: 'dev', ...dev().place, rpcUrl: 'http://127.0.0.1:9' }],
    })
    const { candidate, review, cautions, verification } = await here.review(wanted('habits'))
    expect(verification.steps[0]?.check).toBe('not_checked')
    expect(cautions.map(({ code }) => code)).toEqual(['record_not_checked'])
    const consent = { source: { kind: 'candidate', id: candidate }, sha256: review.sha256 } as const
    const refused = packages.install({ ...consent, acceptWarnings: false, via: 'cli' })
    expect((await failureOf(refused)).code).toBe('registry_source_not_accepted')
  })
})
