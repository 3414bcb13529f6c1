import { capabilitiesRouter } from './capabilities.ts'
import { chatRouter } from './chat.ts'
import { identityRouter } from './identity.ts'
import { packagesRouter } from './packages.ts'
import { settingsRouter } from './settings.ts'
import { stateRouter } from './state.ts'
import { systemRouter } from './system.ts'
import { router } from './trpc.ts'

/** The contract: one name per call, written once. Clients import its type only. */
export const appRouter = router({
  system: systemRouter,
  identity: identityRouter,
  packages: packagesRouter,
  capabilities: capabilitiesRouter,
  state: stateRouter,
  chat: chatRouter,
  settings: settingsRouter,
})

export type AppRouter = typeof appRouter
