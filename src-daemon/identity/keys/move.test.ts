import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import { effort } from '../../testing/effort.ts'
import type { KeyStoreBackend } from '../../contract/identity.ts'
import { createKeychain } from '../stores/keychain.ts'
import type { KeyStore, StoredSecret } from '../stores/keystore.ts'
import { runKeyStoreTests } from './testing/keystore.acceptance.ts'
import { createMoveJournal } from './move-journal.ts'
import { createMoves, type Moves } from './move.ts'
import {
  BlownFuse,
  createFuse,
  fuseJournal,
  fuseKeychain,
  fuseVault,
  type Accident,
  type Fuse,
} from './testing/fuse.ts'
import { createMemoryKeychain } from './testing/memory-keychain.ts'
import { newStored, newStoredText } from './testing/secrets.ts'
import { useKeychainOfItsOwn, withKeychain } from './testing/session.ts'
import { createVault, type Vault } from '../stores/vault.ts'

const PASSPHRASE = 'correct horse battery'

let directory = ''
/** Keys, and the named secrets among them. */
let keys: readonly [StoredSecret, StoredSecret, StoredSecret, StoredSecret]
/** Not one of those that move. */
let stranger: StoredSecret
let keychain: KeyStore
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-move-'))
  keys = [newStored('Ed25519'), newStored('secp256k1'), newStored('P-256'), newStoredText(1500)]
  stranger = newStored()
})
afterEach(() => rmSync(directory, { recursive: true }))
const vaultPath = (): string => join(directory, 'vault.age')
const journalPath = (): string => join(directory, 'move.json')
const newVault = (): Vault => createVault({ path: vaultPath(), workFactor: 8 })
const ids = (): string[] => keys.map(({ id }) => id)

/** The stores as a process sees them; a new one after each start. */
/** The place according to the database, which survives every accident. */
let place: KeyStoreBackend
const placeOf = (): KeyStoreBackend => place
const start = (fuse?: Fuse): { moves: Moves; vault: Vault } => {
  const vault = newVault()
  const journal = createMoveJournal(journalPath())
  if (fuse === undefined) return { vault, moves: createMoves({ keychain, vault, journal, placeOf }) }
  const parts = { keychain: fuseKeychain(keychain, fuse), vault: fuseVault(vault, fuse) }
  return { vault, moves: createMoves({ ...parts, placeOf, journal: fuseJournal(journal, fuse) }) }
}

const inKeychain = async (): Promise<string[]> => {
  const found: string[] = []
  for (const { id, secret } of [...keys, stranger]) {
    const held = await keychain.read(id)
    if (held === null) continue
    expect(held).toEqual(secret)
    found.push(id)
  }
  return found.toSorted()
}
const inVault = async (): Promise<string[]> => {
  if (!existsSync(vaultPath())) return []
  const vault = newVault()
  await vault.unlock(PASSPHRASE)
  for (const { id, secret } of [...keys, stranger])
    if (vault.ids().includes(id)) expect(await vault.read(id)).toEqual(secret)
  return [...vault.ids()].toSorted()
}
const where = async (): Promise<Record<KeyStoreBackend, string[]>> => ({
  keychain: await inKeychain(),
  vault: await inVault(),
})

interface Story {
  readonly name: string
  readonly to: KeyStoreBackend
  /** Whether it is also run in full with the real keychain. */
  readonly inFull: boolean
  /** Puts the secrets where they are before the move. */
  prepare(): Promise<void>
  /** The secrets expected in each place afterwards, besides those that moved. */
  stays(): Partial<Record<KeyStoreBackend, string[]>>
}

const putInKeychain = async (...secrets: readonly StoredSecret[]): Promise<void> => {
  for (const { id, secret } of secrets) await keychain.create(id, secret)
}
const putInVault = (...secrets: readonly [StoredSecret, ...StoredSecret[]]): Promise<void> =>
  newVault().make(PASSPHRASE, ...secrets)

const stories: readonly Story[] = [
  {
    name: 'from the keychain into a new vault',
    inFull: true,
    to: 'vault',
    prepare: () => putInKeychain(...keys),
    stays: () => ({}),
  },
  {
    inFull: false,
    name: 'from the keychain into a vault that holds others, and one of them already',
    to: 'vault',
    prepare: async () => {
      await putInKeychain(...keys)
      await putInVault(stranger, keys[1])
    },
    stays: () => ({ vault: [stranger.id] }),
  },
  {
    name: 'from the vault into the keychain',
    inFull: false,
    to: 'keychain',
    prepare: () => putInVault(...keys),
    stays: () => ({}),
  },
  {
    inFull: true,
    name: 'from a vault that holds others too into a keychain that has one of them already',
    to: 'keychain',
    prepare: async () => {
      await putInVault(stranger, ...keys)
      await putInKeychain(keys[1])
    },
    stays: () => ({ vault: [stranger.id] }),
  },
]
const otherThan = (place: KeyStoreBackend): KeyStoreBackend => (place === 'vault' ? 'keychain' : 'vault')

