import type { Command } from 'commander'
import type { Backup, DataContents, Rehearsal } from '../../contract/backups.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'

/** `satchel backup list|create|check|restore` */
export const addBackupCommands = (program: Command, { text, session }: CommandDeps): void => {
  const backup = program.command('backup').description(text('cli_backup'))

  backup
    .command('list')
    .description(text('cli_backup_list'))
    .action(async () => {
      const { withAnyDaemon, output } = session()
      const list = await withAnyDaemon((api) => api.backups.list.query())
      output.result(list, () => {
        output.say('cli_backup_folder', { path: list.folder })
        if (!list.enabled) output.say('cli_backup_off')
        if (list.problem !== null) output.say('cli_backup_last_failed', { problem: list.problem.message })
        else if (list.overdue) output.say('cli_backup_overdue')
        if (list.backups.length === 0) output.say('cli_backup_none')
        for (const line of columns(list.backups.map((one) => rowOf(output, one)))) output.line(line)
      })
    })

  backup
    .command('create')
    .description(text('cli_backup_create'))
    .action(async () => {
      const { withDaemon, output } = session()
      const made = await withDaemon((api) => api.backups.create.mutate())
      output.result(made, () => {
        output.say('cli_backup_made', { name: made.name })
      })
    })

  backup
    .command('check')
    .description(text('cli_backup_check'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withAnyDaemon, output } = session()
      const checked = await withAnyDaemon((api) => api.backups.check.mutate({ name }))
      output.result(checked, () => {
        output.say('cli_backup_whole', { name })
      })
    })

  backup
    .command('restore')
    .description(text('cli_backup_restore'))
    .argument('<name>')
    .option('--rehearse', text('cli_backup_rehearse'))
    .action(async (name: string, { rehearse }: { rehearse?: boolean }) => {
      const { withAnyDaemon, output, consent } = session()
      await withAnyDaemon(async (api) => {
        const rehearsal = await api.backups.rehearse.mutate({ name })
        if (rehearse === true) {
          output.result(rehearsal, () => {
            sayRehearsal(output, rehearsal)
            output.say('cli_backup_rehearsed')
          })
          return
        }
        sayRehearsal(output, rehearsal)
        const time = rehearsal.backup.createdAt
        if (!(await consent('cli_q_backup_restore', { time }))) {
          output.say('cli_declined')
          throw new Declined()
        }
        const restored = await api.backups.restore.mutate({ name })
        output.result(restored, () => {
          output.say('cli_backup_restored', { time })
          sayKept(output, restored.kept)
        })
      })
    })
}

const rowOf = ({ language }: Output, one: Backup): string[] => [
  one.name,
  say(language, `cli_backup_reason_${one.reason}`),
  say(language, 'cli_backup_size', { bytes: one.bytes }),
  one.checkedAt === null
    ? say(language, 'cli_backup_unchecked')
    : say(language, 'cli_backup_checked', { time: one.checkedAt }),
]

const sayRehearsal = (output: Output, { holds, present, since }: Rehearsal): void => {
  sayContents(output, holds, present)
  if (since !== null && since.changes + since.messages > 0) output.say('cli_backup_since', since)
}

/** What would come, and what there is. */
export const sayContents = (output: Output, holds: DataContents, present: DataContents | null): void => {
  output.say('cli_backup_holds', holds)
  if (holds.lastChangeAt !== null) output.say('cli_backup_last_change', { time: holds.lastChangeAt })
  if (present === null) output.say('cli_backup_present_unreadable')
  else output.say('cli_backup_present', present)
}

/** Where the replaced data is. */
export const sayKept = (output: Output, kept: readonly string[]): void => {
  if (kept.length === 0) return
  output.say('cli_backup_kept')
  for (const path of kept) output.line(`  ${path}`)
}
