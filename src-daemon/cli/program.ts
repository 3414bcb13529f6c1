import { Command } from 'commander'
import { appVersion } from '../platform/app.ts'
import type { Language } from '../contract/language.ts'
import { ownCommand, say, type PlainPhraseKey } from '../text/index.ts'
import { addActivityCommands } from './commands/activity.ts'
import { addAgentsCommands } from './commands/agents.ts'
import { addAcpCommands } from './commands/acp.ts'
import { addApprovalsCommands } from './commands/approvals.ts'
import { addAssistantCommands } from './commands/assistant.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addAuthorizationsCommands } from './commands/authorizations.ts'
import { addCapCommands } from './commands/cap.ts'
import { addChatCommand } from './commands/chat.ts'
import { addDaemonCommands } from './commands/daemon.ts'
import { addDataCommands } from './commands/data.ts'
import { addDevicesCommands } from './commands/devices.ts'
import { addDidCommands } from './commands/did.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addIpfsCommands } from './commands/ipfs.ts'
import { addKeysCommands } from './commands/keys.ts'
import { addMcpCommand } from './commands/mcp.ts'
import { addMemoryCommands } from './commands/memory.ts'
import { addModelsCommands } from './commands/models.ts'
import { addSkillCommands } from './commands/skill.ts'
import { addServersCommands } from './commands/servers.ts'
import { addPersonasCommands, addPromptsCommands } from './commands/prompts.ts'
import { addProfileCommands } from './commands/profile.ts'
import { addRouterCommands } from './commands/router.ts'
import { addShareCommands } from './commands/share.ts'
import { addSettingsCommands } from './commands/settings.ts'
import { addStateCommands } from './commands/state.ts'
import { addThreadsCommands } from './commands/threads.ts'
import { addTrustCommands } from './commands/trust.ts'
import { addWalletsCommands } from './commands/wallets.ts'
import { addWebCommand } from './commands/web.ts'
import type { CommandDeps } from './console/command-deps.ts'
import type { Io } from './console/io.ts'
import { createOutput, writeText } from './console/output.ts'
import { addRegistryCommands } from './commands/registry/index.ts'
import { ownArguments } from './console/own-arguments.ts'
import { createSession } from './console/session.ts'

/** The whole command line. Throws its commands' errors, and `CommanderError` for wrong usage. */
export const createProgram = (input: { json: boolean; language: Language; io: Io }): Command => {
  const text = (key: PlainPhraseKey) => say(input.language, key)
  const { io } = input
  const program = new Command(ownCommand())
    .description(text('cli_about'))
    .version(appVersion)
    .option('--json', text('cli_json'))
    .option('--yes', text('cli_yes'))
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (written) => {
        writeText(io.stdout, written)
      },
      writeErr: (written) => {
        writeText(io.stderr, written)
      },
    })

  const deps: CommandDeps = {
    text,
    env: io.env,
    io,
    session: () => {
      const output = createOutput({ json: input.json, language: input.language, stream: io.stdout })
      return createSession({ output, yes: ownArguments(io.argv).includes('--yes'), io })
    },
  }
  for (const add of [
    addDaemonCommands,
    addDataCommands,
    addBackupCommands,
    addAssistantCommands,
    addWebCommand,
    addChatCommand,
    addCapCommands,
    addStateCommands,
    addKeysCommands,
    addAuthorizationsCommands,
    addDevicesCommands,
    addApprovalsCommands,
    addActivityCommands,
    addDidCommands,
    addAcpCommands,
    addSkillCommands,
    addServersCommands,
    addAgentsCommands,
    addThreadsCommands,
    addWalletsCommands,
    addMcpCommand,
    addShareCommands,
    addRegistryCommands,
    addTrustCommands,
    addModelsCommands,
    addIpfsCommands,
    addRouterCommands,
    addMemoryCommands,
    addProfileCommands,
    addPromptsCommands,
    addPersonasCommands,
    addSettingsCommands,
    addDoctorCommand,
  ])
    add(program, deps)
  for (const command of allCommands(program)) {
    // Accepted anywhere on the line, so that `satchel state query ... --json` works as people type it.
    if (command !== program)
      command.option('--json', text('cli_json')).option('--yes', text('cli_yes')).exitOverride()
  }
  return program
}

const allCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(allCommands)]
