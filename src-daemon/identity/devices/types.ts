import type { DeviceCard, DeviceRemoval } from '../../contract/devices.ts'

/** The last change of a replica in a log; its hash covers all before it. */
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
  /** Null if it didn't state a name and wasn't given one here. */
  readonly name: string | null
  /** When the owner's key first authorized it, as far as known here. */
  readonly since: string | null
  /** Null if the owner's key has not authorized it. */
  readonly authorizedUntil: string | null
  readonly removedAt: string | null
}

/**
 * The devices that write the owner's data. Each has a key of its own, which never leaves its key store, and which the
 * owner's key authorizes to sign the changes of one replica, until an expiry date. `isOwner` says whether a DID is, or was, the
 * owner's. All of it is only in the database, so a failed transaction leaves no trace.
 */
export interface Devices {
  /**
   * Readies this device to sign for its `replica` and for `writers`, former replicas whose changes no device has signed:
   * creates its key, and has the owner's key authorize it unless it is already authorized for long enough. `latest`: time of the latest
   * change, in milliseconds. Errors: `device_removed`, and those of the key store.
   */
  prepare(input: { replica: string; writers: readonly string[]; latest: number }): Promise<void>
  /** Signs a head as the device `prepare` readied for `replica`. Errors: `device_unauthorized`. */
  sign(replica: string, head: Omit<Head, 'owner'>): SignedHead
  /** The credentials of the signers. */
  cards(heads: readonly SignedHead[]): readonly DeviceCard[]
  removals(): readonly DeviceRemoval[]
  /**
   * Accepts a file's statements about devices if an owner's key has signed them. Errors: `authorization_*`,
   * `device_statement_invalid`.
   */
  learn(said: { cards: readonly DeviceCard[]; removals: readonly DeviceRemoval[] }, isOwner: IsOwner): void
  /**
   * Whether an authorized device signed a head; `ms`: time of its change. The owner at the time of signing doesn't
   * matter: the authorization says whose device it is now. Errors: `change_set_signature_wrong`,
   * `device_unauthorized`, `device_expired`.
   */
  check(head: SignedHead, ms: number, isOwner: IsOwner): void
  /** How far the changes of a removed replica count in a log; null if it wasn't removed. */
  limit(replica: string, log: { space: string; scope: string }): DeviceLimit | null
  /** Removes a replica; its changes that are here still count. Errors: those of the key store. */
  remove(input: { replica: string; heads: DeviceRemoval['heads'] }): Promise<void>
  /** Names a device; the name of this device is sent to others. Errors: `device_name_invalid`. */
  name(replica: string, name: string): void
  /** The name of a replica for messages: the beginning of its id if it has none. */
  nameOf(replica: string): string
  /** `own`: the replica of this device, which is listed even before it is authorized. */
  list(own: string): readonly KnownDevice[]
}

/** Whether a DID is, or was, the owner's. */
export type IsOwner = (did: string) => boolean

export interface DeviceLimit {
  readonly seq: number
  /** Hashes of changes the owner's key vouched for, by number: several where two replicas shared its name. */
  readonly hashes: ReadonlyMap<number, ReadonlySet<string>>
}
