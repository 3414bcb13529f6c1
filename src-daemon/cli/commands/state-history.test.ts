import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changeRecordSchema } from '../../contract/state.ts'
import { inclusionProofSchema } from '../../contract/state-proofs.ts'
import { revertReportSchema } from '../../contract/state-history.ts'
import { errorCodeIn, runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const SETTINGS = 'did:nuwa:core:AgentSettings#v1'
/** With its own daemon, on the settings object every owner has. Each test depends on the one before. */
describe.skipIf(process.platform === 'win32')('satchel state history, revert and prove', () => {
  const home = tempHome()
  const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  const file = (name: string): string => join(home.paths.dataDir, name)
  let daemon: ChildProcess
  let id = ''

  beforeAll(async () => {
    daemon = await spawnWithVault(env)
    const client = await connectReady(env)
    const { items } = await client.api.state.query.query({ from: SETTINGS })
    id = items[0]?.id ?? ''
    await client.close()
  }, 60_000)
  afterAll(async () => {
    daemon.kill('SIGTERM')
    await endOf(daemon)
    home.remove()
  })

  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli(env, 'state', ...args)
    return { code, stdout, error: code === 0 ? null : errorCodeIn(stderr) }
  }
  const json = async (...args: string[]): Promise<unknown> => {
    const { code, stdout, error } = await run(...args, '--json')
    if (code !== 0) throw new Error(`${args.join(' ')}: ${String(error)} ${stdout}`)
    return JSON.parse(stdout)
  }
  const history = async () => z.array(changeRecordSchema).parse(await json('history', SETTINGS, id))
  const languageNow = async (): Promise<unknown> =>
    z.object({ object: z.looseObject({}) }).parse(await json('get', SETTINGS, id)).object['language']

  it('says how a query is answered, and how it goes on', async () => {
    const { stdout } = await run('query', '--from', SETTINGS, '--where', '{"language":"en"}', '--explain')
    expect(stdout).toContain('"language":"en"')
    expect(stdout).toMatch(/SCAN v/)
    expect(stdout).toMatch(/Read 1 row in \d+ ms\. The limit is 1,000,000 rows and 2,000 ms\./)
    expect(stdout).not.toContain('cursor')
    expect((await run('query', '--from', SETTINGS)).stdout).not.toContain('SCAN')
  })

  it('takes a bare filter, and refuses members that a query does not have', async () => {
    const found = async (query: string) => (await run('query', query, '--from', SETTINGS)).stdout
    expect(await found('{"language":"en"}')).toContain('"language":"en"')
    expect(await found('{"language":"ja"}')).not.toContain('language')
    for (const query of ['{"orderBy":[]}', '{"where":{},"order_by":[]}', '{"order":[{"field":"id","by":1}]}'])
      expect((await run('query', query, '--from', SETTINGS)).error).toBe('asmql_unknown_member')
  })

  it('shows groups', async () => {
    const query = '{"group":["language"],"aggregate":{"n":{"$count":true}}}'
    expect((await run('query', query, '--from', SETTINGS)).stdout).toBe('{"language":"en","n":1}\n')
  })

  it('shows the changes of an object, and what each did', async () => {
    await json('update', SETTINGS, id, '{"$set":{"language":"ja"}}')
    expect((await history()).map(({ kind }) => kind)).toEqual(['update', 'create'])
    const { stdout } = await run('history', SETTINGS, id, '--diff')
    expect(stdout).toContain('    ~ /language: "en" → "ja"')
    expect(stdout).toMatch(/ {4}\+ \/language: "en"/)
    expect((await run('history', SETTINGS, id, '--diff', '--limit', '1')).stdout).not.toContain('+ /language')
    expect((await run('history', SETTINGS, id, '--limit', '0')).code).toBe(2)
  })

  it('shows an object in an earlier version', async () => {
    const [, made] = await history()
    expect((await run('at', SETTINGS, id, made?.hash ?? '')).stdout).toContain('"language": "en"')
    expect((await run('at', SETTINGS, id, 'none')).error).toBe('change_unknown')
  })

  it('says what a revert would do, asks, and does it', async () => {
    const [change] = await history()
    const target = ['revert', '--change', change?.hash ?? '']
    const dry = await run(...target, '--dry-run')
    expect(dry).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('~ /language: "ja" → "en"') as string,
    })
    expect(await run(...target)).toMatchObject({
      code: 1,
      error: 'needs_consent',
      stdout: expect.stringContaining('restored') as string,
    })
    expect(await languageNow()).toBe('ja')
    const done = revertReportSchema.parse(await json(...target, '--yes'))
    expect(done).toMatchObject({ dryRun: false, objects: [{ outcome: 'updated' }] })
    expect(await languageNow()).toBe('en')
    expect((await run('history', SETTINGS, id)).stdout).toContain(`owner (${change?.hash ?? ''})`)
    expect((await run(...target, '--yes')).stdout).toContain('nothing to undo')
  })

  it('names what stays, and refuses targets that are none', async () => {
    const [made] = (await history()).toReversed()
    expect((await run('revert', '--change', made?.hash ?? '', '--dry-run')).stdout).toContain(
      'kept (part of Satchel, can’t be deleted)',
    )
    expect((await run('revert', '--turn', 'none', '--yes')).error).toBe('change_unknown')
    expect((await run('revert', '--yes')).error).toBe('invalid_request')
    expect((await run('revert', '--turn', 'a', '--change', 'b')).error).toBe('invalid_request')
    expect((await run('revert', '--turn', 'a', '--scope', 'sc:core')).error).toBe('invalid_request')
  })

  it('anchors a scope, and proves a change of it to anyone with the file and the hash', async () => {
    const [change] = await history()
    const anchor = z.object({ hash: z.string(), root: z.string() }).parse(await json('anchor', 'sc:core'))
    expect((await run('anchors')).stdout).toContain(anchor.hash)
    expect((await run('root', 'sc:core')).stdout).toContain(anchor.root)
    const proof = file('change.json')
    expect((await run('prove', change?.hash ?? '', '--out', proof)).stdout).toContain(anchor.hash)
    expect((await run('prove', change?.hash ?? '', '--out', proof)).error).toBe('file_exists')
    const verdict = await run('verify-proof', proof, '--expect', anchor.hash)
    expect(verdict).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The proof is valid.') as string,
    })
    expect((await run('verify-proof', proof, '--expect', '0'.repeat(64))).code).toBe(1)

    const read = inclusionProofSchema.parse(JSON.parse(readFileSync(proof, 'utf8')))
    const [shown] = read.changes
    writeFileSync(file('damaged.json'), JSON.stringify({ ...read, changes: [{ ...shown, before: [] }] }))
    const damaged = await run('verify-proof', file('damaged.json'))
    expect(damaged).toMatchObject({ code: 1, stdout: expect.stringContaining('✗') as string })
    writeFileSync(file('older.json'), JSON.stringify({ ...read, version: 1 }))
    const older = await run('verify-proof', file('older.json'))
    expect(older).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('this Satchel can check: 1 / 2') as string,
    })
    writeFileSync(file('none.json'), '{}')
    expect((await run('verify-proof', file('none.json'), '--json')).code).toBe(1)
    expect((await run('verify-proof', file('absent.json'))).error).toBe('file_unreadable')
  })

  it('proves an object, and that a scope extends an earlier one', async () => {
    await json('prove', SETTINGS, id, '--out', file('object.json'))
    expect((await run('verify-proof', file('object.json'))).code).toBe(0)
    await json('root', 'sc:core', '--since', '2', '--out', file('since.json'))
    expect((await run('verify-proof', file('since.json'))).code).toBe(0)
    expect((await run('prove', 'none')).error).toBe('change_unknown')
    expect((await run('root', 'sc:none')).error).toBe('scope_unknown')
    expect((await run('anchor', 'sc:core', '--owner', 'did:nuwa:cap:none')).error).toBe('scope_unknown')
    expect((await run('root', 'sc:core', '--since', 'x')).code).toBe(2)
  })
})
