import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import type { PackageModule } from '../../bindings/types.ts'
import { say } from '../../text/index.ts'
import { columns, type Output } from '../output.ts'
import type { CommandDeps } from '../program.ts'
import type { Api } from '../session.ts'
import { isFile } from './cap-source.ts'
import { readNamedFile } from './files.ts'

/** `satchel cap modules|module`: WebAssembly modules that capabilities name by CID, and their files. */
export const addCapModulesCommands = (cap: Command, { text, session }: CommandDeps): void => {
  cap
    .command('modules')
    .description(text('cli_cap_modules'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.packages.modules.query({ name }))
      output.result(list, () => {
        show(output, list)
      })
    })

  cap
    .command('module')
    .description(text('cli_cap_module'))
    .argument('<name>')
    .argument('<file>')
    .action(async (name: string, file: string) => {
      const { withDaemon, output } = session()
      const bytesBase64 = readNamedFile(file).bytes.toString('base64')
      const list = await withDaemon((api) => api.packages.giveModule.mutate({ name, bytesBase64 }))
      output.result(list, () => {
        output.say('cli_module_kept', { name })
        show(output, list)
      })
    })
}

/** Gives a capability the modules whose files lie beside the package it was installed from, named by their CIDs. */
export const giveModulesBeside = async (api: Api, name: string, what: string): Promise<void> => {
  if (!isFile(what)) return
  for (const { cid, size } of await api.packages.modules.query({ name })) {
    const path = join(dirname(what), `${cid}.wasm`)
    if (size !== null || !existsSync(path)) continue
    const bytesBase64 = readNamedFile(path).bytes.toString('base64')
    await api.packages.giveModule.mutate({ name, bytesBase64 })
  }
}

const show = (output: Output, modules: readonly PackageModule[]): void => {
  const rows = modules.map(({ cid, tools, size }) => [
    cid,
    tools.join(', '),
    size === null ? say(output.language, 'cli_secret_missing') : String(size),
  ])
  for (const line of columns(rows)) output.line(line)
  if (modules.length === 0) output.say('cli_none')
}
