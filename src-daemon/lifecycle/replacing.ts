/** What takes the place of the data, at the user's request: a backup, an imported assistant, what could be salvaged, or nothing. */
import type { DaemonCore } from '../api/index.ts'
import type { BackupsService, Replace, TransferService } from '../backups/types.ts'
import type { SalvageRequest, SalvageResult, SalvageStep } from '../contract/salvage.ts'
import { SatchelError, toErrorView } from '../platform/errors.ts'
import type { Logger } from '../platform/log.ts'
import type { createOneAtATime } from '../platform/one-at-a-time.ts'
import { restoreImportedKeys } from './imported-keys.ts'
import type { Opened, Opening } from './opening.ts'

export interface ReplacingDeps {
  readonly dataDir: string
  readonly log: Logger
  /** Opens the data directory. */
  readonly open: () => Promise<Opened>
  /** Opens what took the place of the data. */
  readonly reopen: () => Promise<Opened>
  readonly backups: Pick<BackupsService, 'prepare'>
  readonly transfers: Pick<TransferService, 'export' | 'inspect' | 'prepare'>
  readonly setAside: (what: 'database' | 'config') => string
  /** Salvages the damaged database, which must not be open. */
  readonly salvage: (request: SalvageRequest, onStep: (step: SalvageStep) => void) => Promise<SalvageResult>
  /** Errors: `weak_passphrase`, `guessable_passphrase`. */
  readonly checkPassphrase: (passphrase: string) => Promise<void>
}

type Replacing = Pick<
  DaemonCore,
  'setAside' | 'salvage' | 'salvageStep' | 'restoreBackup' | 'exportAssistant' | 'importAssistant'
>

export const createReplacing = (
  deps: ReplacingDeps,
  opening: Opening,
  inTurn: ReturnType<typeof createOneAtATime>,
): Replacing => {
  const { log } = deps
  let salvageStep: SalvageStep | null = null

  /** Closes the data, replaces it with what is prepared, and opens that. */
  const replaceData = async (replace: Replace): Promise<string[]> => {
    opening.enter({ kind: 'starting' })
    await opening
      .opened()
      ?.close()
      .catch((problem: unknown) => {
        log.error({ err: problem }, 'not everything could be closed')
      })
    opening.drop()
    try {
      const kept = replace()
      log.warn({ kept }, 'the data was replaced at the user’s request')
      await opening.settle(deps.reopen())
      const blockedBy = opening.blockedBy()
      if (blockedBy !== null) throw blockedBy
      return [...kept]
    } catch (thrown) {
      // Opening finishes a started replacement, and undoes one that wasn't started.
      if (opening.phase().kind === 'starting') await opening.settle(deps.open())
      throw thrown
    }
  }

  /** If the database is open, everything is closed first, and opened again afterwards. */
  const salvage = async (request: SalvageRequest): Promise<SalvageResult> => {
    const [phase, opened] = [opening.phase(), opening.opened()]
    const isOpen = phase.kind === 'ready' && opened?.kind === 'ready' && opened.readOnly === null
    const isDamaged = phase.kind === 'blocked' && phase.remedy === 'set_aside_database'
    if (!isOpen && !isDamaged) throw opening.refusal()
    if (isOpen) {
      opening.enter({ kind: 'starting' })
      await opened.close()
      opening.drop()
    }
    let isChanged = isOpen
    try {
      const result = await deps.salvage(request, (step) => {
        salvageStep = step
      })
      isChanged ||= result.kept !== null
      return result
    } finally {
      salvageStep = null
      if (isChanged) {
        opening.enter({ kind: 'starting' })
        await opening.settle(deps.reopen())
      }
    }
  }

  return {
    setAside: (what) =>
      inTurn(async () => {
        const phase = opening.phase()
        const remedy = phase.kind === 'blocked' ? phase.remedy : null
        if (remedy !== `set_aside_${what}`) throw opening.refusal()
        const keptAt = deps.setAside(what)
        log.warn({ what, keptAt }, 'set aside at the user’s request')
        opening.enter({ kind: 'starting' })
        await opening.settle(deps.open())
        return { keptAt }
      }),

    salvage: (request) => inTurn(() => salvage(request)),

    salvageStep: () => salvageStep,

    restoreBackup: (name) =>
      inTurn(async () => {
        const phase = opening.phase()
        if (phase.kind !== 'blocked' || phase.remedy !== 'set_aside_database') opening.changeable()
        return { kept: await replaceData(await deps.backups.prepare(name)) }
      }),

    exportAssistant: async ({ passphrase, withKeys, current }) => {
      const { identity } = opening.changeable()
      if (!withKeys) await deps.checkPassphrase(passphrase)
      const file = withKeys ? await identity.backup({ passphrase, current }) : null
      const keys = file === null ? null : Buffer.from(file.fileBase64, 'base64')
      return deps.transfers.export({ passphrase, keys })
    },

    importAssistant: ({ id, passphrase, vaultPassphrase }) =>
      inTurn(async () => {
        const { identity } = opening.changeable()
        const { withKeys } = await deps.transfers.inspect(id, passphrase)
        const { backend } = await identity.status()
        if (withKeys && backend === 'vault') {
          if (vaultPassphrase === undefined) throw new SatchelError('vault_passphrase_needed')
          await identity.unlock(vaultPassphrase)
        }
        const kept = await replaceData(await deps.transfers.prepare(id, passphrase))
        const keys = withKeys
          ? await restoreImportedKeys(opening.changeable(), deps.dataDir, { passphrase, vaultPassphrase })
          : { problem: null, at: null }
        return {
          kept,
          keysProblem: keys.problem === null ? null : toErrorView(keys.problem, opening.language()),
          keysAt: keys.at,
        }
      }),
  }
}
