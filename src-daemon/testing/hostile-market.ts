/** A marketplace with sources that may lie, over one local registry for all tests of a file, with a directory for each test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { listenForPrograms } from '../api/index.ts'
import { toSatchelError } from '../platform/errors.ts'
import type { Catalogue } from '../contract/settings.ts'
import { openMarket, type MarketInput, type TestMarket } from './market.ts'
import { startDevRegistry, type DevRegistry } from '../registry/dev/index.ts'
import { createIndexService } from '../registry/indexer/index.ts'

/** Starts the registry before the tests of a file, and returns their fixtures. */
export const useHostileGround = () => {
  let started: DevRegistry | undefined
  let dir: string
  let ends: (() => Promise<unknown>)[]
  const dev = (): DevRegistry => {
    if (started === undefined) throw new Error('the registry has not started')
    return started
  }
  beforeAll(async () => {
    started = await startDevRegistry({ listen: listenForPrograms })
    await started.settled()
  }, 120_000)
  afterAll(() => dev().stop(), 60_000)
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'satchel-market-'))
    ends = []
  })
  afterEach(async () => {
    for (const end of ends.toReversed()) await end()
    rmSync(dir, { recursive: true })
  })

  /** An honest index, except for what `lie` changes in its answers. */
  const index = async (
    lie: (text: string) => string = (text) => text,
  ): Promise<{ url: string; close(): Promise<void> }> => {
    const http = await createIndexService({
      store: dev().store,
      meaning: null,
      report: () => undefined,
    }).http()
    const listening = await listenForPrograms({
      port: 0,
      answer: async (request) => {
        const { status, headers, body } = await http.answer(request)
        const told = new Headers(headers)
        told.delete('content-length')
        const text = body === null ? null : lie(await new Response(body).text())
        return new Response(text, { status, headers: told })
      },
    })
    const close = async (): Promise<void> => {
      await listening.close()
      await http.close()
    }
    ends.push(close)
    return { url: `http://127.0.0.1:${String(listening.port)}/mcp`, close }
  }

  const source = (kind: 'chain' | 'indexer', name: string, indexer: string, more: object = {}): Catalogue =>
    ({
      kind,
      name,
      trust: 'trusted',
      indexer,
      ...(kind === 'chain' ? { registry: 'dev' } : {}),
      ...more,
    }) as Catalogue

  const market = (catalogues: readonly Catalogue[], more: Partial<MarketInput> = {}): TestMarket => {
    const made = openMarket({
      dir: join(dir, 'a'),
      catalogues,
      registries: [{ name: 'dev', ...dev().place }],
      ipfs: { gateways: [dev().gatewayUrl] },
      ...more,
    })
    ends.push(() => made.close())
    return made
  }

  const recordOf = (name: string) => {
    const found = dev().published.find(({ cap_uri: uri }) => uri === `did:nuwa:cap:${name}`)
    if (found === undefined) throw new Error(`no sample ${name}`)
    return found
  }

  return {
    dev,
    /** The directory of this test. */
    dir: () => dir,
    /** Done after this test, the last first. */
    atEnd: (end: () => Promise<unknown>) => {
      ends.push(end)
    },
    /** The cleanup after this test has already been done. */
    endedAlready: () => {
      ends.pop()
    },
    index,
    source,
    market,
    recordOf,
  }
}

/** The code the work failed with, or `done`. */
export const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => ({ code: 'done', params: {} }),
    (thrown: unknown) => {
      const { code, params } = toSatchelError(thrown)
      return { code, params: params }
    },
  )

/** A capability to view or install. */
export const wanted = (capUri: string, more: object = {}) => ({
  kind: 'capability' as const,
  capUri,
  ...more,
})
