/**
 * Servers in containers: with a fake engine, and with a real one if `SATCHEL_TEST_CONTAINER` names it:
 * `/usr/bin/docker NAME@sha256:…`.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { appRoot } from '../../platform/app.ts'
import { openPinnedServers, programOf, type PinnedServers } from '../testing/pinned-servers.ts'
import { connectServer } from '../testing/connect-server.ts'

const IMAGE = `some/server@sha256:${'a'.repeat(64)}`

let room: PinnedServers
let containers: string

beforeEach(() => {
  room = openPinnedServers((root) => {
    containers = join(root, 'containers')
    const programs = join(root, 'programs')
    for (const folder of [containers, programs]) mkdirSync(folder)
    copyFileSync(join(appRoot, 'src-daemon/mcp/testing/engine-stand-in.mjs'), join(programs, 'docker.mjs'))
    writeFileSync(
      join(programs, 'docker'),
      `#!/bin/sh\nCONTAINERS='${containers}' exec '${process.execPath}' -- '${programs}/docker.mjs' "$@"\n`,
    )
    chmodSync(join(programs, 'docker'), 0o755)
    return programs
  })
})
afterEach(() => room.end())

const boxed = (
  command = ['docker', 'run', '-i', '--rm', '--network', 'none', IMAGE],
  { unsandboxed = true, env = {} }: { unsandboxed?: boolean; env?: Record<string, string> } = {},
) => programOf(command, { unsandboxed, env })
const containerSchema = z.object({
  label: z.string(),
  args: z.array(z.string()),
  variables: z.string(),
  environment: z.record(z.string(), z.string()),
})
const found = () =>
  readdirSync(containers).map((id) =>
    containerSchema.parse(JSON.parse(readFileSync(join(containers, id), 'utf8'))),
  )
const labels = () => found().map(({ label }) => label)
const keep = (id: string, label: string) => {
  writeFileSync(join(containers, id), JSON.stringify({ label, args: [], variables: '', environment: {} }))
}

describe('with a stand-in for the engine', () => {
  it('says before anything is started that the sandbox holds no engine', async () => {
    const adding = connectServer(room.servers(), {
      uri: 'boxed',
      definition: boxed(undefined, { unsandboxed: false }),
    })
    await expect(adding).rejects.toMatchObject({ code: 'server_container_sandboxed' })
    expect(labels()).toEqual([])
  })

  it('leaves no container when it is stopped', async () => {
    await connectServer(room.servers(), { uri: 'boxed', definition: boxed() })
    expect(labels()).toEqual([expect.stringMatching(/^satchel\.server=[0-9a-f]{32}$/)])
    await room.servers().stop('boxed')
    expect(labels()).toEqual([])
  })

  it('removes what a killed daemon left, and no containers of others', async () => {
    await connectServer(room.servers(), { uri: 'boxed', definition: boxed() })
    const [own = ''] = labels()
    await room.servers().stop('boxed')
    keep('a'.repeat(64), own)
    keep('b'.repeat(64), 'satchel.server=of-another')
    await room.again()
    await room.servers().restart('boxed')
    expect(readdirSync(containers)).not.toContain('a'.repeat(64))
    expect(labels()).toEqual(expect.arrayContaining([own, 'satchel.server=of-another']))
    await room.servers().stop('boxed')
    expect(labels()).toEqual(['satchel.server=of-another'])
  })

  it('hands the container its variables, and the engine’s program none', async () => {
    const env = { KEY: 'sk-1 # "x"', LEVEL: '', DOCKER_CONFIG: '/in/the/container' }
    const command = ['docker', 'run', '-ie', 'KEY', '--env=LEVEL', '-eDOCKER_CONFIG', '-e', 'LANG', IMAGE]
    const definition = boxed(command, { env })
    await connectServer(room.servers(), { uri: 'boxed', definition })
    const [container] = found()
    expect(container).toMatchObject({
      variables: 'KEY=sk-1 # "x"\nLEVEL=\nDOCKER_CONFIG=/in/the/container\n',
      args: expect.arrayContaining(['-i', '-e', 'LANG', IMAGE]) as unknown,
    })
    expect(JSON.stringify(container?.args)).not.toMatch(/KEY|LEVEL|DOCKER_CONFIG|sk-1/)
    expect(Object.keys(container?.environment ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/KEY|LEVEL|DOCKER_CONFIG|SATCHEL/)]),
    )
    expect(room.servers().get('boxed')?.state).toMatchObject({ kind: 'running' })
    await room.servers().stop('boxed')
    expect(labels()).toEqual([])
  })

  it('starts no container whose volume leads elsewhere', async () => {
    const place = join(room.root, 'place')
    const volumes = [
      ['-v', `${place}:/x`],
      [`--volume=${place}:/x:ro`],
      ['--mount', `type=bind,source=${place},target=/x`],
      ['-v', `${place}/later:/x`],
      ['-v', 'a-name:/y', '-v', `${place}:/x`],
    ].map((options) => boxed(['docker', 'run', '-i', ...options, IMAGE]))
    mkdirSync(place)
    for (const definition of volumes) {
      await connectServer(room.servers(), { uri: 'boxed', definition })
      await room.servers().remove('boxed')
    }
    rmdirSync(place)
    symlinkSync(containers, place)
    for (const definition of volumes)
      await expect(room.servers().add({ uri: 'boxed', definition })).rejects.toMatchObject({
        code: 'server_grant_moved',
        params: { real: containers },
      })
    expect(labels()).toEqual([])
  })

  it.each([
    [['docker', 'run', '-i', IMAGE], { DOCKER_HOST: 'tcp://203.0.113.1:2375' }, 'variable_not_handed_in'],
    [['docker', 'run', '-i', IMAGE, '-e', 'PATH'], { PATH: '/own' }, 'variable_not_handed_in'],
    [['docker', '--debug', 'run', '-e', 'KEY', IMAGE], { KEY: 'x' }, 'variable_not_handed_in'],
    [['docker', 'exec', '-i', 'one', 'server'], { CONTAINERS_CONF: '/own' }, 'variable_not_handed_in'],
    [['docker', 'run', '-e', 'KEY', IMAGE], { KEY: 'one\nLD_PRELOAD=/own' }, 'line_break'],
  ])('starts nothing of %j with %j', async (command, env, reason) => {
    await expect(
      room.servers().add({ uri: 'boxed', definition: boxed(command, { env }) }),
    ).rejects.toMatchObject({
      code: 'server_container_variable',
      params: { name: Object.keys(env)[0], reason },
    })
    expect(labels()).toEqual([])
  })
})

const [engine, image] = (process.env['SATCHEL_TEST_CONTAINER'] ?? '').split(' ')
describe.runIf(engine !== '' && image !== undefined)('with a real engine', () => {
  const running = () =>
    execFileSync(engine ?? '', ['ps', '-aq', '--filter', 'label=satchel.server'], {
      encoding: 'utf8',
    }).trim()

  it('runs a container, restarts it, and leaves none', async () => {
    const definition = programOf([engine ?? '', 'run', '-i', '--rm', '--network', 'none', image ?? ''], {
      unsandboxed: true,
    })
    await connectServer(room.servers(), { uri: 'real', definition })
    const first = running()
    expect(first).not.toBe('')
    await room.servers().stop('real')
    expect(running()).toBe('')
    await room.servers().restart('real')
    expect(running()).not.toBe(first)
    await room.servers().stop('real')
    expect(running()).toBe('')
  })
})
