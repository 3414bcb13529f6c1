import type { MigrationStep } from '../migrate.ts'
import { up as identity } from './0001-identity.ts'
import { up as packages } from './0002-packages.ts'
import { up as state } from './0003-state.ts'
import { up as activity } from './0004-activity.ts'
import { up as chat } from './0005-chat.ts'
import { up as keys } from './0006-keys.ts'
import { up as didAuth } from './0007-did-auth.ts'
import { up as authorizations } from './0008-authorizations.ts'
import { up as packageTrust } from './0009-package-trust.ts'
import { up as log } from './0010-log.ts'
import { up as view } from './0011-view.ts'
import { up as lifecycle } from './0012-lifecycle.ts'
import { up as anchors } from './0013-anchors.ts'
import { up as sequenceSnapshots } from './0014-sequence-snapshots.ts'
import { up as smallerRows } from './0015-smaller-rows.ts'
import { up as branches } from './0016-branches.ts'
import { up as services } from './0017-services.ts'
import { up as models } from './0018-models.ts'
import { up as agents } from './0019-agents.ts'
import { up as approvals } from './0020-approvals.ts'
import { up as changeObjects } from './0021-change-objects.ts'
import { up as routing } from './0022-routing.ts'
import { up as routeLearning } from './0023-route-learning.ts'
import { up as keyRotations } from './0024-key-rotations.ts'
import { up as serviceVersions } from './0025-service-versions.ts'
import { up as modelServers } from './0026-model-servers.ts'
import { up as heldEntries } from './0027-held-entries.ts'
import { up as sharing } from './0028-sharing.ts'
import { up as skills } from './0029-skills.ts'
import { up as serviceProblems } from './0030-service-problems.ts'
import { up as serviceToolsOff } from './0031-service-tools-off.ts'
import { up as serviceChats } from './0032-service-chats.ts'
import { up as serviceAccounts } from './0033-service-accounts.ts'
import { up as serviceAllowances } from './0034-service-allowances.ts'
import { up as callsUnderWay } from './0035-calls-under-way.ts'
import { up as chainAccount } from './0036-chain-account.ts'
import { up as servicePins } from './0037-service-pins.ts'
import { up as secretEntries } from './0038-secret-entries.ts'
import { up as publications } from './0039-publications.ts'
import { up as marketplace } from './0040-marketplace.ts'

/** Every step in order; the number of a step is its place, starting at 1. */
export const migrations: readonly MigrationStep[] = [
  identity,
  packages,
  state,
  activity,
  chat,
  keys,
  didAuth,
  authorizations,
  packageTrust,
  log,
  view,
  lifecycle,
  anchors,
  sequenceSnapshots,
  smallerRows,
  branches,
  services,
  models,
  agents,
  approvals,
  changeObjects,
  routing,
  routeLearning,
  keyRotations,
  serviceVersions,
  modelServers,
  heldEntries,
  sharing,
  skills,
  serviceProblems,
  serviceToolsOff,
  serviceChats,
  serviceAccounts,
  serviceAllowances,
  callsUnderWay,
  chainAccount,
  servicePins,
  secretEntries,
  publications,
  marketplace,
]
