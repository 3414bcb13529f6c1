import { Option, type Command } from 'commander'
import type { CommandDeps } from '../program.ts'

/** `satchel services enable|disable URI TOOL`, `satchel services chat URI [--on|--off] [--about TEXT]` */
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

  services
    .command('chat')
    .description(text('cli_services_chat'))
    .argument('<uri>')
    .addOption(new Option('--on', text('cli_services_chat_on')).conflicts('off'))
    .option('--off', text('cli_services_chat_off'))
    .option('--about <text>', text('cli_services_chat_about'))
    .action(async (uri: string, { on, off, about }: { on?: boolean; off?: boolean; about?: string }) => {
      const { withDaemon, output } = session()
      const routed = on === true ? true : off === true ? false : undefined
      const view = await withDaemon((api) => api.services.setChat.mutate({ uri, routed, about }))
      output.result(view, () => {
        output.say(view.chat.routed ? 'cli_service_chat_on' : 'cli_service_chat_off', { uri })
        if (view.chat.about !== '') output.line(view.chat.about)
      })
    })
}
