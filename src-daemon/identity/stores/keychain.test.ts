import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeychain } from './keychain.ts'
import { runKeyStoreTests } from '../keys/testing/keystore.acceptance.ts'
import { newStored, newStoredText } from '../keys/testing/secrets.ts'
import {
  ask,
  createTestSession,
  leavePromptsOpen,
  DIES_DURING_CALL,
  LOCKED,
  RESTART_UNLOCKED,
  startNoServerByItself,
  STOP,
  UNLOCKED,
  withKeychain,
  type TestSession,
} from '../keys/testing/session.ts'

withKeychain(import.meta.url, () => {
  runKeyStoreTests('OS keychain', () => {
    const made: string[] = []
    return Promise.resolve({
      open: () => {
        const keychain = createKeychain()
        const create = (id: string, secret: Uint8Array): Promise<void> => {
          made.push(id)
          return keychain.create(id, secret)
        }
        return Promise.resolve({ ...keychain, create })
      },
      close: async () => {
        const { AsyncEntry } = await import('@napi-rs/keyring')
        for (const id of made)
          for (const part of ['', '/2', '/3', '/4', '/5', '/6', '/7'])
            await new AsyncEntry('Satchel', id + part).deleteCredential()
      },
    })
  })

  it('marks each secret with its kind, and takes none for one of another', async () => {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    const textIn = (id: string) => new AsyncEntry('Satchel', id).getPassword()
    const keychain = createKeychain()
    const keys = [newStored('Ed25519'), newStored('secp256k1'), newStored('P-256')] as const
    try {
      for (const { id, secret } of keys) await keychain.create(id, secret)
      const [seed, ...scalars] = await Promise.all(keys.map(({ id }) => textIn(id)))
      expect([seed, ...scalars].map((text) => text?.replace(/:.*/, ''))).toEqual([
        'ed25519-seed',
        'secp256k1',
        'p256',
      ])
      await new AsyncEntry('Satchel', keys[1].id).setPassword(seed ?? '')
      await expect(keychain.read(keys[1].id)).rejects.toMatchObject({ code: 'keystore_failed' })
      await expect(keychain.remove(keys[1].id, keys[0].secret)).rejects.toMatchObject({
        code: 'keystore_failed',
      })
      expect(await textIn(keys[1].id)).toBe(seed)
    } finally {
      for (const { id } of keys) await new AsyncEntry('Satchel', id).deleteCredential()
    }
  })
})

withKeychain(import.meta.url, () => {
  const textIn = async (account: string): Promise<string | null> => {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    return (await new AsyncEntry('Satchel', account).getPassword()) ?? null
  }

  it('keeps a long text in entries that fit everywhere, and leaves none of them', async () => {
    const keychain = createKeychain()
    const { id, secret } = newStoredText()
    await keychain.create(id, secret)
    const parts = [id, ...[2, 3, 4, 5, 6, 7].map((at) => `${id}/${String(at)}`)]
    const texts = await Promise.all(parts.map(textIn))
    expect(texts[0]).toMatch(/^text\/7:aé€/)
    // Windows counts two bytes for each UTF-16 unit, and accepts 2,560.
    for (const text of texts) expect((text ?? '').length * 2).toSatisfy((n: number) => n > 4 && n <= 2560)
    expect(await textIn(`${id}/8`)).toBeNull()
    expect(await keychain.remove(id, secret)).toBe(true)
    expect(await Promise.all(parts.map(textIn))).toEqual(parts.map(() => null))
  })

  it('treats a truncated text as missing, rewrites it, and can clear the rest of it', async () => {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    const keychain = createKeychain()
    const { id, secret } = newStoredText(3000)
    const parts = [id, `${id}/2`, `${id}/3`]
    await keychain.create(id, secret)
    await new AsyncEntry('Satchel', `${id}/3`).deleteCredential() // as a power cut would have left it
    expect(await keychain.read(id)).toBeNull()
    await keychain.create(id, secret)
    expect(await keychain.read(id)).toEqual(secret)
    await new AsyncEntry('Satchel', `${id}/2`).deleteCredential()
    expect(await keychain.remove(id, new Uint8Array())).toBe(false)
    expect(await Promise.all(parts.map(textIn))).toEqual([null, null, null])
  })
})

