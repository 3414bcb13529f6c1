/** Routing by meaning with a real multilingual model of the Python index. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../storage/index.ts'
import { makeHome, packageOf } from '../../testing/chat.ts'
import { installedPackage } from '../../testing/installed-package.ts'
import { openModels } from '../../testing/models.ts'
import { E5, fetchE5, serveE5 } from '../../testing/real-model/embedding-server.ts'
import type { PythonServer } from '../../testing/real-model/python-server.ts'
import { plainRouter } from '../../testing/router.ts'
import { createMeaning } from './index.ts'
import { ENGLISH, FOREIGN } from './testdata/languages.ts'

const LONG = 10 * 60_000
const e5 = fetchE5()
if ('missing' in e5) process.stdout.write(`There is no real embedding model here: ${e5.missing}\n`)

describe.skipIf('missing' in e5)('routing by the meaning of a real model', () => {
  let server: PythonServer
  beforeAll(async () => {
    server = await serveE5('folder' in e5 ? e5.folder : '')
  }, LONG)
  afterAll(async () => {
    await server.stop()
  })

  it(
    'finds capabilities described in English for messages in other languages, and none where none is meant',
    { timeout: LONG },
    async () => {
      const home = makeHome()
      const db = openDatabase({ path: home.path })
      const room = openModels({ ollamaUrl: 'http://127.0.0.1:9' })
      try {
        room.models.endpoints.add({
          ...{ id: 'real', name: 'Real', protocol: 'openai', baseUrl: server.url, contextWindow: null },
          ...{ tools: 'auto', vision: false, models: [] },
        })
        // `auto` takes it: it is on this computer.
        expect((await room.models.embedding())?.id).toBe(`openai:real:${E5}`)
        const installed = ENGLISH.map(({ name, description, examples }) =>
          packageOf(name, [], [], { description, examples: [...examples] }),
        )
        const packages = {
          installed: () => installed.map(installedPackage),
          get: (name: string) => installed.find((acp) => acp.name === name) ?? null,
          onChange: () => () => undefined,
        }
        const meaning = createMeaning({
          ...{ db, packages, embedder: room.models.embedding, onModelChange: room.models.onChange },
          corrections: { of: () => [], onChange: () => () => undefined },
          log: { debug: () => undefined },
          timeoutMs: 20_000,
        })
        await meaning.learn()
        const judged = async (embedding: typeof meaning | null) => {
          const router = plainRouter(packages, { embedding })
          const found = { likeliest: 0, right: 0, wrong: 0, forNone: 0 }
          for (const { text, expected } of FOREIGN) {
            const { capability, candidates, measure } = await router.explain({
              ...{ text, activeCapability: null, explicit: null },
            })
            expect(measure?.embedding).toBe(embedding === null ? 'none' : 'used')
            if (expected !== null && candidates[0]?.name === expected) found.likeliest += 1
            if (expected === null) found.forNone += capability === null ? 0 : 1
            else if (capability === expected) found.right += 1
            else if (capability !== null) found.wrong += 1
          }
          router.close()
          return found
        }
        const words = await judged(null)
        const both = await judged(meaning)
        process.stdout.write(`words ${JSON.stringify(words)}, with meaning ${JSON.stringify(both)}\n`)
        const asked = FOREIGN.filter(({ expected }) => expected !== null).length
        expect(words.likeliest).toBeLessThan(asked / 4)
        expect(both.likeliest).toBeGreaterThan((asked * 3) / 4)
        expect(both.right).toBeGreaterThan(asked / 4)
        expect(both).toMatchObject({ wrong: 0, forNone: 0 })
        meaning.close()
      } finally {
        await room.close()
        db.close()
        home.remove()
      }
    },
  )
})
