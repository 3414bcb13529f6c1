import { randomBytes } from 'node:crypto'

/** The form of a secret's name: `models/openai-1`, `capability/weather/token`. */
const NAME = '[a-z0-9][a-z0-9._/-]{0,199}'
const name = new RegExp(`^${NAME}$`)
const entry = new RegExp(`^secret:${NAME}:[0-9a-f]{32}$`)

/** Whether a text is a valid name of a secret. */
export const isSecretName = (text: string): boolean => name.test(text)

/**
 * A new id for a value of a named secret in a key store. Every value gets a new one, so that nothing is ever
 * overwritten, and two data directories never clash in one keychain. It cannot be mistaken for a DID.
 */
export const newEntryId = (secretName: string): string =>
  `secret:${secretName}:${randomBytes(16).toString('hex')}`

/** Whether an id in a key store belongs to a named secret; any other is the DID of a key. */
export const isEntryId = (id: string): boolean => entry.test(id)

/** The name of the key that the data is encrypted with. */
export const DATA_KEY = 'data/key'

/** Whether an id in a key store belongs to the key of the data, which `encryption.json` records and not the database. */
export const isDataKeyEntry = (id: string): boolean => id.startsWith(`secret:${DATA_KEY}:`)
