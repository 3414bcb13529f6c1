import { chainRegistriesRouter } from './chain-registries.ts'
import { publishRouter } from './publish.ts'
import { router } from './trpc.ts'

/** Packages that were published: where, by whom, and found again. */
export const registryRouter = router({
  chains: chainRegistriesRouter,
  publish: publishRouter,
})