describe.runIf(process.platform === 'linux')('the keychain of a Linux session', () => {
  const key = newStored()
  const hex = Buffer.from(key.secret).toString('hex')
  const store = `await keychain.create('${key.id}', fromHex('${hex}'))`
  const read = `return toHex(await keychain.read('${key.id}'))`
  const remove = `return await keychain.remove('${key.id}', fromHex('${hex}'))`
  const another = newStored('P-256')
  const otherHex = Buffer.from(another.secret).toString('hex')
  const probe = `return { problem: await keychain.probe() }`
  let session: TestSession
  beforeEach(() => {
    session = createTestSession()
  })
  afterEach(() => session.remove())

  it('is absent without a session bus, and the forgetful kernel keyring is not taken in its place', () => {
    expect(session.withoutBus(ask(probe))).toBe('{"problem":"absent"}')
    for (const use of [store, read, remove])
      expect(session.withoutBus(ask(use))).toBe('{"code":"keystore_absent"}')
  })

  it('is absent without a secret service, and with one that has no collection', () => {
    expect(session.login(ask(probe))).toBe('{"problem":"absent"}')
    expect(session.login(`${LOCKED}; ${ask(probe)}`)).toBe('{"problem":"absent"}')
  })

  it('keeps a secret over sessions, and says locked, not missing, when the prompt is dismissed', () => {
    session.login(`${UNLOCKED}; ${ask(store)}`)
    expect(session.login(`${UNLOCKED}; ${ask(read)}`)).toBe(JSON.stringify(hex))
    expect(session.login(`${LOCKED}; ${ask(read)}`)).toBe('{"code":"keystore_locked"}')
    expect(session.login(`${LOCKED}; ${ask(remove)}`)).toBe('{"code":"keystore_locked"}')
    expect(session.login(`${LOCKED}; ${ask(probe)}`)).toBe('{"problem":"locked"}')
    expect(session.login(`${UNLOCKED}; ${ask(read)}`)).toBe(JSON.stringify(hex))
  }, 60_000)

  it('reports locked in time when the prompt gets no answer, and opens no second prompt', () => {
    session.login(`${UNLOCKED}; ${ask(store)}`)
    leavePromptsOpen(session)
    const twice = `const begun = Date.now()
      const first = await codeOf(keychain.read('${key.id}'))
      const between = Date.now()
      const second = await codeOf(keychain.read('${key.id}'))
      return { first, second, waited: between - begun >= 1500, atOnce: Date.now() - between < 1500 }`
    expect(JSON.parse(session.login(`${LOCKED}; ${ask(twice, 1500)}`))).toEqual({
      first: 'keystore_locked',
      second: 'keystore_locked',
      waited: true,
      atOnce: true,
    })
  }, 60_000)

  it('is locked while it runs, and has everything again when it is unlocked', () => {
    startNoServerByItself(session)
    const other = newStored('P-256')
    const all = `${store}
      lock()
      const problems = [
        await codeOf(keychain.read('${key.id}')),
        await codeOf(keychain.create('${other.id}', fromHex('${Buffer.from(other.secret).toString('hex')}'))),
        await codeOf(keychain.remove('${key.id}', fromHex('${hex}'))),
        await keychain.probe(),
      ]
      sh(${JSON.stringify(RESTART_UNLOCKED)})
      return { problems, secret: toHex(await keychain.read('${key.id}')), other: await keychain.read('${other.id}') }`
    expect(JSON.parse(session.login(`${UNLOCKED}; ${ask(all)}`))).toEqual({
      problems: ['keystore_locked', 'keystore_locked', 'keystore_locked', 'locked'],
      secret: hex,
      other: null,
    })
  }, 60_000)

  it.each([
    ['read', `toHex(await meanwhile(() => keychain.read('${key.id}')))`, JSON.stringify(hex)],
    ['stored', `await meanwhile(() => keychain.create('${another.id}', fromHex('${otherHex}')))`, 'null'],
    ['removed', `await meanwhile(() => keychain.remove('${key.id}', fromHex('${hex}')))`, 'true'],
    ['probed', `await meanwhile(() => keychain.probe())`, 'null'],
  ])(
    'a secret is %s although the service dies during the call, once another takes its place',
    (_what, call, answer) => {
      startNoServerByItself(session)
      session.login(`${UNLOCKED}; ${ask(store)}`)
      expect(session.login(`${UNLOCKED}; ${ask(`${DIES_DURING_CALL}; return ${call}`)}`)).toBe(answer)
    },
    60_000,
  )

  it('is absent within a bounded time when the service does not return', () => {
    startNoServerByItself(session)
    const gone = `${store}
      sh(${JSON.stringify(STOP)})
      const first = await codeOf(keychain.read('${key.id}'))
      const between = Date.now()
      const second = await codeOf(keychain.read('${key.id}'))
      return { first, second, atOnce: Date.now() - between < 5000 }`
    expect(JSON.parse(session.login(`${UNLOCKED}; ${ask(gone)}`))).toEqual({
      first: 'keystore_absent',
      second: 'keystore_absent',
      atOnce: true,
    })
  }, 60_000)

  it('holds nothing after it was replaced by another, and neither one is changed by asking', () => {
    const another = createTestSession()
    try {
      session.login(`${UNLOCKED}; ${ask(store)}`)
      expect(another.login(`${UNLOCKED}; ${ask(probe)}`)).toBe('{"problem":null}')
      expect(another.login(`${UNLOCKED}; ${ask(read)}`)).toBe('null')
      expect(another.login(`${UNLOCKED}; ${ask(remove)}`)).toBe('false')
      expect(another.login(`${UNLOCKED}; ${ask(read)}`)).toBe('null')
      expect(session.login(`${UNLOCKED}; ${ask(read)}`)).toBe(JSON.stringify(hex))
    } finally {
      another.remove()
    }
  }, 60_000)
})
