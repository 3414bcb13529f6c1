import { setTimeout } from 'node:timers/promises'
import { followConversations } from '../chat/index.ts'
import { sweepSignIns } from '../mcp/index.ts'
import type { Ground } from './ground.ts'
import type { Rooms } from './rooms.ts'

/** What is only to make the first message quicker waits until the app is there. */
const AFTER_START_MS = 500

/**
 * Starts what the daemon does by itself: puts right what the last run left, and goes on in the background until `stack` is closed. All of
 * it may change what is kept, so it is not for data that is open for reading only.
 */
export const startWork = (
  { input: { log }, identity }: Ground,
  { owner, servers, installed, conversation, doors }: Rooms,
  meaning: { learn(): Promise<void> },
  stack: AsyncDisposableStack,
): void => {
  const { packages, packageSecrets, packageModules, skills, workFolders, registry } = installed
  const ending = new AbortController()
  stack.defer(() => {
    ending.abort()
  })
  /** Never at the cost of the start; what goes wrong after the end is nobody's concern any more. */
  const inBackground = (work: (options: { signal: AbortSignal }) => Promise<void>): void => {
    if (ending.signal.aborted) return
    work({ signal: ending.signal }).catch((thrown: unknown) => {
      if (!ending.signal.aborted) log.warn({ err: thrown }, 'work in the background failed')
    })
  }

  owner.state.lifecycle.start((problem) => {
    log.error({ err: problem }, 'purging failed')
  })
  sweepSignIns(identity.secrets)
  servers.connectedServers.sweep()
  servers.bundles.sweep()
  packages.verifyStore()
  skills.sweep()
  for (const { sweep } of [packageSecrets, packageModules]) {
    sweep()
    packages.onChange(sweep)
  }

  const renew = (): void => {
    inBackground(packages.renewAuthorizations)
  }
  inBackground(packages.refreshAuthors)
  renew()
  // A locked key store signs nothing; once it is open, what had to wait is done.
  identity.onChange(renew)
  inBackground(doors.agents.start)
  inBackground(doors.sharing.start)
  inBackground(meaning.learn)
  inBackground(async ({ signal }) => {
    await setTimeout(AFTER_START_MS, undefined, { signal, ref: false })
    await conversation.router.prepare()
    await registry.start()
  })
  inBackground((options) => followConversations(conversation.chat, workFolders, options))
}
