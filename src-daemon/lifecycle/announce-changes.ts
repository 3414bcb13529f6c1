import type { Daemon } from '../api/index.ts'
import type { DaemonEvent } from '../contract/daemon.ts'

/** Announces the changes of every room to clients. */
export const announceChanges = (
  daemon: Daemon,
  events: { readonly send: (event: DaemonEvent) => void },
): void => {
  const { identity, authorizations, packages, state, settings, capabilities } = daemon
  const identityChanged = (): void => {
    events.send({ type: 'identity' })
  }
  identity.onChange(identityChanged)
  authorizations.onChange(identityChanged)
  state.apps.onChange(identityChanged)
  packages.onChange(() => {
    events.send({ type: 'packages' })
  })
  daemon.skills.onChange(() => {
    events.send({ type: 'skills' })
  })
  daemon.packageSecrets.onChange(() => {
    events.send({ type: 'packages' })
  })
  daemon.packageModules.onChange(() => {
    events.send({ type: 'packages' })
  })
  state.onChange(({ schemaUri, objectId }) => {
    events.send({ type: 'state', schemaUri, objectId })
  })
  for (const { onChange } of [daemon.agents, daemon.agentOffer, daemon.agentDids, daemon.agentContacts])
    onChange(() => {
      events.send({ type: 'agents' })
    })
  daemon.threads.onChange(() => {
    events.send({ type: 'threads' })
  })
  daemon.wallets.onChange(() => {
    events.send({ type: 'wallets' })
  })
  daemon.sharing.onChange(() => {
    events.send({ type: 'sharing' })
  })
  daemon.connectedServers.onChange(() => {
    events.send({ type: 'servers' })
  })
  // Whether a package's tool can run depends on them.
  daemon.connectedServers.onOffer(() => {
    events.send({ type: 'packages' })
  })
  settings.onChange(() => {
    events.send({ type: 'settings' })
  })
  daemon.models.onChange(() => {
    events.send({ type: 'models' })
  })
  capabilities.approvals.onChange(() => {
    events.send({ type: 'approvals' })
  })
  capabilities.log.onChange(() => {
    events.send({ type: 'activity' })
  })
  daemon.corrections.onChange(() => {
    events.send({ type: 'routing' })
  })
  daemon.marketplace.onChange(() => {
    events.send({ type: 'marketplace' })
    // The list of packages marks yanked versions.
    events.send({ type: 'packages' })
  })
  daemon.check.onChange(() => {
    events.send({ type: 'check' })
  })
  daemon.profile.onChange(() => {
    events.send({ type: 'profile' })
  })
  daemon.drafts.onChange(() => {
    events.send({ type: 'drafts' })
  })
  daemon.prompts.onChange(() => {
    events.send({ type: 'prompts' })
  })
  daemon.models.spending.onChange(() => {
    events.send({ type: 'spending' })
  })
  daemon.notices.onChange(() => {
    events.send({ type: 'notices' })
  })
  daemon.publications.onChange(() => {
    events.send({ type: 'publications' })
  })
}
