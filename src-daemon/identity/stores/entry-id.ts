import { randomBytes } from 'node:crypto'

/** What a secret's name may be: `models/openai-1`, `capability/weather/token`. */
const NAME = '[a-z0-9][a-z0-9._/-]{0,199}'
const name = new RegExp(`^${NAME}$`)
const entry = new RegExp(`^secret:${NAME}:[0-9a-f]{32}$`)

/** Whether a text may name a secret. */
export const isSecretName = (text: string): boolean => name.test(text)

/**
 * The id under which a key store keeps one value of a named secret. Each value has a new one, so that nothing is ever overwritten,
 * and no two data directories meet in one keychain. No DID looks like it.
 */
export const newEntryId = (secretName: string): string =>
  `secret:${secretName}:${randomBytes(16).toString('hex')}`

/** Whether an id in a key store is that of a named secret; any other is the DID of a key. */
export const isEntryId = (id: string): boolean => entry.test(id)
