import type { Command } from 'commander'
import type { CommandDeps } from '../program.ts'

/** `satchel services enable|disable URI TOOL` */
export const addServicesSwitchCommands = (services: Command, { text, session }: CommandDeps): void => {
  for (const verb of ['enable', 'disable'] as const)
    services
      .command(verb)
      .description(text(`cli_services_${verb}`))
      .argument('<uri>')
      .argument('<tool>')
      .action(async (uri: string, tool: string) => {
        const { withDaemon, output } = session()
        const enabled = verb === 'enable'
        const view = await withDaemon((api) => api.services.setToolEnabled.mutate({ uri, tool, enabled }))
        output.result(view, () => {
          output.say(enabled ? 'cli_service_tool_on' : 'cli_service_tool_off', { uri, tool })
        })
      })
}
