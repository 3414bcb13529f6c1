import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as keyring from '@napi-rs/keyring'
import { SatchelError } from '../../platform/errors.ts'
import type { KeyStore } from './keystore.ts'
import { checkSecret, partsIn, sameSecret, secretOfTexts, textsOfSecret } from './secret-text.ts'
import type { KeychainProblem } from '../../contract/identity.ts'

type Library = typeof keyring
type AsyncEntry = keyring.AsyncEntry

const SERVICE = 'Satchel'
/** The account of a long text's later part. */
const PART = /\/\d+$/
/** How long a person may take to answer the keychain's prompt. */
const PROMPT_MS = 30_000
/** How long a service that left the bus may take to return. */
const RETURN_MS = 10_000
const PAUSE_MS = 100
/** Not the vault: a passphrase wouldn't help. */
const IN_KEYCHAIN = { store: 'keychain' }

/** The previous call, through whichever keychain object. */
let lastCall: Promise<unknown> = Promise.resolve()
/** The service has answered this process, so its absence may be short. */
let isKnown = false

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Keychain',
  linux: 'Secret Service',
  win32: 'Credential Manager',
}

/**
 * The OS keychain (identity.md 2). The account of an entry is the id of its secret, so data directories never
 * clash. A long text takes several entries: the first is written first and deleted last, so that as long as
 * any part exists, it says how many there are.
 * On Linux only the Secret Service counts: the kernel keyring, the library's fallback, is cleared at reboot.
 */
export const createKeychain = ({ timeoutMs = PROMPT_MS }: { readonly timeoutMs?: number } = {}): KeyStore => {
  const name = names[process.platform] ?? null
  /**
   * A native call still waiting for a prompt; it blocks a thread, so a second one is not started beside it.
   */
  let waiting: Promise<unknown> | null = null
  let lastChange: Promise<unknown> = Promise.resolve()

  /** One call at a time, in the whole process. */
  const call = <T>(account: string, work: (entry: AsyncEntry) => Promise<T>): Promise<T> =>
    inTurnOfAll(({ AsyncEntry }) =>
      work(new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } })),
    )

  const inTurnOfAll = <T>(work: (library: Library) => Promise<T>): Promise<T> => {
    const turn = lastCall.then(() => ask(work))
    lastCall = turn.catch(() => undefined) // reported to its caller
    return turn
  }

  const ask = async <T>(work: (library: Library) => Promise<T>): Promise<T> => {
    if (name === null) throw new SatchelError('keystore_absent')
    if (waiting !== null) throw new SatchelError('keystore_locked', { details: IN_KEYCHAIN })
    const library = await import('@napi-rs/keyring')
    try {
      return await untilServed(() => withinTime(work(library)))
    } catch (thrown) {
      throw keychainError(thrown)
    }
  }

  const withinTime = async <T>(task: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const release = (): void => {
          waiting = null
        }
        waiting = task.then(release, release)
        reject(new SatchelError('keystore_locked', { details: IN_KEYCHAIN }))
      }, timeoutMs)
    })
    try {
      return await Promise.race([task, late])
    } finally {
      clearTimeout(timer)
    }
  }

  const readText = async (account: string): Promise<string | null> =>
    // The library's types promise null, but its code returns undefined.
    (await call(account, (entry) => entry.getPassword())) ?? null

  const accountOf = (id: string, at: number): string => (at === 0 ? id : `${id}/${String(at + 1)}`)

  /** Null if there is none, or not all of it: an incomplete one was never confirmed. */
  const read = async (id: string): Promise<Uint8Array | null> => {
    const first = await readText(id)
    if (first === null) return null
    const texts = [first]
    for (let at = 1; at < partsIn(id, first); at += 1) {
      const part = await readText(accountOf(id, at))
      if (part === null) return null
      texts.push(part)
    }
    return secretOfTexts(id, texts)
  }

  const ids: KeyStore['ids'] = async () => {
    const found = await inTurnOfAll(({ findCredentialsAsync }) => findCredentialsAsync(SERVICE))
    return found.map(({ account }) => account).filter((account) => !PART.test(account))
  }

  /** One change at a time, or two that store under one id would not see each other. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = lastChange.then(work)
    lastChange = turn.catch(() => undefined) // reported to the caller of that change
    return turn
  }

  const create: KeyStore['create'] = (id, secret) =>
    inTurn(async () => {
      checkSecret(id, secret)
      if ((await read(id)) !== null) throw new SatchelError('key_exists', { details: { id } })
      for (const [at, text] of textsOfSecret(id, secret).entries())
        await call(accountOf(id, at), (entry) => entry.setPassword(text))
      const stored = await read(id)
      if (stored === null || !sameSecret(stored, secret)) throw new SatchelError('keystore_failed')
      stored.fill(0)
    })

  const remove: KeyStore['remove'] = (id, expected) =>
    inTurn(async () => {
      const first = await readText(id)
      if (first === null) return false
      const stored = await read(id)
      const same = stored === null || sameSecret(stored, expected)
      stored?.fill(0)
      if (!same) throw new SatchelError('keystore_failed', { details: { id, reason: 'another secret' } })
      for (let at = partsIn(id, first) - 1; at >= 0; at -= 1)
        await call(accountOf(id, at), (entry) => entry.deleteCredential())
      if ((await readText(id)) !== null)
        throw new SatchelError('keystore_failed', { details: { id, reason: 'not deleted' } })
      return stored !== null
    })

  const probe = async (): Promise<KeychainProblem | null> => {
    const account = `probe-${randomBytes(8).toString('hex')}`
    const text = randomBytes(32).toString('base64url')
    try {
      await call(account, (entry) => entry.setPassword(text))
      const kept = (await readText(account)) === text
      await call(account, (entry) => entry.deleteCredential())
      return kept && (await readText(account)) === null ? null : 'failed'
    } catch (thrown) {
      return problemOf(thrown)
    }
  }

  return { backend: 'keychain', name, probe, ids, read, create, remove }
}

/**
 * Repeats a call while the service is away for a moment. gnome-keyring aborts if a program connects while another connection
 * ends (its reading thread and its main thread change one table of clients), and each call of the library has a connection of its
 * own. Every call may be repeated: a second read or write does the same, a second deletion finds nothing.
 */
