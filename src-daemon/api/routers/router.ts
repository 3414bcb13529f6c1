import { agentContactsRouter } from './agent-contacts.ts'
import { agentIdentitiesRouter } from './agent-identities.ts'
import { activityRouter } from './activity.ts'
import { appsRouter } from './apps.ts'
import { approvalsRouter } from './approvals.ts'
import { backupsRouter } from './backups.ts'
import { capabilitiesRouter } from './capabilities.ts'
import { chatRouter } from './chat.ts'
import { draftsRouter } from './drafts.ts'
import { identityRouter } from './identity.ts'
import { ipfsRouter } from './ipfs.ts'
import { memoryRouter } from './memory.ts'
import { modelsRouter } from './models.ts'
import { agentOfferRouter } from './agent-offer.ts'
import { agentsRouter } from './inbox.ts'
import { marketplaceRouter } from './marketplace.ts'
import { packagesRouter } from './packages.ts'
import { profileRouter } from './profile.ts'
import { promptsRouter } from './prompts.ts'
import { questionsRouter } from './questions.ts'
import { threadsRouter } from './threads.ts'
import { unlocksRouter } from './unlocks.ts'
import { walletsRouter } from './wallets.ts'
import { serversRouter } from './servers.ts'
import { skillsRouter } from './skills.ts'
import { settingsRouter } from './settings.ts'
import { sharingRouter } from './sharing.ts'
import { schemasRouter } from './schemas.ts'
import { stateRouter } from './state.ts'
import { checksRouter } from './checks.ts'
import { noticesRouter } from './notices.ts'
import { systemRouter } from './system.ts'
import { routingRouter } from './routing.ts'
import { router } from '../core/trpc.ts'
import { chainRegistriesRouter } from './chain-registries.ts'
import { publishRouter } from './publish.ts'
import { staticRegistryRouter } from './static-registry.ts'
import { trustRouter } from './trust.ts'

/** Published packages: where they are published, by whom, and finding them. */
const registryRouter = router({
  chains: chainRegistriesRouter,
  publish: publishRouter,
  static: staticRegistryRouter,
})

/** The API: one name per call. Clients import only its type. */
export const appRouter = router({
  system: systemRouter,
  checks: checksRouter,
  notices: noticesRouter,
  identity: identityRouter,
  packages: packagesRouter,
  drafts: draftsRouter,
  skills: skillsRouter,
  capabilities: capabilitiesRouter,
  approvals: approvalsRouter,
  profile: profileRouter,
  prompts: promptsRouter,
  questions: questionsRouter,
  threads: threadsRouter,
  wallets: walletsRouter,
  unlocks: unlocksRouter,
  activity: activityRouter,
  state: stateRouter,
  schemas: schemasRouter,
  backups: backupsRouter,
  chat: chatRouter,
  apps: appsRouter,
  memory: memoryRouter,
  router: routingRouter,
  servers: serversRouter,
  models: modelsRouter,
  settings: settingsRouter,
  agents: agentsRouter,
  agentIdentities: agentIdentitiesRouter,
  agentContacts: agentContactsRouter,
  agentOffer: agentOfferRouter,
  sharing: sharingRouter,
  registry: registryRouter,
  marketplace: marketplaceRouter,
  trust: trustRouter,
  ipfs: ipfsRouter,
})

export type AppRouter = typeof appRouter
