import { InvalidArgumentError, type Command } from 'commander'
import { sizeText } from '../../platform/sizes.ts'
import { say } from '../../text/index.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { ClockStatus } from '../../contract/state-lifecycle.ts'
import { Declined } from '../console/declined.ts'

/** `satchel state usage|expiring|purge|clock|limit` */
export const addStateLifecycleCommands = (state: Command, { text, session }: CommandDeps): void => {
  state
    .command('usage')
    .description(text('cli_state_usage'))
    .action(async () => {
      const { withDaemon, output } = session()
      const usage = await withDaemon((api) => api.state.usage.query())
      output.result(usage, () => {
        for (const { owner, scope, bytes, limit, parts } of usage) {
          const percent = ((100 * bytes) / limit).toFixed(1)
          output.say('cli_state_usage_scope', {
            scope,
            owner,
            bytes: sizeText(bytes),
            limit: sizeText(limit),
            percent,
          })
          for (const part of parts) {
            output.line(
              `  ${say(output.language, 'cli_state_usage_part', {
                schema: part.schemaUri,
                objects: part.objects,
                objectBytes: sizeText(part.objectBytes),
                changes: part.changes,
                changeBytes: sizeText(part.changeBytes),
              })}`,
            )
            for (const line of columns(part.largest.map((one) => [sizeText(one.bytes), one.id])))
              output.line(`    ${line}`)
          }
        }
        if (usage.length === 0) output.say('cli_none')
      })
    })

  state
    .command('expiring')
    .description(text('cli_state_expiring'))
    .action(async () => {
      const { withDaemon, output } = session()
      const expiries = await withDaemon((api) => api.state.expiries.query())
      output.result(expiries, () => {
        for (const { schemaUri, ttl, retention, compression, next, soon } of expiries) {
          output.say('cli_state_expires', { schema: schemaUri, next: next ?? '-', soon })
          const rules = [
            ttl === null ? [] : [['x-ttl', ttl]],
            retention === null ? [] : [['x-retention', `${retention.window} ${retention.strategy}`]],
            compression === null ? [] : [['x-compression', compression]],
          ].flat()
          for (const line of columns(rules)) output.line(`  ${line}`)
          if (retention?.known === false)
            output.line(
              `  ${say(output.language, 'cli_state_strategy_unknown', { strategy: retention.strategy })}`,
            )
        }
        if (expiries.length === 0) output.say('cli_none')
      })
    })

  state
    .command('purge')
    .description(text('cli_state_purge'))
    .option('--evicted', text('cli_state_purge_evicted'))
    .action(async ({ evicted = false }: { evicted?: boolean }) => {
      const { withDaemon, output, consent } = session()
      if (evicted && !(await consent('cli_q_purge_evicted', {}))) {
        output.say('cli_declined')
        throw new Declined()
      }
      const { report, clock } = await withDaemon(async (api) => ({
        report: await api.state.purge.mutate({ evicted }),
        clock: await api.state.clock.query(),
      }))
      output.result(report, () => {
        const { bytesFreed, ...counts } = report
        output.say('cli_state_purged', { ...counts, bytes: sizeText(bytesFreed) })
        if (clock.doubtful) sayClock(output, clock)
      })
    })

  const clock = state.command('clock').description(text('cli_state_clock'))

  clock
    .command('show', { isDefault: true })
    .description(text('cli_state_clock_show'))
    .action(async () => {
      const { withDaemon, output } = session()
      const status = await withDaemon((api) => api.state.clock.query())
      output.result(status, () => {
        sayClock(output, status)
      })
    })

  clock
    .command('confirm')
    .description(text('cli_state_clock_confirm'))
    .action(async () => {
      const { withDaemon, output, consent } = session()
      await withDaemon(async (api) => {
        const { now } = await api.state.clock.query()
        if (!(await consent('cli_q_clock', { now }))) {
          output.say('cli_declined')
          throw new Declined()
        }
        const status = await api.state.confirmClock.mutate()
        output.result(status, () => {
          sayClock(output, status)
        })
      })
    })

  const limit = state
    .command('limit')
    .description(text('cli_state_limit'))
    .argument('<scope>')
    .argument('<bytes>', undefined, bytesArgument)
    .option('--owner <capability>', text('cli_state_limit_owner'))
    .action(async (scope: string, bytes: number, options: { owner?: string }) => {
      const { withDaemon, output } = session()
      await withDaemon(async (api) => {
        const owners = (await api.state.usage.query())
          .filter((one) => one.scope === scope)
          .map((one) => one.owner)
        // The daemon refuses an unknown scope with its own error.
        const owner = options.owner ?? (owners.length > 1 ? undefined : (owners[0] ?? 'core'))
        if (owner === undefined)
          return limit.error(
            say(output.language, 'cli_state_scope_of_many', { scope, owners: owners.join(', ') }),
          )
        await api.state.setLimit.mutate({ owner, scope, limit: bytes })
        output.result({ owner, scope, limit: bytes }, () => {
          output.say('cli_state_limited', { scope, limit: sizeText(bytes) })
        })
      })
    })
}

const sayClock = (output: Output, { now, confirmed, doubtful }: ClockStatus): void => {
  output.say(doubtful ? 'cli_state_clock_doubtful' : 'cli_state_clock_right', { now, confirmed })
}

const bytesArgument = (value: string): number => {
  const bytes = Number(value)
  if (!Number.isSafeInteger(bytes) || bytes < 1) throw new InvalidArgumentError('1, 2, 3, …')
  return bytes
}
