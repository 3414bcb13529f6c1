/** What the machine can do to Satchel: no usable directory, no space, two daemons. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSatchel, expect, test } from './support/satchel.ts'

const out = join(import.meta.dirname, '..', 'out', 'main')

test('a data directory that cannot be used is named, and nothing is made elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-'))
  try {
    const file = join(folder, 'file')
    writeFileSync(file, 'in the way')
    const satchel = createSatchel({ env: { SATCHEL_HOME: join(file, 'home') } })
    const { code, stderr } = await satchel.run('daemon', 'start', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stderr)).toMatchObject({
      code: 'data_dir_unusable',
      action: expect.stringContaining('SATCHEL_HOME'),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a second daemon says who owns the directory, and ends', async ({ satchel }) => {
  await satchel.run('daemon', 'start')
  const second = spawnSync(process.execPath, [join(out, 'daemon.js')], { env: satchel.env, encoding: 'utf8' })
  expect(second.status).toBe(1)
  expect(JSON.parse(second.stdout)).toEqual({
    kind: 'failed',
    code: 'daemon_already_running',
    params: { pid: await satchel.pid(), path: satchel.paths.dataDir },
  })
})

test('a full disk refuses the next change, keeps all before it, and goes on when there is room', () => {
  test.skip(process.platform !== 'linux', 'a file system of a chosen size is made with bubblewrap')
  const home = mkdtempSync(join(tmpdir(), 'satchel-'))
  const script = `
    set -u
    satchel() { "$NODE" "$CLI" "$@"; }
    satchel cap install note --yes > "$OUT/install" 2>&1
    satchel chat 'add note about first things' > "$OUT/first" 2>&1
    cat /dev/zero > "$SATCHEL_HOME/filler" 2> /dev/null
    satchel chat 'add note about second things' --json > "$OUT/second" 2>&1
    rm "$SATCHEL_HOME/filler"
    satchel chat 'add note about third things' > "$OUT/third" 2>&1
    satchel state query --from did:nuwa:state:note#v1 --json
    satchel daemon stop > /dev/null`
  try {
    const { SATCHEL_HOME: _unused, ...env } = createSatchel().env
    const run = spawnSync(
      'bwrap',
      ['--dev-bind', '/', '/', '--size', String(24 * 1024 * 1024), '--tmpfs', home, 'sh', '-c', script],
      {
        env: { ...env, SATCHEL_HOME: home, OUT: home, NODE: process.execPath, CLI: join(out, 'cli.js') },
        encoding: 'utf8',
      },
    )
    expect(run.stderr).toBe('')
    const { items } = JSON.parse(run.stdout) as { items: { object: { title: string } }[] }
    expect(items.map(({ object }) => object.title).sort()).toEqual(['first things', 'third things'])
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
