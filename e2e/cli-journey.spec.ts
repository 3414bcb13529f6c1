import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSatchel, expect, test } from './support/satchel.ts'

const catalogue = join(import.meta.dirname, '..', 'resources', 'catalogue')
const NOTE_SCHEMA = 'did:nuwa:state:note#v1'

test.describe('the built command', () => {
  test.use({ spawns: true })

  test('installs Note, takes a sentence, and keeps the note through a crash', async ({ satchel }) => {
    const review = await satchel.run('cap', 'review', 'note')
    expect(review.code).toBe(0)
    expect(review.stdout).toContain('did:key:')

    const refused = await satchel.run('cap', 'install', 'note')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('needs_consent')

    const installed = await satchel.run('cap', 'install', 'note', '--yes')
    expect(installed.stdout).toContain('Installed Note 1.0.0')

    const answer = await satchel.run('chat', 'add note about buying milk tomorrow')
    expect(answer.code).toBe(0)
    expect(answer.stdout).toContain('Note 1.0.0')
    expect(answer.stdout).toContain('state.create')
    expect(answer.stdout).toContain('buying milk tomorrow')
    // The answer says it in words; what the call returned is for who asks.
    expect(answer.stdout).not.toContain('"version"')
    const detailed = await satchel.run('chat', 'list my notes', '--details')
    expect(detailed.stdout).toContain('"version"')

    const before = await satchel.json('state', 'query', '--from', NOTE_SCHEMA)
    expect(before).toMatchObject({
      items: [
        {
          scope: 'sc:note',
          owner: 'did:nuwa:cap:note',
          object: { title: 'buying milk tomorrow', body: 'buying milk tomorrow' },
        },
      ],
    })

    await satchel.crash()
    expect(await satchel.json('state', 'query', '--from', NOTE_SCHEMA)).toEqual(before)
  })

  test('one daemon serves every command, and stops when told', async ({ satchel }) => {
    expect((await satchel.run('daemon', 'status')).stdout).toContain('Not running')
    await satchel.run('daemon', 'start')
    const first = await satchel.pid()
    await satchel.run('daemon', 'start')
    expect(await satchel.pid()).toBe(first)
    expect((await satchel.run('daemon', 'stop')).stdout).toContain('Stopped')
    expect(await satchel.json('daemon', 'status')).toEqual({ running: false })
  })

  test('commands that start at the same moment share one daemon', async ({ satchel }) => {
    const results = await Promise.all(Array.from({ length: 5 }, () => satchel.run('keys', 'list', '--json')))
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      Array.from({ length: 5 }, () => ({ code: 0, stderr: '' })),
    )
    expect(new Set(results.map(({ stdout }) => stdout)).size).toBe(1)
  })

  test('verifies a good package without a daemon', async ({ satchel }) => {
    const file = join(satchel.paths.dataDir, 'mine.acp.yaml')
    copyFileSync(join(catalogue, 'note.acp.yaml'), file)
    const verified = await satchel.run('acp', 'verify', file)
    expect(verified.code).toBe(0)
    expect(await satchel.json('daemon', 'status')).toEqual({ running: false })
  })

  test('asks for a passphrase without a keychain, and protects the key with it', async () => {
    const satchel = createSatchel({ keychain: false, passphrase: null, spawns: true })
    try {
      const asked = await satchel.run('keys', 'list')
      expect(asked.code).toBe(1)
      expect(asked.stderr).toContain('SATCHEL_VAULT_PASSPHRASE')

      satchel.env['SATCHEL_VAULT_PASSPHRASE'] = 'short'
      expect((await satchel.run('keys', 'list')).stderr).toContain('guessable_passphrase')

      satchel.env['SATCHEL_VAULT_PASSPHRASE'] = 'correct horse battery'
      const made = (await satchel.json('keys', 'list')) as { ownerDid: string }
      expect(made).toMatchObject({
        keyStore: { backend: 'vault', state: 'ready', keychainProblem: 'absent' },
      })

      await satchel.crash()
      satchel.env['SATCHEL_VAULT_PASSPHRASE'] = 'not the passphrase'
      const wrong = await satchel.run('keys', 'unlock')
      expect(wrong.stderr).toContain('wrong_passphrase')
      satchel.env['SATCHEL_VAULT_PASSPHRASE'] = 'correct horse battery'
      expect((await satchel.run('keys', 'unlock')).stdout).toContain('Unlocked')
      expect(await satchel.json('keys', 'list')).toMatchObject({ ownerDid: made.ownerDid })
    } finally {
      await satchel.dispose()
    }
  })

  test('wrong usage ends with 2, a failure with 1, both say why', async ({ satchel }) => {
    expect((await satchel.run('state', 'qery')).code).toBe(2)
    expect((await satchel.run('cap', 'install')).code).toBe(2)
    const unknown = await satchel.run('cap', 'install', 'nothing-like-it', '--yes', '--json')
    expect(unknown.code).toBe(1)
    expect(JSON.parse(unknown.stderr)).toHaveProperty('action')
  })
})