const expectAfter = async (story: Story): Promise<void> => {
  const expected = { keychain: [] as string[], vault: [] as string[], ...story.stays() }
  expected[story.to] = [...expected[story.to], ...ids()].toSorted()
  expect(await where()).toEqual(expected)
  const files = expected.vault.length > 0 ? ['vault.age'] : []
  expect(readdirSync(directory)).toEqual(files)
}

const leaveNothing = async (): Promise<void> => {
  for (const { id, secret } of [...keys, stranger]) await keychain.remove(id, secret)
  rmSync(vaultPath(), { force: true })
}

/**
 * One move with an accident, the recovery, and a second try. Returns whether the accident happened at all.
 */
const tell = async (story: Story, fuse: Fuse, accident: Accident): Promise<boolean> => {
  await story.prepare()
  const before = await where()
  const bytes = existsSync(vaultPath()) ? readFileSync(vaultPath()) : null
  place = otherThan(story.to)
  /** The service's transaction: done or not done. */
  const switchRecord = (): void => {
    fuse.stepNow(() => undefined)
    place = story.to
  }
  const input = { to: story.to, ids: ids(), passphrase: PASSPHRASE }
  const outcome = await start(fuse)
    .moves.move({ ...input, switchRecord })
    .catch((thrown: unknown) => ({ thrown }))

  const after = await where()
  expect(after[place]).toEqual(expect.arrayContaining(ids()))
  const refused = outcome !== null && 'thrown' in outcome
  expect(place).toBe(refused ? otherThan(story.to) : story.to)
  if (refused) expect(isBlown(outcome.thrown)).toBe(true)
  if (refused && accident !== 'dies') {
    expect(after).toEqual(before)
    expect(existsSync(journalPath())).toBe(false)
    const left = existsSync(vaultPath()) ? readFileSync(vaultPath()) : null
    if (bytes === null || story.to === 'keychain') expect(left).toEqual(bytes)
  }

  await recover()
  if (refused) {
    expect(await where()).toEqual(before)
    const again = (): void => {
      place = story.to
    }
    expect(await start().moves.move({ ...input, switchRecord: again })).toBeNull()
  }
  await expectAfter(story)
  return fuse.blown()
}

/** Once for each step, or for each second one, at which the accident can happen. */
const tellWholeStory = async (
  story: Story,
  accident: Accident,
  steps: 'all' | 'changes',
  stride = 1,
): Promise<void> => {
  let at = 1
  while (await tell(story, createFuse(accident, at, steps), accident)) {
    await leaveNothing()
    at += stride
  }
  expect(at).toBeGreaterThan(steps === 'all' ? 20 : 5)
}

describe('without a real keychain, every step', () => {
  runKeyStoreTests('keychain for tests', () => {
    const one = createMemoryKeychain()
    return Promise.resolve({ open: () => Promise.resolve(one), close: () => Promise.resolve() })
  })
  beforeEach(() => {
    keychain = createMemoryKeychain()
  })

  describe.each(stories)('moving $name', (story) => {
    it.each<Accident>(['fails', 'fails after', 'dies'])(
      'never loses a secret, whichever step %s',
      (accident) => tellWholeStory(story, accident, 'all'),
      60_000,
    )
  })
})

withKeychain(import.meta.url, () => {
  describe('with the real keychain', () => {
    useKeychainOfItsOwn()
    beforeEach(() => {
      keychain = createKeychain()
    })
    afterEach(leaveNothing)

    it.each(stories)('moves $name, and leaves each secret in the new place alone', async (story) => {
      await story.prepare()
      const { moves, vault } = start()
      place = otherThan(story.to)
      const switchRecord = (): void => {
        place = story.to
      }
      expect(await moves.move({ to: story.to, ids: ids(), passphrase: PASSPHRASE, switchRecord })).toBeNull()
      expect(place).toBe(story.to)
      expect(vault.isOpen()).toBe(await vault.exists())
      await expectAfter(story)
    })

    it.each(stories.filter(({ inFull }) => inFull))(
      'never loses a secret when the process dies while it moves them $name',
      // Every step is tested, without a real keychain.
      (story) => tellWholeStory(story, 'dies', 'changes', effort(4, 1)),
      120_000,
    )
  })
})

/** A start after the accident: first with the vault locked, then with it open. */
const recover = async (): Promise<void> => {
  const { moves, vault } = start()
  const left = await moves.settle()
  if (left !== null) {
    expect(left.code).toBe('keystore_locked')
    await vault.unlock(PASSPHRASE)
    expect(await moves.settle()).toBeNull()
  }
  expect(existsSync(journalPath())).toBe(false)
}

const isBlown = (thrown: unknown): boolean =>
  thrown instanceof BlownFuse || (thrown instanceof SatchelError && isBlown(thrown.cause))
