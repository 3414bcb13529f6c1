import type { Command } from 'commander'
import { Declined } from '../console/declined.ts'
import { columns } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { addAgentContactCommands } from './agents-contacts.ts'
import { addAgentsDevCommand } from './agents-dev.ts'
import { addAgentDidCommands } from './agents-did.ts'
import { addAgentDescribeCommand } from './agents-describe.ts'
import { addAgentReceiptCommand } from './agents-receipt.ts'
import { addAgentServeCommand } from './agents-serve.ts'
import { addAgentVerifyCommands } from './agents-verify.ts'

/** `satchel agents callers|tools|allow|refuse|forget|development`, and those of identities, descriptions, the endpoint and other agents. */
export const addAgentsCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session } = deps
  const agents = program.command('agents').description(text('cli_agents'))
  addAgentDidCommands(agents, deps)
  addAgentVerifyCommands(agents, deps)
  addAgentDescribeCommand(agents, deps)
  addAgentServeCommand(agents, deps)
  addAgentsDevCommand(agents, deps)
  addAgentContactCommands(agents, deps)
  addAgentReceiptCommand(agents, deps)

  agents
    .command('callers')
    .description(text('cli_agents_callers'))
    .action(async () => {
      const { withDaemon, output } = session()
      const callers = await withDaemon((api) => api.agents.callers.query())
      output.result(callers, () => {
        const rows = callers.map(({ status, did, label, tools, asked, calls }) => [
          status,
          did,
          label,
          tools.join(' ') || '—',
          asked === null ? '' : `${asked.method} ${asked.params}`,
          String(calls),
        ])
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_none')
      })
    })

  agents
    .command('tools')
    .description(text('cli_agents_tools'))
    .action(async () => {
      const { withDaemon, output } = session()
      const tools = await withDaemon((api) => api.agents.exposable.query())
      output.result(tools, () => {
        for (const line of columns(tools.map(({ id, method, description }) => [id, method, description])))
          output.line(line)
        if (tools.length === 0) output.say('cli_none')
      })
    })

  agents
    .command('allow')
    .description(text('cli_agents_allow'))
    .argument('<did>')
    .requiredOption('--tool <id...>', text('cli_agents_tool'))
    .option('--label <text>', text('cli_agents_label'))
    .option('--days <number>', text('cli_agents_days'), Number)
    .action(async (did: string, { tool: tools, label, days }: AllowOptions) => {
      const { withDaemon, consent, output } = session()
      if (!(await consent('cli_q_agents_allow', { did, tools: tools.join(', ') }))) throw new Declined()
      const input = {
        did,
        status: 'allowed' as const,
        tools,
        ...(label === undefined ? {} : { label }),
        ...(days === undefined ? {} : { expiresInSeconds: Math.round(days * 86_400) }),
      }
      const caller = await withDaemon((api) => api.agents.answer.mutate(input))
      output.result(caller, () => {
        output.line(`${caller.did}  ${caller.tools.join(' ')}  ${caller.until ?? ''}`.trimEnd())
      })
    })

  agents
    .command('refuse')
    .description(text('cli_agents_refuse'))
    .argument('<did>')
    .action(async (did: string) => {
      const { withDaemon, output } = session()
      const caller = await withDaemon((api) =>
        api.agents.answer.mutate({ did, status: 'refused', tools: [] }),
      )
      output.result(caller, () => {
        output.line(caller.did)
      })
    })

  agents
    .command('forget')
    .description(text('cli_agents_forget'))
    .argument('<did>')
    .action(async (did: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.agents.forget.mutate({ did }))
      output.result({ forgotten: did }, () => {
        output.line(did)
      })
    })

  agents
    .command('development')
    .description(text('cli_agents_development'))
    .argument('[hosts...]')
    .option('--none', text('cli_agents_none'))
    .action(async (hosts: string[], { none = false }: { none?: boolean }) => {
      const { withDaemon, consent, output } = session()
      const status = await withDaemon(async (api) => {
        if (hosts.length === 0 && !none) return api.agents.status.query()
        if (hosts.length > 0 && !(await consent('cli_q_agents_development', { hosts: hosts.join(', ') })))
          throw new Declined()
        return api.agents.setDevelopmentHosts.mutate(hosts)
      })
      output.result(status.developmentHosts, () => {
        for (const host of status.developmentHosts) output.line(host)
        if (status.developmentHosts.length === 0) output.say('cli_none')
      })
    })
}

interface AllowOptions {
  readonly tool: string[]
  readonly label?: string
  readonly days?: number
}
