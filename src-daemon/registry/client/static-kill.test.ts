/** Exports and first reads of a static registry that are killed: the old one or the new one is there, never half of one. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { endOf } from '../../testing/daemon-process.ts'
import { ask, openMarket } from '../../testing/market.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { effort } from '../../testing/effort.ts'
import { publishedPackage } from '../indexer/testing/published.ts'
import { filePath, HEAD, listPath, readHead, readList } from '../static/format.ts'
import { exportTo, publisher } from '../static/testing/web-space.ts'

const PROCESS = join(import.meta.dirname, 'testing/static-process.ts')
const PACKAGES = 60
/** Milliseconds after its work began. */
const MOMENTS = [0, 15, 40, 80, 160, 320, 640].filter((_, at) => at % effort(3, 1) === 0)

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-static-kill-'))
})
afterEach(() => {
  rmSync(dir, { recursive: true })
})

/** Whether it was killed before it had ended. */
const killed = async (afterMs: number, ...args: string[]): Promise<boolean> => {
  const child = spawn(process.execPath, [PROCESS, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), afterMs))
  return (await endOf(child)).signal === 'SIGKILL'
}

/** The names in a registry, each of whose files is whole. */
const wholeAt = (folder: string): number => {
  const { list } = readHead(readFileSync(join(folder, HEAD), 'utf8'), folder).signed
  const bytes = readFileSync(join(folder, listPath(list.sha256)))
  expect(sha256Hex(bytes)).toBe(list.sha256)
  const { entries, dropped } = readList(bytes.toString('utf8'))
  expect(dropped).toBe(0)
  for (const { sha256 } of entries.flatMap(({ versions }) => versions))
    expect(sha256Hex(readFileSync(join(folder, filePath(sha256))))).toBe(sha256)
  return entries.length
}

const made = async (count: number): Promise<string> => {
  const packages = join(dir, 'packages')
  mkdirSync(packages)
  for (let at = 0; at < count; at += 1) {
    const { bytes } = await publishedPackage({ name: `kept-${String(at)}` })
    writeFileSync(join(packages, `kept-${String(at)}.acp.yaml`), bytes)
  }
  return packages
}

it(
  'an export that is killed leaves a whole registry, and the next one goes on',
  { timeout: 120_000 },
  async () => {
    const packages = await made(PACKAGES)
    const folder = join(dir, 'registry')
    const { bytes } = await publishedPackage({ name: 'first' })
    await exportTo(folder, [{ fileName: 'first.acp.yaml', bytes }])
    let cut = 0
    for (const moment of MOMENTS) {
      if (await killed(moment, 'export', packages, folder)) cut += 1
      expect([1, PACKAGES + 1]).toContain(wholeAt(folder))
    }
    expect(cut).toBeGreaterThan(0)
    await killed(60_000, 'export', packages, folder)
    expect(wholeAt(folder)).toBe(PACKAGES + 1)
  },
)

it('a first read that is killed is begun again', { timeout: 120_000 }, async () => {
  const packages = await made(PACKAGES)
  const folder = join(dir, 'registry')
  await killed(60_000, 'export', packages, folder)
  const market = join(dir, 'market')
  let cut = 0
  for (const moment of MOMENTS) if (await killed(moment, 'sync', packages, folder, market)) cut += 1
  expect(cut).toBeGreaterThan(0)
  const catalogue = {
    kind: 'static',
    name: 'shelf',
    trust: 'trusted',
    place: folder,
    did: publisher.did,
  } as const
  const here = openMarket({ dir: market, catalogues: [catalogue] })
  const found = await here.market.search(ask('kept', { limit: 100 }))
  expect(found.total).toBe(PACKAGES)
  expect(found.sources).toMatchObject([{ status: 'fresh', problem: null }])
  await here.close()
})