const untilServed = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + RETURN_MS
  let isExpected = isKnown
  for (;;) {
    try {
      const answer = await attempt()
      isKnown = true
      return answer
    } catch (thrown) {
      const isAway = keychainError(thrown).code === 'keystore_absent'
      // Until another one replaces it, only its absence is reported.
      isExpected ||= leftDuringCall(thrown)
      if (!isAway || !isExpected || Date.now() > deadline) {
        isKnown = !isAway
        throw thrown
      }
      await sleep(PAUSE_MS)
    }
  }
}

/** It left the bus, or had no time for the call: the library waits two seconds for a reply. */
const leftDuringCall = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (/disconnected from message bus|not receive a reply/i.test(thrown.message) || leftDuringCall(thrown.cause))

/** Converts a key store's failure to a user's error. */
export const problemOf = (thrown: unknown): KeychainProblem => {
  const code = thrown instanceof SatchelError ? thrown.code : 'keystore_failed'
  if (code === 'keystore_locked') return 'locked'
  return code === 'keystore_absent' ? 'absent' : 'failed'
}

/** The library has a single error class; only the message tells the causes apart. */
const keychainError = (thrown: unknown): SatchelError => {
  if (thrown instanceof SatchelError) return thrown
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  if (/dismissed|\blocked|interaction is not allowed|user canceled/i.test(text)) {
    return new SatchelError('keystore_locked', { details: IN_KEYCHAIN, cause: thrown })
  }
  // No session bus, no service on it, or a service without any collection.
  if (/DBus error|no result found|NoStorageAccess|no such interface|not supported/i.test(text)) {
    return new SatchelError('keystore_absent', { cause: thrown })
  }
  return new SatchelError('keystore_failed', { cause: thrown })
}
