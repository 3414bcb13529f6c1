import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { SatchelError } from '../../platform/errors.ts'
import { keyKindSchema, type KeyStoreBackend } from '../../contract/identity.ts'
import type { KeyStore } from '../stores/keystore.ts'
import { createMoveJournal } from './move-journal.ts'
import { createMoves, type Moves } from './move.ts'
import { createFuse, fuseJournal, fuseKeychain, fuseVault } from './testing/fuse.ts'
import { createMemoryKeychain } from './testing/memory-keychain.ts'
import { newStored } from './testing/secrets.ts'
import { createVault, type Vault } from '../stores/vault.ts'

/** The last one is too weak and is refused. */
const PASSPHRASES = ['correct horse battery', 'ñandú 密码 éclair', 'a third passphrase', 'short'] as const
const LOCKS_AFTER = 10

const passphrase = fc.constantFrom(...PASSPHRASES)
/** Whether the right passphrase is given. */
const right = fc.integer({ min: 0, max: 4 }).map((drawn) => drawn > 0)
/**
 * What a person, a timer or a power cut may do next. `diesAt`: the step of the move at which the process
 * dies.
 */
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      kind: fc.constantFrom(...keyKindSchema.options),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('create again' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lock' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('unlock' as const), right }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('change passphrase' as const), right, next: passphrase }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      to: fc.constantFrom<KeyStoreBackend>('keychain', 'vault'),
      passphrase,
      right,
      diesAt: fc.option(fc.integer({ min: 1, max: 60 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 15 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** A data directory, a keychain and a record, and a model of what must be there after each action. */
const createWorld = () => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-never-lost-'))
  const path = join(directory, 'vault.age')
  const journal = createMoveJournal(join(directory, 'move.json'))
  const keychain = createMemoryKeychain()
  const secrets = new Map<string, Uint8Array>()
  let place: KeyStoreBackend = 'keychain'
  /** The passphrase of the vault, if the secrets are in it. */
  let opens = ''
  let time = Date.parse('2026-01-01T00:00:00Z')
  const done = new Map<string, number>()
  let vault: Vault
  let moves: Moves

  const openVault = (): Vault => createVault({ path, workFactor: 6, now: () => new Date(time) })
  const placeOf = (id: string): KeyStoreBackend | null => (secrets.has(id) ? place : null)
  const given = (isRight: boolean): string => (isRight ? opens : 'not this one')
  const start = (): void => {
    vault = openVault()
    vault.setAutoLock(LOCKS_AFTER)
    moves = createMoves({ keychain, vault, journal, placeOf })
  }
  const move = async (input: Action & { do: 'move' }): Promise<void> => {
    if (input.to === place) return
    const { to, diesAt } = input
    const entered = to === 'vault' ? input.passphrase : given(input.right)
    const fuse = createFuse('dies', diesAt ?? Infinity)
    const parts = { keychain: fuseKeychain(keychain, fuse), vault: fuseVault(vault, fuse) }
    const fused = createMoves({ ...parts, journal: fuseJournal(journal, fuse), placeOf })
    const switchRecord = (): void => {
      fuse.stepNow(() => {
        place = to
        if (to === 'vault') opens = entered
      })
    }
    const ids = [...secrets.keys()]
    try {
      await fused.move({ to, ids, passphrase: entered, switchRecord })
    } catch (thrown) {
      if (!fuse.blown()) throw thrown
    }
    if (fuse.blown()) start()
  }
  const perform = async (next: Action): Promise<void> => {
    const store: KeyStore = place === 'vault' ? vault : keychain
    switch (next.do) {
      case 'create': {
        const { id, secret } = newStored(next.kind)
        await store.create(id, secret)
        secrets.set(id, secret)
        return
      }
      case 'create again': {
        const [id] = secrets.keys()
        if (id !== undefined) await store.create(id, newStored().secret)
        return
      }
      case 'lock':
        vault.lock()
        return
      case 'unlock':
        await vault.unlock(given(next.right))
        await moves.settle()
        return
      case 'change passphrase':
        await vault.changePassphrase(given(next.right), next.next)
        opens = next.next
        return
      case 'move':
        await move(next)
        return
      case 'wait':
        time += next.minutes * 60_000
        return
      case 'restart':
        start()
        await moves.settle()
    }
  }

  start()
  return {
    /** An error that is reported is a fine outcome. */
    perform: async (next: Action): Promise<void> => {
      await perform(next).then(
        () => done.set(`${next.do} ${place}`, (done.get(`${next.do} ${place}`) ?? 0) + 1),
        (thrown: unknown) => {
          if (!(thrown instanceof SatchelError)) throw thrown
        },
      )
    },
    /** Checks after a restart that every secret is where the record says, and unchanged. */
    check: async (): Promise<void> => {
      const again = openVault()
      if (place === 'vault' && secrets.size > 0) await again.unlock(opens)
      for (const [id, secret] of secrets)
        expect(await (place === 'vault' ? again : keychain).read(id)).toEqual(secret)
    },
    done,
    end: () => rmSync(directory, { recursive: true }),
  }
}

it('loses no secret, whatever is done in whatever order', async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 40, size: 'max' }), async (actions) => {
      const world = createWorld()
      try {
        await world.perform({ do: 'create', kind: 'Ed25519' }) // the owner's, as at the first start
        for (const next of actions) {
          await world.perform(next)
          await world.check()
        }
      } finally {
        for (const [what, times] of world.done) done.set(what, (done.get(what) ?? 0) + times)
        world.end()
      }
    }),
    { numRuns: effort(30, 60) },
  )
  // Otherwise only refusals would have been tested.
  for (const what of [
    'create vault',
    'create keychain',
    'move vault',
    'move keychain',
    'change passphrase vault',
  ])
    expect([...done.keys()]).toContain(what)
}, 120_000)
