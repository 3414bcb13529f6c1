import { SatchelError } from '../../../platform/errors.ts'
import { isRecord } from '../../../platform/is-record.ts'
import { documentOf, unreadable } from './documents.ts'
import { isEntry, isServer } from './entry.ts'
import type { Found } from './found.ts'
import { fromLink } from './links.ts'
import { serversOf } from './lists.ts'

/** More than a person would review one by one. */
const MAX_SERVERS = 1000

/**
 * The servers in a configuration of another app, or in an install link, in their order; also those that can't be
 * converted. `alone` names a server that stands there without a name.
 *
 * @throws SatchelError `server_config_unreadable`, `server_config_empty`
 */
export const serversIn = (text: string, alone = 'server'): readonly Found[] => {
  const { name, document } = fromLink(text.trim()) ?? { name: '', document: documentOf(text) }
  const isOne = name !== '' && isRecord(document) && isServer(document)
  const found = serversOf(isOne ? { [name]: document } : document, alone)
  if (!found.some(({ entry }) => isEntry(entry))) throw new SatchelError('server_config_empty')
  if (found.length > MAX_SERVERS) throw unreadable('too_large')
  return found
}
