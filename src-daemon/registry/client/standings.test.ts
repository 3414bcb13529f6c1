/** What the indexes say of a version that was published: real indexes over a local registry. */
import { describe, expect, it } from 'vitest'
import { publishedPackage } from '../indexer/testing/published.ts'
import { createMemorySigner } from '../../identity/index.ts'
import { useHostileGround } from '../../testing/hostile-market.ts'

const { dev, index, market, source } = useHostileGround()

const SHARED = 'did:nuwa:app:standing:state:Thing#v1'

const publishedVersion = (record: { cap_uri: string; semver: string; sha256: string }) => {
  const { chainId, contract } = dev().place
  return { capUri: record.cap_uri, semver: record.semver, sha256: record.sha256, chainId, contract }
}

describe('after publishing', () => {
  it('each index says that it took the file, or refused it and why', async () => {
    const { url } = await index()
    const { market: here } = market([source('indexer', 'far', url), source('chain', 'dev', url)])
    const good = await publishedPackage({ name: 'standing-good', schemaUri: SHARED })
    const taken = await dev().publish(good.bytes)
    const other = createMemorySigner(new Uint8Array(32).fill(9))
    const thief = await publishedPackage({
      name: 'standing-thief',
      signer: other,
      schemaUri: SHARED,
    })
    const refused = await dev().publish(thief.bytes)
    await dev().settled()
    expect(await here.standings(publishedVersion(taken))).toEqual(
      ['far', 'dev'].map((name) => ({ source: name, standing: 'taken', reason: null, problem: null })),
    )
    const words = await here.standings(publishedVersion(refused))
    expect(words).toMatchObject(
      ['far', 'dev'].map((name) => ({
        source: name,
        standing: 'refused',
        reason: { code: 'state_path_taken', text: expect.stringContaining('standing') as string },
      })),
    )
    const differs = { ...publishedVersion(taken), sha256: 'f'.repeat(64) }
    expect(await here.standings(differs)).toMatchObject([
      { standing: 'other_file' },
      { standing: 'other_file' },
    ])
  }, 60_000)

  it('one that has not read it, follows another registry, is older, or is silent is told apart', async () => {
    const [honest, older] = [await index(), await index((text) => text.replace(/,\\"absence\\":\{.*?\}/, ''))]
    const { market: here } = market([
      source('indexer', 'honest', honest.url),
      source('indexer', 'older', older.url),
      source('indexer', 'gone', 'http://127.0.0.1:9/mcp'),
      source('indexer', 'off', honest.url, { trust: 'off' }),
    ])
    const next = publishedVersion({
      cap_uri: 'did:nuwa:cap:habits',
      semver: '99.0.0',
      sha256: 'a'.repeat(64),
    })
    const said = async (version: typeof next) =>
      (await here.standings(version)).map((one) => [one.source, one.standing])
    expect(await said(next)).toEqual([
      ['honest', 'not_yet'],
      ['older', 'unlisted'],
      ['gone', 'silent'],
    ])
    expect(await said({ ...next, chainId: 1 })).toEqual([
      ['honest', 'other_registry'],
      ['older', 'unlisted'],
      ['gone', 'silent'],
    ])
  }, 60_000)

  it('what an index says of its reasons is one clean, bounded line', async () => {
    const ugly = `\\\\u202eline\\\\nline ${'x'.repeat(2000)}`
    const lying = await index((text) =>
      text.replace(
        /\\"state\\":\\"unknown\\"/,
        `\\"state\\":\\"refused\\",\\"reason\\":{\\"code\\":\\"a b\\",\\"text\\":\\"${ugly}\\"}`,
      ),
    )
    const { market: here } = market([source('chain', 'dev', lying.url)])
    const version = publishedVersion({
      cap_uri: 'did:nuwa:cap:habits',
      semver: '99.0.0',
      sha256: 'a'.repeat(64),
    })
    const [word] = await here.standings(version)
    expect(word?.standing).toBe('refused')
    expect(word?.reason?.text).toMatch(/^line line x+…$/)
    expect(word?.reason?.text.length).toBeLessThanOrEqual(400)
  }, 60_000)
})
