import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { appRoot } from '../platform/app.ts'
import { isRunning } from '../platform/processes.ts'
import { grants, openSandboxed, searchPath } from './testing/sandboxed.ts'

const { root, home, dataDir, shared, apart, sandboxOf, run, remove } = openSandboxed()
afterAll(remove)
const sandbox = sandboxOf()

const attempt = (body: string) => `
  const fs = require('node:fs')
  const of = (work) => { try { return work() ?? 'done' } catch (error) { return error.code } }
  console.log(JSON.stringify(${body}))`

describe.skipIf(process.platform !== 'linux')('a program in bubblewrap', () => {
  it('is there: a program was run in it', async () => {
    expect(await sandbox.status()).toMatchObject({ kind: 'bubblewrap', problem: null })
  })

  it('sees nothing of the home, of other folders, or of Satchel', async () => {
    const seen = await run(
      attempt(`{
        key: of(() => fs.readFileSync(${JSON.stringify(join(home, '.ssh', 'id_ed25519'))}, 'utf8')),
        state: of(() => fs.readFileSync(${JSON.stringify(join(dataDir, 'state.db'))}, 'utf8')),
        apart: of(() => fs.readdirSync(${JSON.stringify(apart)})),
        homes: of(() => fs.readdirSync('/home')), root: of(() => fs.readdirSync('/root')),
        sockets: of(() => fs.readdirSync('/run')), home: process.env.HOME,
        tmp: of(() => fs.readdirSync('/tmp').filter((name) => !${JSON.stringify(process.execPath)}.includes(name))),
        processes: of(() => fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length < 5),
      }`),
    )
    expect(seen).toEqual({
      key: 'ENOENT',
      state: 'ENOENT',
      apart: 'ENOENT',
      homes: ['service'],
      root: 'ENOENT',
      sockets: 'ENOENT',
      home: '/home/service',
      tmp: [],
      processes: true,
    })
  })

  it('reads what it may read, writes what it may write, and nothing beside it', async () => {
    const outside = join(apart, 'secret.txt')
    writeFileSync(outside, 'not shared')
    symlinkSync(outside, join(shared, 'way-out'))
    const body = attempt(`{
      read: of(() => fs.readFileSync(${JSON.stringify(join(shared, 'note.txt'))}, 'utf8')),
      write: of(() => fs.writeFileSync(${JSON.stringify(join(shared, 'made.txt'))}, 'made')),
      link: of(() => fs.readFileSync(${JSON.stringify(join(shared, 'way-out'))}, 'utf8')),
      beside: of(() => fs.writeFileSync(${JSON.stringify(join(apart, 'made.txt'))}, 'made')),
      system: of(() => fs.writeFileSync('/usr/made', 'made')),
      own: of(() => fs.appendFileSync(process.execPath, 'x')),
      scratch: of(() => fs.writeFileSync('/tmp/made', 'made')),
    }`)
    const expected = { read: 'shared with it', link: 'ENOENT', beside: 'ENOENT', scratch: 'done' }
    expect(await run(body, { read: [shared] })).toMatchObject({
      ...expected,
      write: 'EROFS',
      system: 'EROFS',
    })
    expect(readdirSync(shared)).not.toContain('made.txt')
    expect(await run(body, { write: [shared] })).toMatchObject({ ...expected, write: 'done' })
    expect(readFileSync(join(shared, 'made.txt'), 'utf8')).toBe('made')
    expect(readdirSync(apart)).toEqual(['secret.txt'])
    expect(existsSync('/tmp/made')).toBe(false)
  })

  describe('whose granted folder was replaced', () => {
    const outer = join(home, 'work')
    const inner = join(outer, 'deep', 'inner')
    beforeEach(() => {
      mkdirSync(inner, { recursive: true })
      writeFileSync(join(inner, 'own.txt'), 'its own')
    })
    afterEach(() => {
      for (const folder of [outer, `${outer}-old`]) rmSync(folder, { recursive: true, force: true })
    })
    const look = attempt(`{
      own: of(() => fs.readFileSync(${JSON.stringify(join(inner, 'own.txt'))}, 'utf8')),
      key: of(() => fs.readFileSync(${JSON.stringify(join(inner, 'id_ed25519'))}, 'utf8')),
    }`)
    const replace = (path: string, target: string): void => {
      renameSync(path, `${outer}-old`)
      symlinkSync(target, path)
    }

    it.each([
      ['itself', inner, join(home, '.ssh')],
      ['on its way', join(outer, 'deep'), join(home, 'elsewhere')],
    ])('by a link %s: it is not started, and the place is named', async (_which, place, target) => {
      mkdirSync(join(home, 'elsewhere', 'inner'), { recursive: true })
      replace(place, target)
      const real = place === inner ? target : join(target, 'inner')
      for (const change of [{ write: [outer], read: [inner] }, { write: [outer, inner] }, { read: [inner] }])
        await expect(run(look, change)).rejects.toMatchObject({
          code: 'server_grant_moved',
          params: { path: inner, real },
          details: { path: inner, real },
        })
    })

    it('by a link after the check: the program sees the path that was checked', async () => {
      const change = { write: [outer], read: [inner] }
      const swapped = (): void => {
        replace(inner, join(home, '.ssh'))
      }
      const seen = await run(look, { read: [inner] }, { meanwhile: swapped })
      expect(seen).toEqual({ own: 'its own', key: 'ENOENT' })
      rmSync(inner)
      renameSync(`${outer}-old`, inner)
      expect(await run(look, change)).toEqual({ own: 'its own', key: 'ENOENT' })
    })

    it('with a bubblewrap that mounts paths only: it is checked all the same', async () => {
      const bwrap = join(root, 'older-bwrap')
      writeFileSync(
        bwrap,
        '#!/bin/sh\ncase "$1$*" in --help*) exit;; *-fd*) exit 1;; esac\nexec /usr/bin/bwrap "$@"\n',
      )
      chmodSync(bwrap, 0o755)
      const change = { write: [outer], read: [inner] }
      expect(await run(look, change, { deps: { bwrap } })).toEqual({ own: 'its own', key: 'ENOENT' })
      replace(inner, join(home, '.ssh'))
      await expect(run(look, change, { deps: { bwrap } })).rejects.toMatchObject({
        code: 'server_grant_moved',
      })
    })

    it('by a folder made again: it is the same place', async () => {
      rmSync(inner, { recursive: true })
      mkdirSync(inner)
      expect(await run(look, { read: [inner] })).toEqual({ own: 'ENOENT', key: 'ENOENT' })
    })

    it('leaves nothing open, here or inside', async () => {
      const open = () =>
        readdirSync('/proc/self/fd')
          .map((name) => statSync(`/proc/self/fd/${name}`, { throwIfNoEntry: false }))
          .filter((stat) => stat !== undefined && [outer, inner].some((at) => statSync(at).ino === stat.ino))
      const inside = `const fs = require('node:fs')
        console.log(JSON.stringify(fs.readdirSync('/proc/self/fd').map((name) => {
          try { return fs.readlinkSync('/proc/self/fd/' + name) } catch { return '' }
        })))`
      expect(await run(inside, { read: [outer] })).not.toContain(outer)
      const swapped = (): void => {
        replace(inner, join(home, '.ssh'))
      }
      await run(look, { read: [inner] }, { meanwhile: swapped })
      expect(open()).toEqual([])
    })
  })

  it('is granted a folder below a home that is reached by a link', async () => {
    const linked = join(root, 'linked')
    symlinkSync(home, linked)
    const body = attempt(`of(() => fs.readdirSync(${JSON.stringify(shared)}).includes('note.txt'))`)
    for (const path of ['~/shared', join(linked, 'shared')])
      expect(await run(body, { read: [path] }, { deps: { places: { home: linked, dataDir } } })).toBe(true)
  })

  it('gets an argument that leads into a granted folder as the place it leads to', async () => {
    const link = join(root, 'link-to-shared')
    symlinkSync(shared, link)
    onTestFinished(() => rmSync(link))
    const around = `${apart}/../home/shared`
    const others = ['/no/such/place', apart, 'note.txt', '--name=x', '/']
    const args = [`${link}/note.txt`, `--file=${around}/note.txt`, `dir=${link}`, ...others]
    expect(
      await run('console.log(JSON.stringify(process.argv.slice(1)))', { read: [shared] }, { args }),
    ).toEqual([join(shared, 'note.txt'), `--file=${join(shared, 'note.txt')}`, `dir=${shared}`, ...others])
    const read = `console.log(JSON.stringify(require('node:fs').readFileSync(process.argv[1], 'utf8')))`
    expect(await run(read, { read: [shared] }, { args: [`${link}/note.txt`] })).toBe('shared with it')
  })

  it('writes to its scratch folders alone, each of which is limited', async () => {
    const seen = (await run(
      attempt(`{
        folders: ['/', '/dev', '/home', '/run', '/usr', '/etc', '/proc/sys', '/tmp', '/dev/shm', '/home/service']
          .filter((at) => of(() => fs.writeFileSync(at + '/made', 'x')) === 'done'),
        system: of(() => fs.openSync('/proc/sys/vm/swappiness', 'r+')),
        device: of(() => fs.writeFileSync('/dev/null', 'x')),
        limits: fs.readFileSync('/proc/self/mounts', 'utf8').split('\\n').map((line) => line.split(' '))
          .filter(([, , kind, options]) => kind === 'tmpfs' && /^rw\\b/.test(options))
          .map(([, at]) => [at, fs.statfsSync(at)]).map(([at, { blocks, bsize }]) => [at, blocks * bsize]),
      }`),
      { hosts: ['example.org'] },
    )) as Record<string, unknown>
    const limit = 256 * 1024 * 1024
    expect(seen).toEqual({
      folders: ['/tmp', '/dev/shm', '/home/service'],
      // Of another user it is the system's, whatever the sandbox does.
      system: process.getuid?.() === 0 ? 'EROFS' : 'EACCES',
      device: 'done',
      limits: expect.arrayContaining(
        ['/tmp', '/dev/shm', '/home/service'].map((at) => [at, limit]),
      ) as unknown,
    })
    expect(seen['limits']).toHaveLength(3)
  })

  it('does not see Satchel’s data even where the whole home was granted', async () => {
    const body = attempt(`{
      key: of(() => fs.readFileSync(${JSON.stringify(join(home, '.ssh', 'id_ed25519'))}, 'utf8')),
      state: of(() => fs.readdirSync(${JSON.stringify(dataDir)})),
      write: of(() => fs.writeFileSync(${JSON.stringify(join(dataDir, 'made'))}, '')),
    }`)
    expect(await run(body, { write: ['~'] })).toEqual({ key: 'the secret key', state: [], write: 'EROFS' })
    expect(readdirSync(dataDir)).toEqual(['state.db'])
  })

  it('sees none of Satchel’s sockets in their own folder, whatever was granted', async () => {
    const socketDir = join(apart, 'sockets')
    mkdirSync(socketDir)
    writeFileSync(join(socketDir, 'daemon.sock'), '')
    onTestFinished(() => {
      rmSync(socketDir, { recursive: true })
    })
    const deps = { places: { home, dataDir, socketDir } }
    const body = attempt(`of(() => fs.readdirSync(${JSON.stringify(socketDir)}))`)
    expect(await run(body, { write: [apart] }, { deps })).toEqual([])
    await expect(run(body, { read: [socketDir] }, { deps })).rejects.toMatchObject({
      code: 'server_grant_refused',
      params: { reason: 'own_data' },
    })
  })

  it('has the environment it was given and what a program needs, and no more', async () => {
    const seen = await run(
      `console.log(JSON.stringify(Object.keys(process.env).sort()))`,
      {},
      { env: { MINE: '1' } },
    )
    expect(seen).toEqual(['HOME', 'LANG', 'MINE', 'PATH', 'PWD', 'TMPDIR'])
  })

  it('works in a folder it was granted, and in no other', async () => {
    const where = 'console.log(JSON.stringify(process.cwd()))'
    expect(await run(where, { read: [shared] }, { cwd: shared })).toBe(shared)
    await expect(run(where, {}, { cwd: shared })).rejects.toMatchObject({
      code: 'server_grant_refused',
      params: { reason: 'cwd' },
    })
  })

  it.each([
    ['~/../..', 'missing'],
    ['shared', 'relative'],
    ['/', 'system'],
    ['/proc/self', 'system'],
    [dataDir, 'own_data'],
    [join(home, 'nothing'), 'missing'],
  ])('is not granted %s', async (path, reason) => {
    const change = path.includes('..') ? { read: ['~/nowhere'] } : { read: [path] }
    await expect(run('', change)).rejects.toMatchObject({ code: 'server_grant_refused', params: { reason } })
  })

  it('refuses a grant of anything that is not a host name', async () => {
    for (const host of ['https://example.org', '*.example.org', 'a b', 'x/y', 'u@h'])
      await expect(run('', { hosts: [host] })).rejects.toMatchObject({ params: { reason: 'host' } })
  })

  it('ends with everything it started when its parent is killed', async () => {
    const mark = `satchel-${String(process.pid)}-${String(Math.random()).slice(2)}`
    const stubborn = join(shared, 'stubborn.cjs')
    writeFileSync(
      stubborn,
      `process.on('SIGTERM', () => {})
       if (process.argv[3] !== 'child')
         for (const detached of [false, true])
           require('node:child_process').spawn(process.execPath, [__filename, process.argv[2], 'child'], { stdio: 'ignore', detached })
       console.log('up')
       setInterval(() => {}, 1000)`,
    )
    const program = { args: [stubborn, mark], env: {}, cwd: null, grants: grants({ read: [shared] }) }
    const source = `
      import { createSandbox } from ${JSON.stringify(join(appRoot, 'src-daemon/sandbox/sandbox.ts'))}
      import { spawnHeld } from ${JSON.stringify(join(appRoot, 'src-daemon/platform/processes.ts'))}
      const sandbox = createSandbox(${JSON.stringify({ places: { home, dataDir }, runDir: root, searchPath })})
      const prepared = await sandbox.prepare({ command: process.execPath, ...${JSON.stringify(program)} })
      const held = await spawnHeld(prepared, prepared)
      held.stdout.pipe(process.stdout)`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => {
      holder.kill('SIGKILL')
    })
    await once(holder.stdout, 'data')
    // The program and its two children, and the two processes of the sandbox itself.
    await expect.poll(() => running(mark).length, { timeout: 20_000 }).toBe(5)
    holder.kill('SIGKILL')
    await expect.poll(() => running(mark), { timeout: 20_000 }).toEqual([])
  })

  it('runs a program its user wants without a sandbox with everything, and still ends it', async () => {
    const body = attempt(
      `of(() => fs.readFileSync(${JSON.stringify(join(home, '.ssh', 'id_ed25519'))}, 'utf8'))`,
    )
    expect(await run(body, { unsandboxed: true })).toBe('the secret key')
    expect(await run(body, { unsandboxed: true }, { deps: { bwrap: null } })).toBe('the secret key')
  })

  it('is refused with the reason if there is no sandbox, and never runs without one', async () => {
    for (const bwrap of [null, '/bin/false', join(root, 'no-such-bwrap')]) {
      await expect(run('', {}, { deps: { bwrap } })).rejects.toMatchObject({
        code: 'server_sandbox_missing',
      })
      expect((await sandboxOf({ bwrap }).status()).problem).not.toBeNull()
    }
  })

  it('says which program is missing', async () => {
    const program = { args: [], env: {}, cwd: null, grants: grants() }
    for (const command of ['no-such-program', '/no/such/program', './relative'])
      await expect(sandbox.prepare({ ...program, command })).rejects.toMatchObject({
        code: 'server_program_missing',
        params: { command },
      })
  })
})

/** Ids of all processes whose command line contains `mark`. */
const running = (mark: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid)) return false
      try {
        const line = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').split('\0')
        return line.includes(mark) && !line.includes('--input-type=module') && isRunning(pid)
      } catch {
        return false
      }
    })