test('says where an object came from', async ({ satchel }) => {
  await satchel.run('cap', 'install', 'note', '--yes')
  const turn = (await satchel.json('chat', 'add note about provenance')) as {
    conversationId: string
    turnId: string
  }
  const { items } = (await satchel.json('state', 'query', '--from', NOTE_SCHEMA)) as {
    items: { id: string }[]
  }
  const history = await satchel.json('state', 'history', NOTE_SCHEMA, items[0]?.id ?? '')
  expect(history).toMatchObject([
    {
      kind: 'create',
      origin: {
        kind: 'capability',
        capability: 'did:nuwa:cap:note',
        version: '1.0.0',
        conversationId: turn.conversationId,
        turnId: turn.turnId,
      },
    },
  ])
})

test('refuses a package that is unsigned or tampered with, and stores nothing', async ({ satchel }) => {
  const good = readFileSync(join(catalogue, 'note.acp.yaml'), 'utf8')
  const tampered = join(satchel.paths.dataDir, 'tampered.acp.yaml')
  const unsigned = join(satchel.paths.dataDir, 'unsigned.acp.yaml')
  await satchel.run('daemon', 'start')
  writeFileSync(tampered, good.replace('You are', 'You were'))
  writeFileSync(unsigned, good.replace(/^ {2}signature:.*\n/m, ''))
  for (const [file, code] of [
    [tampered, 'bad_signature'],
    [unsigned, 'unsigned'],
  ] as const) {
    const verified = await satchel.run('acp', 'verify', file)
    expect(verified.code).toBe(1)
    expect(verified.stdout).toContain(code)
    const installed = await satchel.run('cap', 'install', file, '--yes', '--json')
    expect(installed.code).toBe(1)
    expect(JSON.parse(installed.stderr)).toMatchObject({ code: 'package_rejected' })
  }
  expect(await satchel.json('cap', 'list')).toMatchObject({ installed: [] })
})

test('a damaged database stays unchanged until the user sets it aside', async ({ satchel }) => {
  await satchel.run('cap', 'install', 'note', '--yes')
  const { ownerDid } = (await satchel.json('keys', 'list')) as { ownerDid: string }
  await satchel.run('daemon', 'stop')
  const damaged = Buffer.concat([
    Buffer.from('this is no database'),
    readFileSync(satchel.paths.database).subarray(19),
  ])
  writeFileSync(satchel.paths.database, damaged)

  const refused = await satchel.run('state', 'scopes', '--json')
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'database_corrupt' })
  expect(readFileSync(satchel.paths.database).equals(damaged)).toBe(true)

  const { keptAt } = (await satchel.json('doctor', '--set-aside', '--yes')) as { keptAt: string }
  expect(readFileSync(keptAt).equals(damaged)).toBe(true)
  expect(await satchel.json('cap', 'list')).toMatchObject({ installed: [] })
  // The identity outlives the database.
  expect(await satchel.json('keys', 'list')).toMatchObject({ ownerDid })
})

test('a damaged settings file is named and kept', async ({ satchel }) => {
  await satchel.run('settings', 'set', 'contextWindow', '16384')
  await satchel.run('daemon', 'stop')
  writeFileSync(satchel.paths.config, '{ "contextWindow": 16384')
  const refused = await satchel.run('settings', 'get', '--json')
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'config_corrupt' })
  expect(readFileSync(satchel.paths.config, 'utf8')).toBe('{ "contextWindow": 16384')
  const { keptAt } = (await satchel.json('doctor', '--set-aside', '--yes')) as { keptAt: string }
  expect(readFileSync(keptAt, 'utf8')).toBe('{ "contextWindow": 16384')
  expect(await satchel.json('settings', 'get')).toMatchObject({ model: 'auto' })
})
