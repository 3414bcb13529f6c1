import type { Command } from 'commander'
import type { DeviceInfo } from '../../contract/devices.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'
import type { Api } from '../console/session.ts'

/** `satchel devices list|name|remove` */
export const addDevicesCommands = (program: Command, { text, session }: CommandDeps): void => {
  const devices = program.command('devices').description(text('cli_devices'))

  devices
    .command('list')
    .description(text('cli_devices_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.state.devices.query())
      output.result(list, () => {
        const rows = list.map((device) => [
          device.isThis ? '*' : ' ',
          nameOf(output, device),
          device.replica,
          device.since?.slice(0, 10) ?? '-',
          stateOf(output, device),
          device.lastChangeAt?.slice(0, 16) ?? '-',
        ])
        for (const line of columns(rows)) output.line(line)
      })
    })

  devices
    .command('name')
    .description(text('cli_devices_name'))
    .argument('<device>')
    .argument('<name>')
    .action(async (wanted: string, name: string) => {
      const { withDaemon, output } = session()
      const device = await withDaemon(async (api) => {
        const { replica } = await find(api, wanted)
        return api.state.nameDevice.mutate({ replica, name })
      })
      output.result(device, () => {
        output.say('cli_devices_named', { name: nameOf(output, device) })
      })
    })

  devices
    .command('remove')
    .description(text('cli_devices_remove'))
    .argument('<device>')
    .action(async (wanted: string) => {
      const { withDaemon, output, consent } = session()
      const device = await withDaemon(async (api) => {
        const found = await find(api, wanted)
        if (found.isThis) throw new SatchelError('device_is_this')
        const last = found.lastChangeAt ?? say(output.language, 'cli_devices_never')
        if (!(await consent('cli_q_device_remove', { name: nameOf(output, found), last }))) {
          output.say('cli_declined')
          throw new Declined()
        }
        return api.state.removeDevice.mutate({ replica: found.replica })
      })
      output.result(device, () => {
        output.say('cli_devices_removed', { name: nameOf(output, device) })
      })
    })
}

/** By its id, the end of it, or a name only one has. */
const find = async (api: Api, wanted: string): Promise<DeviceInfo> => {
  const list = await api.state.devices.query()
  const found = [
    list.filter(({ replica }) => replica === wanted),
    list.filter(({ name }) => name === wanted),
    wanted.length < SHORTEST ? [] : list.filter(({ replica }) => replica.endsWith(wanted)),
  ].find(({ length }) => length > 0)
  const [device, ...others] = found ?? []
  if (device === undefined || others.length > 0)
    throw new SatchelError('device_unknown', { params: { device: wanted } })
  return device
}

/** As much of an id as messages show. */
const SHORTEST = 8

const nameOf = ({ language }: Output, { name, replica }: DeviceInfo): string =>
  name ?? `${say(language, 'cli_devices_unnamed')} ${replica.slice(-SHORTEST)}`

const stateOf = ({ language }: Output, { removedAt, authorizedUntil }: DeviceInfo): string => {
  const state = removedAt !== null ? 'removed' : authorizedUntil === null ? 'unauthorized' : 'authorized'
  const at = (removedAt ?? authorizedUntil ?? '').slice(0, 10)
  return say(language, 'cli_devices_state', { state, at })
}
