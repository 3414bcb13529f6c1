import type { DeviceCard, DeviceRemoval } from '../../contract/devices.ts'

/** How far the changes of a replica in a log have come: its last one, which by its hash stands for all before it. */
export interface Head {
  /** DID of the owner at the time of signing. */
  readonly owner: string
  /** The log: owner of the schemas and memory scope. */
  readonly space: string
  readonly scope: string
  /** Replica id. */
  readonly actor: string
  readonly seq: number
  /** Of its change `seq`. */
  readonly hash: Uint8Array
}

/** A head that a device has signed. */
export interface SignedHead extends Head {
  /** DID of the device's key. */
  readonly by: string
  readonly signature: Uint8Array
}

/** A device of the owner, as recorded here. */
export interface KnownDevice {
  readonly replica: string
  /** Null if it has told no name, and was given none here. */
  readonly name: string | null
  /** When the owner's key first authorized it, as far as is known here. */
  readonly since: string | null
  /** Null if the owner's key has not authorized it. */
  readonly authorizedUntil: string | null
  readonly removedAt: string | null
}

/**
 * The devices that write the owner's data. Each has a key of its own, which never leaves its key store, and which the
 * owner's key authorizes to sign the changes of one replica, to an end. `isOwner` says whether a DID is, or was, the
 * owner's. Nothing here is remembered outside the database, so a transaction that fails leaves no trace.
 */
export interface Devices {
  /**
   * Readies this device to sign for its `replica` and for `writers`, former replicas whose changes no device has signed:
   * makes its key, and has the owner's key authorize it where it is not, or not for long. `latest`: time of the latest
   * change, in milliseconds. Errors: `device_removed`, and those of the key store.
   */
  prepare(input: { replica: string; writers: readonly string[]; latest: number }): Promise<void>
  /** Signs a head as the device `prepare` readied for `replica`. Errors: `device_unauthorized`. */
  sign(replica: string, head: Omit<Head, 'owner'>): SignedHead
  /** What those who signed show. */
  cards(heads: readonly SignedHead[]): readonly DeviceCard[]
  removals(): readonly DeviceRemoval[]
  /**
   * Takes in what a file says about devices, where an owner's key has signed it. Errors: `authorization_*`,
   * `device_statement_invalid`.
   */
  learn(said: { cards: readonly DeviceCard[]; removals: readonly DeviceRemoval[] }, isOwner: IsOwner): void
  /**
   * Whether a head was signed by a device that may; `ms`: time of its change. Who was the owner when it was signed is
   * no matter: the authorization says whose device it is now. Errors: `change_set_signature_wrong`,
   * `device_unauthorized`, `device_expired`.
   */
  check(head: SignedHead, ms: number, isOwner: IsOwner): void
  /** Up to where changes of a removed replica count in a log; null if it was not removed. */
  limit(replica: string, log: { space: string; scope: string }): DeviceLimit | null
  /** Removes a replica with what is here of it. Errors: those of the key store. */
  remove(input: { replica: string; heads: DeviceRemoval['heads'] }): Promise<void>
  /** Names a device; one's own name travels. Errors: `device_name_invalid`. */
  name(replica: string, name: string): void
  /** The name of a replica for messages: the beginning of its id if it has none. */
  nameOf(replica: string): string
  /** `own`: the replica of this device, which is in the list before it was authorized. */
  list(own: string): readonly KnownDevice[]
}

/** Whether a DID is, or was, the owner's. */
export type IsOwner = (did: string) => boolean

export interface DeviceLimit {
  readonly seq: number
  /** Hashes of changes the owner's key vouched for, by number: several where two replicas shared its name. */
  readonly hashes: ReadonlyMap<number, ReadonlySet<string>>
}
