import type { Command } from 'commander'
import type { IpfsStatus } from '../../contract/ipfs.ts'
import type { IpfsSettings } from '../../contract/settings.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { writeNewFile } from '../console/new-file.ts'
import { columns, type Output } from '../console/output.ts'
import { placeNames, showPlaces } from '../console/places.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { readNamedFile } from './files.ts'

/** `satchel ipfs status|add|get|pin|unpin|pins|sweep|set` */
export const addIpfsCommands = (program: Command, deps: CommandDeps): void => {
  const ipfs = program.command('ipfs').description(deps.text('cli_ipfs'))
  for (const add of [addLooking, addBytes, addPinning]) add(ipfs, deps)
}

const addLooking = (ipfs: Command, { text, session }: CommandDeps): void => {
  ipfs
    .command('status')
    .description(text('cli_ipfs_status'))
    .action(async () => {
      const { withDaemon, output } = session()
      const status = await withDaemon((api) => api.ipfs.status.query())
      output.result(status, () => {
        showStatus(output, status)
      })
    })

  ipfs
    .command('set')
    .description(text('cli_ipfs_set'))
    .argument('<name>')
    .argument('<value>')
    .action(async (name: string, value: string) => {
      const { withDaemon, output } = session()
      const status = await withDaemon((api) => api.ipfs.configure.mutate(changeOf(name, value)))
      output.result(status, () => {
        showStatus(output, status)
      })
    })
}

const addBytes = (ipfs: Command, { text, session }: CommandDeps): void => {
  ipfs
    .command('add')
    .description(text('cli_ipfs_add'))
    .argument('<file>')
    .action(async (file: string) => {
      const { withDaemon, output } = session()
      const bytesBase64 = readNamedFile(file).bytes.toString('base64')
      const added = await withDaemon((api) => api.ipfs.add.mutate({ bytesBase64 }))
      output.result(added, () => {
        output.line(added.cid)
        showPlaces(output, added.places)
      })
    })

  ipfs
    .command('get')
    .description(text('cli_ipfs_get'))
    .argument('<cid>')
    .option('--out <file>', text('cli_ipfs_get_out'))
    .action(async (cid: string, { out }: { out?: string }) => {
      const { withDaemon, output } = session()
      const got = await withDaemon((api) => api.ipfs.get.mutate({ cid }))
      if (out !== undefined) writeNewFile(out, Buffer.from(got.bytesBase64, 'base64'))
      output.result(got, () => {
        showPlaces(output, got.tried)
        output.say('cli_ipfs_from', { sources: placeNames(output, got.from), sha256: got.sha256 })
      })
    })
}

const addPinning = (ipfs: Command, { text, session }: CommandDeps): void => {
  for (const verb of ['pin', 'unpin'] as const)
    ipfs
      .command(verb)
      .description(text(verb === 'pin' ? 'cli_ipfs_pin' : 'cli_ipfs_unpin'))
      .argument('<cid>')
      .action(async (cid: string) => {
        const { withDaemon, output } = session()
        const places = await withDaemon((api) => api.ipfs[verb].mutate({ cid }))
        output.result(places, () => {
          showPlaces(output, places)
        })
      })

  ipfs
    .command('pins')
    .description(text('cli_ipfs_pins'))
    .action(async () => {
      const { withDaemon, output } = session()
      const listed = await withDaemon((api) => api.ipfs.pins.query())
      output.result(listed, () => {
        for (const line of columns(listed.pins.map(({ cid, places }) => [cid, placeNames(output, places)])))
          output.line(line)
        if (listed.pins.length === 0) output.say('cli_none')
        showPlaces(
          output,
          listed.places.filter(({ code }) => code !== null),
        )
      })
    })

  ipfs
    .command('sweep')
    .description(text('cli_ipfs_sweep'))
    .action(async () => {
      const { withDaemon, output } = session()
      const swept = await withDaemon((api) => api.ipfs.sweep.mutate())
      output.result(swept, () => {
        output.say('cli_ipfs_swept', { count: swept.removed })
      })
    })
}

const showStatus = (output: Output, { embedded, kubo, gateways }: IpfsStatus): void => {
  const none = say(output.language, 'cli_ipfs_none')
  const node = !embedded.enabled
    ? say(output.language, 'cli_ipfs_off')
    : (embedded.problem ?? say(output.language, 'cli_ipfs_peers', { count: embedded.peers.length }))
  const rows = [
    [say(output.language, 'cli_ipfs_here'), node],
    ...embedded.addresses.map((address) => ['', address]),
    ['kubo', kubo === null ? none : `${kubo.url}  ${kubo.version ?? kubo.problem ?? ''}`],
    ['gateways', gateways.length === 0 ? none : ''],
    ...gateways.map(({ url, answered, failed }) => [
      '',
      `${url}  ${say(output.language, 'cli_ipfs_gateway_line', { answered, failed })}`,
    ]),
  ]
  for (const line of columns(rows)) output.line(line)
}

const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Errors: `invalid_request` for an unknown setting; the daemon validates the value. */
const changeOf = (name: string, value: string): Partial<IpfsSettings> => {
  if (name === 'embedded' && ['on', 'off'].includes(value)) return { embedded: value === 'on' }
  if (name === 'listen') return { listen: value }
  if (name === 'kubo') return { kuboUrl: value }
  if (name === 'peers') return { peers: listOf(value) }
  if (name === 'gateways') return { gateways: listOf(value) }
  const problem = `${name} ${value}: embedded on|off, listen, peers, kubo, gateways`
  throw new SatchelError('invalid_request', { params: { problem } })
}
