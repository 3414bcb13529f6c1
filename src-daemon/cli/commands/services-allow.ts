import type { Command } from 'commander'
import { serviceLogLevelSchema } from '../../contract/server-allowance.ts'
import { SatchelError } from '../../platform/errors.ts'
import { Declined } from '../declined.ts'
import type { CommandDeps } from '../program.ts'

/** `satchel services sampling|log-level URI` */
export const addServicesAllowCommands = (services: Command, { text, session }: CommandDeps): void => {
  services
    .command('sampling')
    .description(text('cli_services_sampling'))
    .argument('<uri>')
    .option('--off', text('cli_services_sampling_off'))
    .action(async (uri: string, { off }: { off?: boolean }) => {
      const { withDaemon, output, consent } = session()
      const sampling = off !== true
      if (sampling && !(await consent('cli_q_services_sampling', { uri }))) {
        output.say('cli_declined')
        throw new Declined()
      }
      const view = await withDaemon((api) => api.services.allow.mutate({ uri, sampling }))
      output.result(view, () => {
        output.say(sampling ? 'cli_service_sampling_on' : 'cli_service_sampling_off', { uri })
      })
    })

  services
    .command('log-level')
    .description(text('cli_services_log_level'))
    .argument('<uri>')
    .argument('<level>')
    .action(async (uri: string, given: string) => {
      const { withDaemon, output } = session()
      const level = serviceLogLevelSchema.safeParse(given)
      if (!level.success && given !== 'auto')
        throw new SatchelError('invalid_request', {
          params: { problem: `${given}: ${serviceLogLevelSchema.options.join(', ')}, auto` },
        })
      const logLevel = level.success ? level.data : null
      const view = await withDaemon((api) => api.services.allow.mutate({ uri, logLevel }))
      output.result(view, () => {
        output.say('cli_service_log_level', { uri, level: given })
      })
    })
}
