import type { Database } from '../../storage/index.ts'
import type { ServerChat } from '../../contract/servers.ts'

/** The default of a server: an owner who connects one expects it to be used. */
const UNSAID: ServerChat = { routed: true, about: '' }

/** The owner's settings of servers for conversations. They survive changes of how a server is reached. */
export interface ServerChats {
  of(uri: string): ServerChat
  set(uri: string, chat: ServerChat): void
  remove(uri: string): void
}

interface Row {
  routed: number
  about: string
}

export const createServerChats = (db: Database): ServerChats => {
  const find = db.prepare<[string], Row>('SELECT routed, about FROM server_chats WHERE uri = ?')
  const put = db.prepare<[string, number, string]>(
    `INSERT INTO server_chats (uri, routed, about) VALUES (?, ?, ?)
     ON CONFLICT (uri) DO UPDATE SET routed = excluded.routed, about = excluded.about`,
  )
  const drop = db.prepare<[string]>('DELETE FROM server_chats WHERE uri = ?')
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
