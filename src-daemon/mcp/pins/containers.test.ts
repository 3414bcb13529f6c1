/**
 * Servers in containers: with a fake engine, and with a real one if `SATCHEL_TEST_CONTAINER` names it:
 * `/usr/bin/docker NAME@sha256:…`.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { openPinnedServers, programOf, type PinnedServers } from '../testing/pinned-servers.ts'

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
      `#!/bin/sh\nexec '${process.execPath}' '${programs}/docker.mjs' "$@"\n`,
    )
    chmodSync(join(programs, 'docker'), 0o755)
    return programs
  })
})
afterEach(() => room.end())

const boxed = (command = ['docker', 'run', '-i', '--rm', '--network', 'none', IMAGE], unsandboxed = true) =>
  programOf(command, { unsandboxed, env: { CONTAINERS: containers } })
const labels = () => readdirSync(containers).map((id) => readFileSync(join(containers, id), 'utf8'))

describe('with a stand-in for the engine', () => {
  it('says before anything is started that the sandbox holds no engine', async () => {
    const adding = room.servers().add({ uri: 'boxed', definition: boxed(undefined, false) })
    await expect(adding).rejects.toMatchObject({ code: 'server_container_sandboxed' })
    expect(labels()).toEqual([])
  })

  it('leaves no container when it is stopped', async () => {
    await room.servers().add({ uri: 'boxed', definition: boxed() })
    expect(labels()).toEqual([expect.stringMatching(/^satchel\.server=[0-9a-f]{32}$/)])
    await room.servers().stop('boxed')
    expect(labels()).toEqual([])
  })

  it('removes what a killed daemon left, and that of nobody else', async () => {
    await room.servers().add({ uri: 'boxed', definition: boxed() })
    const [own = ''] = labels()
    await room.servers().stop('boxed')
    writeFileSync(join(containers, 'a'.repeat(64)), own)
    writeFileSync(join(containers, 'b'.repeat(64)), 'satchel.server=of-another')
    await room.again()
    await room.servers().restart('boxed')
    expect(readdirSync(containers)).not.toContain('a'.repeat(64))
    expect(labels()).toEqual(expect.arrayContaining([own, 'satchel.server=of-another']))
    await room.servers().stop('boxed')
    expect(labels()).toEqual(['satchel.server=of-another'])
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
    await room.servers().add({ uri: 'real', definition })
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
