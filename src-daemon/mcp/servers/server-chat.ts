import type { Database } from '../../storage/index.ts'
import type { ServiceChat } from '../../contract/servers.ts'

/** What was said of no service: whoever connects one expects it to be used. */
const UNSAID: ServiceChat = { routed: true, about: '' }

/** What the owner says of services for conversations. It outlives changes of how a service is reached. */
export interface ServiceChats {
  of(uri: string): ServiceChat
  set(uri: string, chat: ServiceChat): void
  remove(uri: string): void
}

interface Row {
  routed: number
  about: string
}

export const createServiceChats = (db: Database): ServiceChats => {
  const find = db.prepare<[string], Row>('SELECT routed, about FROM service_chats WHERE uri = ?')
  const put = db.prepare<[string, number, string]>(
    `INSERT INTO service_chats (uri, routed, about) VALUES (?, ?, ?)
     ON CONFLICT (uri) DO UPDATE SET routed = excluded.routed, about = excluded.about`,
  )
  const drop = db.prepare<[string]>('DELETE FROM service_chats WHERE uri = ?')
  return {
    of: (uri) => {
      const row = find.get(uri)
      return row === undefined ? UNSAID : { routed: row.routed === 1, about: row.about }
    },
    set: (uri, { routed, about }) => {
      put.run(uri, routed ? 1 : 0, about)
    },
    remove: (uri) => {
      drop.run(uri)
    },
  }
}
