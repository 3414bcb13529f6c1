import { setTimeout } from 'node:timers/promises'
import { noteOfTask } from '../capabilities/index.ts'
import { followConversations } from '../chat/index.ts'
import { sweepSignIns } from '../mcp/index.ts'
import type { Ground } from './ground.ts'
import type { Rooms } from './rooms.ts'

/** Work that only makes the first message faster waits until the app is open. */
const AFTER_START_MS = 500

/**
 * Starts the daemon's background work: repairs what the last run left, and continues until `stack` is closed. It may
 * change data, so it isn't for data that is open read-only.
 */
export const startWork = (
  { input: { log, backups }, identity, tellTime }: Ground,
  { owner, servers, otherAgents, installed, conversation, doors, check }: Rooms,
  meaning: { learn(): Promise<void> },
  stack: AsyncDisposableStack,
): void => {
  const { packages, packageSecrets, packageModules, skills, workFolders, registry } = installed
  const ending = new AbortController()
  stack.defer(() => {
    ending.abort()
  })
  /** Never delays the start; errors after the end no longer matter. */
  const inBackground = (work: (options: { signal: AbortSignal }) => Promise<void>): void => {
    if (ending.signal.aborted) return
    work({ signal: ending.signal }).catch((thrown: unknown) => {
      if (!ending.signal.aborted) log.warn({ err: thrown }, 'work in the background failed')
    })
  }

  owner.state.lifecycle.start((problem) => {
    log.error({ err: problem }, 'purging failed')
  })
  check.start()
  tellTime(owner.state.lifecycle.heardTime)
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
  // A locked key store signs nothing; once it is unlocked, pending work is done.
  identity.onChange(renew)
  const { capabilities } = conversation
  otherAgents.agentCallbacks.start((outcome) => {
    capabilities.note(noteOfTask(capabilities, outcome))
  })
  otherAgents.payments.start()
  otherAgents.threads.start()
  // Whom the owner approved or chose another identity for meanwhile.
  otherAgents.agentContacts.onChange(otherAgents.threads.start)
  inBackground(doors.agents.start)
  inBackground(doors.sharing.start)
  inBackground(meaning.learn)
  inBackground(async ({ signal }) => {
    await setTimeout(AFTER_START_MS, undefined, { signal, ref: false })
    await conversation.router.prepare()
    conversation.chat.prepare()
    await registry.start()
  })
  inBackground((options) => followConversations(conversation.chat, workFolders, options))
  backups.start(conversation.chat.isAnswering)
  stack.defer(backups.stop)
}
