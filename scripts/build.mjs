// `npm run build`: always builds. `--if-stale` builds only if something changed.
import { isBuildStale } from './freshness.mjs'
import { build } from './setup-steps.mjs'
import { withSetupLock } from './setup-lock.mjs'

try {
  await withSetupLock(async () => {
    if (process.argv.includes('--if-stale') && !isBuildStale()) {
      console.log('The bundles in out/ are up to date.')
    } else {
      await build()
    }
  })
} catch (error) {
  console.error(error.forPeople ? error.message : error)
  process.exitCode = 1
}
