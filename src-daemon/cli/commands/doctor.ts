import type { Command } from 'commander'
import { dataPaths } from '../../platform/paths.ts'
import type { Remedy } from '../../contract/daemon.ts'
import type { FormerName } from '../../contract/state-sync.ts'
import { roomOf, sayRoom } from '../console/disk.ts'
import { inTerminal } from '../console/error-text.ts'
import { columns, type Output } from '../console/output.ts'
import { Declined } from '../console/declined.ts'
import { sayLimits } from './servers-show.ts'
import { sayProblem } from '../console/phase.ts'
import { sayEncryption } from './data.ts'
import { sayCheck } from './data-check.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { settledStatus } from '../console/session.ts'

/** `satchel doctor [--set-aside]`: diagnoses this installation, and offers a way out for a damaged file. */
export const addDoctorCommand = (program: Command, { text, session, env, io }: CommandDeps): void => {
  program
    .command('doctor')
    .description(text('cli_doctor'))
    .option('--set-aside', text('cli_doctor_set_aside'))
    .action(async (options: { setAside?: boolean }) => {
      const { withAnyDaemon, output, consent } = session()
      await withAnyDaemon(async (api) => {
        const { info, phase } = await settledStatus(api)
        if (options.setAside === true && phase.kind === 'blocked' && isSetAside(phase.remedy)) {
          output.line(phase.problem.message)
          if (!(await consent('cli_q_set_aside', {}))) {
            output.say('cli_declined')
            throw new Declined()
          }
          const what = phase.remedy === 'set_aside_database' ? 'database' : 'config'
          const kept = await api.system.setAside.mutate({ what })
          output.result(kept, () => {
            output.say('cli_kept_at', { path: kept.keptAt })
          })
          return
        }
        const encryption = await api.system.encryption.query()
        const backups = await api.backups.list.query()
        const identity = phase.kind === 'ready' ? await api.identity.status.query() : null
        const providers = phase.kind === 'ready' ? await api.models.providers.query() : []
        const sandbox = phase.kind === 'ready' ? await api.servers.sandbox.query() : null
        // A locked store can't say what it contains; its state is reported above.
        const vault = identity?.keyStore.state
        const lostVault = vault === 'missing' || vault === 'damaged' ? vault : null
        const canCheckSecrets = identity?.keyStore.state === 'ready' && phase.kind === 'ready'
        const secrets = canCheckSecrets ? await api.identity.secretProblems.query() : []
        const formerNames = phase.kind === 'ready' ? await api.state.formerNames.query() : []
        const check = phase.kind === 'ready' ? await api.checks.status.query() : null
        const settings = phase.kind === 'ready' ? await api.settings.problems.query() : []
        const installed = phase.kind === 'ready' ? await api.packages.installed.query() : []
        const advisories = installed.flatMap(({ name, version, review: { title, advisories: all } }) =>
          all.map((one) => ({ name, title, version, ...one })),
        )
        const lists = phase.kind === 'ready' ? await api.trust.lists.query() : []
        const paths = dataPaths(env)
        const room = roomOf({ ...paths, dataDir: info.dataDir })
        const found = {
          ...{ info, phase, paths, room, encryption, backups, identity, providers, sandbox, secrets },
          ...{ formerNames, check, settings, advisories, lists },
        }
        output.result(found, () => {
          const rows = [
            ['Satchel', info.version],
            ['Node', process.version],
            [info.dataDir, phase.kind],
            ...(identity === null ? [] : [[identity.keyStore.backend, identity.keyStore.state]]),
            ...(sandbox === null
              ? []
              : [
                  [text('cli_doctor_sandbox'), sandbox.kind ?? sandbox.problem ?? '?'],
                  [text('cli_doctor_limits'), sayLimits(output.language, sandbox.limits)],
                ]),
            ...providers.map((provider) => [provider.name, provider.problem ?? 'ok']),
          ]
          for (const line of columns(rows)) output.line(line)
          // Not "Ready." where nothing can be signed.
          output.say(lostVault === null ? `cli_phase_${phase.kind}` : `cli_keys_state_${lostVault}`)
          sayProblem(output, phase)
          sayRoom(output, room, info.dataDir)
          sayEncryption(output, encryption)
          if (backups.problem !== null)
            output.say('cli_backup_last_failed', { problem: backups.problem.message })
          else if (backups.overdue) output.say('cli_backup_overdue')
          if (check !== null && check.findings.length > 0) sayCheck(output, check)
          sayFormerName(output, formerNames.at(-1))
          for (const one of advisories) {
            output.say('cli_doctor_blocked', one)
            output.say('cli_doctor_blocked_advice', one)
          }
          const overdue = lists.flatMap(({ problem }) => problem ?? [])
          for (const problem of [...secrets.map((one) => one.problem), ...settings, ...overdue]) {
            output.line(problem.message)
            output.line(inTerminal(problem).action)
          }
        })
        if (phase.kind === 'blocked' || lostVault !== null || advisories.length > 0) io.exitCode = 1
      })
    })
}

/** Why this data became a separate device. */
const sayFormerName = (output: Output, former: FormerName | undefined): void => {
  if (former === undefined) return
  const { reason, until: time, from } = former
  if (reason === 'shared' || from === null) output.say('cli_doctor_new_name', { time })
  else output.say('cli_doctor_copied', { from, time })
}

const isSetAside = (remedy: Remedy | null): boolean =>
  remedy === 'set_aside_database' || remedy === 'set_aside_config'
