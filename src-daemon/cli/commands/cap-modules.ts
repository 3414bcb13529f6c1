import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import type { PackageModule } from '../../contract/package-modules.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api, Session } from '../console/session.ts'
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
    .argument('[file]')
    .option('--fetch', text('cli_cap_module_fetch'))
    .action(async (name: string, file: string | undefined, options: { fetch?: boolean }) => {
      const opened = session()
      const { withDaemon, output } = opened
      if ((file === undefined) === (options.fetch !== true))
        throw new SatchelError('invalid_request', { params: { problem: 'FILE | --fetch' } })
      const list = await withDaemon((api) =>
        file === undefined ? fetchMissing(api, opened, name) : giveFile(api, name, file),
      )
      output.result(list, () => {
        output.say('cli_module_kept', { name })
        show(output, list)
      })
    })
}

const giveFile = (api: Api, name: string, file: string) => {
  const bytesBase64 = readNamedFile(file).bytes.toString('base64')
  return api.packages.giveModule.mutate({ name, bytesBase64 })
}

/** Gets a capability's missing modules from IPFS, each after consent to the sources that are asked. */
const fetchMissing = async (
  api: Api,
  { consent, output }: Session,
  name: string,
): Promise<readonly PackageModule[]> => {
  const from = await api.ipfs.askable.query()
  // Empty if no sources are configured: the file may still be on this disk.
  const names = from.map(({ kind, name }) =>
    kind === 'embedded' ? say(output.language, 'cli_ipfs_own_peers') : name,
  )
  const sources = names.join(', ') || say(output.language, 'cli_ipfs_here')
  for (const { cid, size } of await api.packages.modules.query({ name })) {
    if (size !== null) continue
    if (!(await consent('cli_q_fetch_module', { cid, sources }))) throw new Declined()
    await api.packages.fetchModule.mutate({ name, cid, from })
  }
  return api.packages.modules.query({ name })
}

/** Gives a capability the modules whose files are beside its package file, named by their CIDs. */
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
