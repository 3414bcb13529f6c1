import { join } from 'node:path'
import type { DaemonClient } from '../../src-daemon/client/index.ts'
import { appRoot } from '../../src-daemon/platform/app.ts'
import type { WatchedDaemon } from './watched-daemon.ts'

type Api = DaemonClient['api']

/** A day of a heavy user. */
const TURNS = 100
const TURNS_OF_A_CONVERSATION = 10
const SERVER_ROUNDS = 6
const WINDOWS = 20
const BACKUPS = 1
const PASSPHRASE = 'a passphrase for the soak, long enough'
const SERVER = join(appRoot, 'src-daemon/mcp/testing/offering-server.mjs')

/** One day: turns that save notes, servers that come and go, windows that open and close, searches, backups. */
export const liveDay = async (daemon: WatchedDaemon, api: Api, schemaUri: string): Promise<void> => {
  for (let turn = 0, conversation: string | undefined; turn < TURNS; turn++) {
    if (turn % TURNS_OF_A_CONVERSATION === 0) conversation = undefined
    conversation = await takeTurn(api, conversation)
    await api.state.query.query({ from: schemaUri, limit: 20 })
  }
  for (let round = 0; round < SERVER_ROUNDS; round++) await meetServer(api)
  for (let window = 0; window < WINDOWS; window++) await openWindow(daemon)
  for (let backup = 0; backup < BACKUPS; backup++) {
    await api.identity.backup.mutate({ passphrase: PASSPHRASE })
    for (let after: string | null = null; ;) {
      const part: { next: string | null } = await api.state.export.query({
        scopes: null,
        since: null,
        after,
      })
      after = part.next
      if (after === null) break
    }
  }
}

/** Errors: Error if the answer isn't complete. */
const takeTurn = async (api: Api, conversation: string | undefined): Promise<string> => {
  const { conversationId, turnId } = await api.chat.send.mutate({
    text: 'note milk',
    ...(conversation === undefined ? {} : { conversationId: conversation }),
  })
  const status = await new Promise<string>((resolve, reject) => {
    const take = (message: { turnId: string; role: string; status: string }): void => {
      if (message.turnId !== turnId || message.role !== 'assistant' || message.status === 'streaming') return
      subscription.unsubscribe()
      resolve(message.status)
    }
    const subscription = api.chat.events.subscribe(
      { conversationId },
      {
        onStarted: () => {
          api.chat.messages.query({ conversationId }).then((messages) => {
            messages.forEach(take)
          }, reject)
        },
        onData: (event) => {
          if (event.type === 'message') take(event.message)
        },
        onError: reject,
      },
    )
  })
  if (status !== 'complete') throw new Error(`A turn of the soak ended as ${status}`)
  return conversationId
}

const meetServer = async (api: Api): Promise<void> => {
  const uri = 'visitor'
  await api.servers.add.mutate({
    uri,
    definition: {
      kind: 'command',
      command: process.execPath,
      args: [SERVER],
      grants: { read: [appRoot] },
    },
  })
  await api.servers.restart.mutate({ uri })
  await api.servers.stop.mutate({ uri })
  await api.servers.remove.mutate({ uri })
}

const openWindow = async (daemon: WatchedDaemon): Promise<void> => {
  const { api, close } = await daemon.connect()
  await new Promise<void>((resolve, reject) => {
    api.chat.events.subscribe({}, { onStarted: () => resolve(), onError: reject })
  })
  await api.chat.conversations.query({})
  await api.servers.list.query()
  // Windows end without unsubscribing.
  await close()
}
