import type { Command } from 'commander'
import { plain } from '../output.ts'
import type { CommandDeps } from '../program.ts'
import { readNamedFile } from './files.ts'

/** `satchel acp verify FILE`: no daemon needed. */
export const addAcpCommands = (program: Command, { text, session }: CommandDeps): void => {
  const acp = program.command('acp').description(text('cli_acp'))

  acp
    .command('verify')
    .description(text('cli_acp_verify'))
    .argument('<file>')
    .action(async (path: string) => {
      // The one command that needs the parsers; they are half of all the code.
      const { verifyPackageFile } = await import('../../packages/index.ts')
      const { output } = session()
      const { fileName, bytes } = readNamedFile(path)
      const { package: verified, problems } = verifyPackageFile(bytes, fileName)
      output.result({ valid: verified !== null, sha256: verified?.sha256 ?? null, problems }, () => {
        for (const { line, column, severity, code, message } of problems)
          output.line(
            plain(`${fileName}:${String(line)}:${String(column)}: ${severity}: ${message} (${code})`),
          )
        if (verified !== null) output.say('cli_valid', { file: fileName, did: verified.author.did })
      })
      if (verified === null) process.exitCode = 1
    })
}
