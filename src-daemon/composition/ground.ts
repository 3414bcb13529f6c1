import { createNetworkGuard, fetchDidDocument, type NetworkGuard } from '../network/index.ts'
import { createDidResolver } from '../identity/index.ts'
import type { KeyStores, PassphraseJudge } from '../identity/index.ts'
import type { BackupsService } from '../backups/types.ts'
import type { DidResolver, IdentityService } from '../identity/types.ts'
import type { Language } from '../contract/language.ts'
import type { Settings } from '../contract/settings.ts'
import type { Logger } from '../platform/log.ts'
import type { ToldSecrets } from '../platform/told-secrets.ts'
import type { DataPaths } from '../platform/paths.ts'
import type { Database, DatabaseKey } from '../storage/index.ts'
import { closedBy } from './closing.ts'

export interface DaemonInput {
  readonly backups: BackupsService
  /** Called with the key, and the stores, that the data is opened with. */
  readonly keyFound: (
    stores: KeyStores,
    found: { readonly key: DatabaseKey | null; readonly unattended: boolean },
  ) => void
  readonly paths: DataPaths
  readonly log: Logger
  /** The log masks it, too. */
  readonly told: ToldSecrets
  readonly osLanguage: Language
  /** `SATCHEL_VAULT_PASSPHRASE`. */
  readonly vaultPassphrase: string | undefined
  readonly passphrases: PassphraseJudge
}

/** The foundation of every room. */
export interface Ground extends Network {
  readonly input: DaemonInput
  readonly db: Database
  readonly identity: IdentityService
  readonly now: () => Date
}

/** The hosts allowed for development, and the file of trusted authorities. */
type NetworkSettings = Pick<Settings, 'developmentHosts' | 'trustedCa'>

interface Network {
  readonly guard: NetworkGuard
  readonly dids: DidResolver
  /** Sets where the network guard looks up what the owner allows, because the settings are opened later. */
  readonly followSettings: (settings: () => NetworkSettings) => void
  /** Sets the receiver of servers' times, because state is opened later. */
  readonly tellTime: (listener: (ms: number) => void) => void
}

export const now = () => new Date()

/** Opens the network, with nothing allowed yet that only the owner allows. */
export const openNetwork = ({ log }: Pick<DaemonInput, 'log'>, stack: AsyncDisposableStack): Network => {
  let settings = (): NetworkSettings => ({ developmentHosts: [], trustedCa: '' })
  const developmentHosts = () => settings().developmentHosts
  let onTime = (_ms: number): void => undefined
  const guard = closedBy(
    stack,
    createNetworkGuard({
      developmentHosts,
      trustedCa: () => settings().trustedCa,
      onTrustProblem: (problem) => {
        log.warn({ err: problem, code: problem.code }, 'only the roots of the system are trusted')
      },
      onTime: (ms) => {
        onTime(ms)
      },
      log: (event) => {
        log.debug(event, 'network')
      },
    }),
  )
  return {
    guard,
    dids: createDidResolver({ now, fetch: fetchDidDocument(guard, developmentHosts) }),
    followSettings: (given) => {
      settings = given
    },
    tellTime: (listener) => {
      onTime = listener
    },
  }
}
