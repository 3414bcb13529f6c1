import type { ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { keyInfoSchema } from '../contract/identity.ts'
import { openDatabase } from '../storage/index.ts'
import { errorCodeIn, runCli, spawnCli } from '../testing/cli.ts'
import { connectReady, endOf } from '../testing/daemon-process.ts'
import { spawnWithVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'

const BACKUP = 'a passphrase for backups'

/** `satchel keys` with its own daemon, whose secrets are in a real vault file. Each test depends on the one before. */
describe.skipIf(process.platform === 'win32')('satchel keys', () => {
  const home = tempHome()
  const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  const backupEnv = { SATCHEL_BACKUP_PASSPHRASE: BACKUP }
  const file = (name: string): string => join(home.paths.dataDir, name)
  let daemon: ChildProcess

  const start = async (): Promise<void> => {
    daemon = await spawnWithVault(env)
    await (await connectReady(env)).close()
  }
  const stop = async (): Promise<void> => {
    daemon.kill('SIGTERM')
    await endOf(daemon)
  }
  beforeAll(start, 60_000)
  afterAll(async () => {
    await stop()
    home.remove()
  })

  const runWith = async (more: NodeJS.ProcessEnv, args: readonly string[]) => {
    const { code, stdout, stderr } = await runCli({ ...env, ...more }, 'keys', ...args)
    return { code, stdout, error: code === 0 ? null : errorCodeIn(stderr) }
  }
  /** A separate process, for input through a pipe. */
  const piped = (more: NodeJS.ProcessEnv, args: readonly string[], input: string) =>
    spawnCli({ ...env, ...more }, input, 'keys', ...args)
  const run = (...args: string[]) => runWith({}, args)
  const json = async (...args: string[]): Promise<unknown> => {
    const { code, stdout, error } = await runWith(backupEnv, [...args, '--json'])
    if (code !== 0) throw new Error(`${args.join(' ')}: ${String(error)}`)
    return JSON.parse(stdout)
  }
  const refusal = async (...args: string[]): Promise<string | null> => {
    const { code, stdout, error } = await run(...args, '--json')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    return error
  }
  const listed = async () => z.object({ keys: z.array(keyInfoSchema) }).parse(await json('list')).keys

  it('makes, names, and lists keys', async () => {
    expect((await run('create', 'shop', '--kind', 'p-256')).stdout).toMatch(/^Created shop: did:key:zDn/)
    expect((await run('create', 'x', '--kind', 'rsa')).code).toBe(2)
    expect(await refusal('create', '')).toBe('label_invalid')
    await json('label', 'shop', 'market')
    const { stdout } = await run('list')
    expect(stdout).toMatch(
      /^Owner +Ed25519 +identity, default +vault +did:key:z6Mk\S+\nmarket +P-256 +vault +did:key:zDn\S+\n$/,
    )
    expect(await refusal('label', 'shop', 'x')).toBe('key_unknown')
  })

  it('asks before what cannot be taken back, and takes --yes for an answer', async () => {
    for (const what of ['retire', 'default', 'rotate']) {
      const name = what === 'rotate' ? 'Owner' : 'market'
      expect(await refusal(what, name)).toBe('needs_consent')
    }
    const [owner, market] = await listed()
    await json('default', 'market', '--yes')
    expect(await refusal('retire', market?.did.slice(8, 20) ?? '', '--yes')).toBe('key_in_use')
    await json('default', owner?.did ?? '', '--yes')
    await json('rotate', 'Owner', '--yes')
    const after = await listed()
    expect(after[0]).toMatchObject({ label: 'Owner', isOwner: true, isDefault: true })
    expect(after[0]?.did).not.toBe(owner?.did)
    expect(after.at(-1)).toMatchObject({ did: owner?.did, replacedBy: after[0]?.keyId })
    expect(await json('status')).toMatchObject({ ownerDid: after[0]?.did })
  })

  it('finds a key by the start of its DID, and says when that can be several', async () => {
    expect(await refusal('label', 'did:key:z', 'x')).toBe('key_ambiguous')
    const [owner] = await listed()
    await json('label', owner?.keyId.slice(0, 30) ?? '', 'me')
    expect((await listed())[0]?.label).toBe('me')
  })

  it('signs texts and files, and verifies them', async () => {
    const signed = z
      .object({ keyId: z.string(), signature: z.string() })
      .parse(await json('sign', 'hello', '--key', 'market'))
    const verify = (...what: string[]) =>
      run('verify', ...what, '--key-id', signed.keyId, '--signature', signed.signature)
    expect(await verify('hello')).toMatchObject({ code: 0, stdout: `Valid: signed by ${signed.keyId}\n` })
    expect((await verify('hullo')).code).toBe(1)
    writeFileSync(file('letter.txt'), 'hello')
    expect((await verify('--file', file('letter.txt'))).code).toBe(1)
    const [keyId, signature] = (await run('sign', '--file', file('letter.txt'))).stdout.split('\n')
    const again = ['--key-id', keyId ?? '', '--signature', signature ?? '']
    expect((await run('verify', '--file', file('letter.txt'), ...again)).code).toBe(0)
    writeFileSync(file('letter.txt'), 'hullo')
    expect((await run('verify', '--file', file('letter.txt'), ...again)).code).toBe(1)
    expect((await run('sign', file('letter.txt'))).stdout).toContain(
      `satchel keys sign --file ${file('letter.txt')}`,
    )
    expect((await run('sign', 'hello')).stdout).not.toContain('--file')
    expect(await refusal('sign')).toBe('invalid_request')
    expect(await refusal('sign', 'hello', '--file', 'x')).toBe('invalid_request')
    expect(await refusal('sign', '--file', file('absent'))).toBe('file_unreadable')
    expect(await refusal('sign', 'hello', '--key', 'nobody')).toBe('key_unknown')
  })

  it('imports from a file or a pipe, encrypted or not', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file('key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    expect(await json('import', file('key.pem'), '--label', 'from a file')).toMatchObject({
      kind: 'Ed25519',
      origin: 'imported',
    })
    expect(await refusal('import', file('key.pem'), '--label', 'again')).toBe('key_exists')
    const encrypted = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: BACKUP,
    })
    writeFileSync(file('encrypted.pem'), encrypted)
    const again = ['import', file('encrypted.pem'), '--label', 'encrypted', '--json']
    expect(await runWith({}, again)).toMatchObject({ code: 1, error: 'passphrase_needed' })
    const wrong = { SATCHEL_BACKUP_PASSPHRASE: 'wrong' }
    expect(await runWith(wrong, again)).toMatchObject({ code: 1, error: 'wrong_passphrase' })
    expect(await runWith(backupEnv, again)).toMatchObject({ code: 0 })
    const pipe = ['import', '-', '--label', 'from a pipe', '--json']
    const refused = await piped({}, pipe, '01'.repeat(32))
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'key_import_kind_needed' })
    expect(await piped({}, [...pipe, '--kind', 'secp256k1'], '01'.repeat(32))).toMatchObject({
      code: 0,
      stderr: '',
    })
  }, 240_000)

  it('backs up to a new file only, and restores missing keys', async () => {
    expect(await refusal('backup', file('keys.age'))).toBe('passphrase_needed')
    expect(existsSync(file('keys.age'))).toBe(false)
    expect(await json('backup', file('keys.age'))).toMatchObject({ path: file('keys.age') })
    expect(statSync(file('keys.age')).mode & 0o777).toBe(0o600)
    const bytes = readFileSync(file('keys.age'))
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
    expect(await refusal('backup', file('keys.age'))).toBe('file_exists')
    expect(readFileSync(file('keys.age'))).toEqual(bytes)
    const count = (await listed()).length
    expect((await listed()).every(({ backedUpAt }) => backedUpAt !== null)).toBe(true)

    await stop()
    const vault = file('vault.age')
    writeFileSync(file('moved.age'), readFileSync(vault))
    for (const gone of ['vault.age', 'state.db', 'state.db-wal', 'state.db-shm', 'identity.json'])
      if (existsSync(file(gone))) rmSync(file(gone))
    await start()
    expect(await listed()).toHaveLength(1)
    const { stdout } = await runWith(backupEnv, ['restore', file('keys.age'), '--dry-run'])
    expect(stdout).toContain('market')
    expect(await listed()).toHaveLength(1)
    expect(
      await runWith({ SATCHEL_BACKUP_PASSPHRASE: 'wrong' }, ['restore', file('keys.age')]),
    ).toMatchObject({ error: 'wrong_passphrase' })
    expect(await runWith(backupEnv, ['restore', file('keys.age'), '--as-owner'])).toMatchObject({
      error: 'needs_consent',
    })
    await json('restore', file('keys.age'), '--as-owner', '--yes')
    const keys = await listed()
    expect(keys).toHaveLength(count + 1)
    expect(keys[0]).toMatchObject({ isOwner: true, isDefault: true, label: 'me', origin: 'restored' })
  }, 240_000)

  it('exports one key after a yes, and leaves no file after a no', async () => {
    expect(await refusal('export', 'market', file('market.age'))).toBe('needs_consent')
    expect(existsSync(file('market.age'))).toBe(false)
    expect(await json('export', 'market', file('market.age'), '--yes')).toMatchObject({
      keyIds: [expect.any(String)],
    })
    expect(await json('restore', file('market.age'), '--dry-run')).toMatchObject({
      keys: [{ outcome: 'present' }],
    })
  }, 240_000)

  it('locks, unlocks, and changes the passphrase', async () => {
    await json('lock')
    expect((await run('status')).stdout).toContain('They are locked.')
    expect(await refusal('sign', 'hello')).toBe('keystore_locked')
    expect(await runWith({ SATCHEL_VAULT_PASSPHRASE: 'wrong' }, ['unlock'])).toMatchObject({
      error: 'wrong_passphrase',
    })
    await json('unlock')
    expect(await refusal('passphrase')).toBe('passphrase_needed')
    const changed = { SATCHEL_NEW_VAULT_PASSPHRASE: 'another passphrase' }
    expect((await runWith(changed, ['passphrase'])).code).toBe(0)
    await json('lock')
    expect(await refusal('unlock')).toBe('wrong_passphrase')
    expect((await runWith({ SATCHEL_VAULT_PASSPHRASE: 'another passphrase' }, ['unlock'])).code).toBe(0)
    expect(await refusal('move', 'vault')).toBe('already_there')
    expect(await refusal('move', 'keychain')).toBe('keystore_absent')
    expect((await run('move', 'cloud')).code).toBe(2)
    await json('sign', 'hello')
  }, 240_000)

  it('shows, exports, and checks the signature log, and names the line that was changed', async () => {
    expect((await run('log', '--limit', '1')).stdout.trimEnd().split('\n')).toHaveLength(1)
    expect((await run('log', '--limit', '0')).code).toBe(2)
    const whole = z
      .object({ whole: z.literal(true), records: z.int(), head: z.string() })
      .parse(await json('log', '--verify'))
    expect((await run('log', '--verify')).stdout).toBe(
      `The log is intact. Lines: ${String(whole.records)}.\nNewest line: ${whole.head}\n`,
    )
    await json('log', '--export', file('log.json'))
    const lines = z
      .array(z.object({ id: z.string(), hash: z.string(), purpose: z.string() }))
      .parse(JSON.parse(readFileSync(file('log.json'), 'utf8')))
    expect(lines).toHaveLength(whole.records)
    expect(lines.at(-1)?.hash).toBe(whole.head)
    expect(await refusal('log', '--export', file('log.json'))).toBe('file_exists')

    await stop()
    const db = openDatabase({ path: home.paths.database })
    db.exec(
      `DROP TRIGGER signature_log_no_update; UPDATE signature_log SET digest = '00' WHERE id = '${lines[1]?.id ?? ''}'`,
    )
    db.close()
    await start()
    const broken = await run('log', '--verify')
    expect(broken.code).toBe(1)
    expect(broken.stdout).toContain(`First invalid line: ${lines[1]?.id ?? ''}`)
    expect(JSON.parse((await run('log', '--verify', '--json')).stdout)).toMatchObject({
      whole: false,
      firstBroken: { id: lines[1]?.id },
    })
  }, 240_000)

  it('says whether the vault is locked, missing or damaged, and doctor does too', async () => {
    await run('lock')
    expect(await refusal('sign', 'hello')).toBe('keystore_locked')
    const doctor = () => runCli(env, 'doctor')
    expect(await doctor()).toMatchObject({ code: 0, stdout: expect.stringMatching(/Ready\./) as string })
    const path = file('vault.age')
    const whole = readFileSync(path)

    writeFileSync(path, whole.subarray(0, 40))
    expect(await refusal('sign', 'hello')).toBe('vault_corrupt')
    expect((await run('status')).stdout).toContain(
      'The vault file is damaged, and no passphrase can open it.',
    )
    const damaged = await doctor()
    expect(damaged.code).toBe(1)
    expect(damaged.stdout).toContain('The vault file is damaged')
    expect(damaged.stdout).not.toContain('Ready.')

    rmSync(path)
    expect(await refusal('sign', 'hello')).toBe('vault_missing')
    const missing = await doctor()
    expect(missing.code).toBe(1)
    expect(missing.stdout).toContain('The vault file is missing. Put it back')
    expect(missing.stdout).not.toContain('Ready.')

    writeFileSync(path, whole, { mode: 0o600 })
    expect(await refusal('sign', 'hello')).toBe('keystore_locked')
  })
})
