import type { Command } from 'commander'
import type { EncryptionStatus } from '../../contract/encryption.ts'
import { SatchelError } from '../../platform/errors.ts'
import { stopDaemon } from '../../client/index.ts'
import { Declined } from '../console/declined.ts'
import { inTerminal } from '../console/error-text.ts'
import type { Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { addCheckCommand } from './data-check.ts'
import { addSalvageCommand } from './data-salvage.ts'

/** `satchel data status|encrypt|decrypt`, and what its other files add. */
export const addDataCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session, env } = deps
  const data = program.command('data').description(text('cli_data'))

  data
    .command('status')
    .description(text('cli_data_status'))
    .action(async () => {
      const { withAnyDaemon, output } = session()
      const status = await withAnyDaemon((api) => api.system.encryption.query())
      output.result(status, () => {
        sayEncryption(output, status)
      })
    })

  /** The daemon converts the data before it opens it, so it has to start again. */
  const convert = async (to: 'encrypted' | 'plain'): Promise<void> => {
    const { withDaemon, output, consent } = session()
    await withDaemon((api) => api.system.encryption.query())
    if (!(await consent(to === 'encrypted' ? 'cli_q_encrypt' : 'cli_q_decrypt', {}))) {
      output.say('cli_declined')
      throw new Declined()
    }
    await withDaemon((api) => api.system.changeEncryption.mutate({ to }))
    await stopDaemon(env)
    const status = await withDaemon((api) => api.system.encryption.query())
    output.result(status, () => {
      sayEncryption(output, status)
    })
    if (status.encrypted !== (to === 'encrypted')) throw new SatchelError('not_converted')
  }

  data
    .command('encrypt')
    .description(text('cli_data_encrypt'))
    .action(() => convert('encrypted'))

  data
    .command('decrypt')
    .description(text('cli_data_decrypt'))
    .action(() => convert('plain'))

  addSalvageCommand(data, deps)
  addCheckCommand(data, deps)
}

/** Whether the data is encrypted, where the key is, whether a backup holds it, and what is still readable. */
export const sayEncryption = (output: Output, status: EncryptionStatus): void => {
  const { encrypted, keyIn, keyBackedUpAt, readableCopies, problem } = status
  if (encrypted === true && keyIn !== null) {
    output.say(`cli_encrypted_${keyIn}`)
    if (keyBackedUpAt === null) output.say('cli_data_key_not_backed_up')
    else output.say('cli_data_key_backed_up', { time: keyBackedUpAt })
  }
  if (encrypted === false) output.say('cli_not_encrypted')
  if (encrypted === true && readableCopies.length > 0) {
    output.say('cli_readable_copies')
    for (const path of readableCopies) output.line(`  ${path}`)
  }
  if (problem === null) return
  output.line(problem.message)
  output.line(inTerminal(problem).action)
}
