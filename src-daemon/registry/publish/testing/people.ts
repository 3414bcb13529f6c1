import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { RICH, type TestChain } from '../../chain/testing.ts'
import type { Publication } from '../../../contract/publishing.ts'
import { openPublisher, type Publisher, type PublisherInput } from './publisher.ts'

/** Creates people who publish to a chain, each with a temporary data directory. */
export const usePeople = (test: TestChain) => {
  let dirs: string[] = []
  let open: Publisher[] = []
  afterEach(async () => {
    await Promise.all(open.map((one) => one.close()))
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
    dirs = []
    open = []
  })
  return async (more: Partial<PublisherInput> & { wei?: bigint } = {}): Promise<Publisher> => {
    const dir = mkdtempSync(join(tmpdir(), 'satchel-publish-'))
    dirs.push(dir)
    const place = test.registry.place
    const one = openPublisher({
      place,
      authorSeed: randomBytes(32),
      accountKey: randomBytes(32),
      ...more,
      dir,
    })
    open.push(one)
    await test.registry.fund(one.address, more.wei ?? RICH)
    return one
  }
}

/** The name of a package that is not published yet. */
export const newPackageName = (): string => `n-${randomBytes(5).toString('hex')}`

/** An unsigned package (`packageText` of the tests of packages) under another name. */
export const draftOf = (text: string, name: string, version = '1.0.0', words = 'Keeps a diary.'): Buffer =>
  Buffer.from(
    text
      .replaceAll('diary@1.0.0', `${name}@${version}`)
      .replaceAll('state:diary', `state:${name}`)
      .replace('Keeps a diary.', words),
  )

export const fileOf = (bytes: Uint8Array) => ({ fileName: 'diary.acp.yaml', bytes, requester: 'cli' })

/** Publishes, and waits until it is settled. */
export const publishFile = async (by: Publisher, bytes: Uint8Array): Promise<Publication> => {
  const { id } = await by.publications.start(fileOf(bytes))
  return by.publications.settled(id)
}
