import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { privateKeyToAddress } from 'viem/accounts'
import { bundleProcess } from '../../../scripts/bundle-process.ts'
import { packageText } from '../../packages/testing.ts'
import { endOf } from '../../testing/daemon-process.ts'
import { effort } from '../../testing/effort.ts'
import { readVersions } from '../chain/read-versions.ts'
import { RICH, useTestChain } from '../chain/testing.ts'
import { publicationSchema, type Publication } from '../../contract/publishing.ts'
import { MOMENTS, type Moment } from './testing/moments.ts'
import { draftOf } from './testing/people.ts'

/** Of the moments to kill at, `npm test` takes every third. */
const EVERY = effort(3, 1)
const PROCESS = join(import.meta.dirname, 'testing/publish-process.ts')

const test = useTestChain()
let bundles: string
let program: string
beforeAll(async () => {
  bundles = mkdtempSync(join(tmpdir(), 'satchel-publishers-'))
  program = await bundleProcess(PROCESS, bundles)
})
afterAll(() => {
  rmSync(bundles, { recursive: true, force: true })
})

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-publish-'))
})
afterEach(() => {
  rmSync(dir, { recursive: true, force: true })
})

const keys = { authorSeed: '', accountKey: '' }
beforeEach(() => {
  keys.authorSeed = randomBytes(32).toString('hex')
  keys.accountKey = randomBytes(32).toString('hex')
})

/** Publishes `file` in a process of its own. Null if that was killed at the given moment. */
const publish = async (file: string, moment: Moment | null): Promise<Publication | null> => {
  const told = JSON.stringify({ dir, place: test.registry.place, ...keys, file, moment })
  const child = spawn(process.execPath, [program, told], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(bundles, 'compiled') },
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  const { code, signal } = await endOf(child)
  if (signal === 'SIGKILL') return null
  expect(code).toBe(0)
  return publicationSchema.parse(JSON.parse(text))
}

it(
  'is finished by the same command after a SIGKILL at any step, and is published once',
  { timeout: 400_000 },
  async () => {
    const address = privateKeyToAddress(`0x${keys.accountKey}`)
    await test.registry.fund(address, RICH)
    for (const [index, moment] of MOMENTS.filter((_, at) => at % EVERY === 0).entries()) {
      const name = `k${String(index)}-${randomBytes(4).toString('hex')}`
      const file = join(dir, `${name}.acp.yaml`)
      writeFileSync(file, draftOf(packageText(), name))
      expect([moment, await publish(file, moment)]).toEqual([moment, null])
      const done = await publish(file, null)
      expect([moment, done]).toMatchObject([moment, { step: 'done', state: 'published' }])
      const records = await readVersions(test.chain, { capUri: `did:nuwa:cap:${name}` })
      expect(records.map(({ sha256, cid }) => ({ sha256, cid }))).toEqual([
        { sha256: done?.sha256, cid: done?.cid },
      ])
      // One transaction each: none was sent in vain.
      expect(await test.chain.client.getTransactionCount({ address })).toBe(index + 1)
      expect(done?.receipt?.tx).toBe(done?.tx)
    }
  },
)
