import { createDidAuthService } from '../agents/index.ts'
import { createAuthorizations, createDevices } from '../identity/index.ts'
import type { Settings } from '../contract/settings.ts'
import { createProfile } from '../profile/index.ts'
import { createSettings } from '../settings/index.ts'
import { createPlace } from '../storage/index.ts'
import { createState } from '../state/index.ts'
import type { StateService } from '../state/types.ts'
import { closedBy } from './closing.ts'
import type { Ground } from './ground.ts'

/** Opens the owner's state unchanged. */
export const wireState = ({ input, db, identity, now }: Ground, stack: AsyncDisposableStack): StateService =>
  closedBy(
    stack,
    createState({
      db,
      ownerDid: () => identity.ownerDid,
      rotations: identity.rotations,
      devices: createDevices({ db, identity, now }),
      now: () => now().getTime(),
      place: createPlace(input.paths.database),
      report: (problem) => {
        input.log.warn({ err: problem, code: problem.code }, 'state was mended')
      },
    }),
  )

export type Owner = ReturnType<typeof wireOwner>

/**
 * The owner's data, settings and profile; network and key store follow the settings from here on. The core models are in
 * `state`.
 */
export const wireOwner = (ground: Ground, state: StateService) => {
  const { input, db, dids, identity, now, followSettings } = ground
  const settings = createSettings({ configPath: input.paths.config, state })
  followSettings(settings.get)
  const lockAsSet = ({ vaultLockMinutes, vaultLockOnSleep }: Settings): void => {
    identity.setAutoLock(vaultLockMinutes)
    identity.setLockOnSleep(vaultLockOnSleep)
  }
  lockAsSet(settings.get())
  settings.onChange(lockAsSet)
  const language = () => settings.get().language
  return {
    state,
    settings,
    profile: createProfile({ db, language, now }),
    language,
    didAuth: createDidAuthService({ db, dids, identity, now }),
    authorizations: createAuthorizations({ db, identity, now }),
  }
}
