/** Limits of a tree of processes: with a stand-in for `systemd-run`, which puts it into a real cgroup where it may make one. */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sandboxGrantsSchema } from '../contract/sandbox.ts'
import { runToEnd, spawnHeld } from '../platform/processes.ts'
import { bubblewrapArgs, variableArguments } from './bubblewrap.ts'
import { createSandbox } from './sandbox.ts'
import { probeTreeLimits } from './tree-limits.ts'
import { MAX_TASKS } from './tree-watch.ts'

const PERL = '/usr/bin/perl'
const MIB = 1024 * 1024
/** Starts more children than it may, says how many it got, and ends them. */
const FORK_BOMB = `$| = 1; my $n = 0;
  for (1 .. ${String(MAX_TASKS + 200)}) { my $child = fork; last unless defined $child; sleep 600 if $child == 0; $n++ }
  print $n; kill 9, -1`
/** Eight children, each with less than the limit, and all with more; says how many are left. */
const HUNGRY_CHILDREN = `my $alive = 0; my @children;
  for (1 .. 8) { pipe my $in, my $out; my $child = fork;
    if ($child == 0) { my $held = 'x' x (24 * 1024 * 1024); syswrite $out, 'y'; sleep 600 }
    close $out; push @children, $in }
  for my $in (@children) { $alive++ if sysread $in, my $said, 1 }
  print $alive; kill 9, -1`

let root: string
let groups: string[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-limits-'))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  groups = []
})
afterEach(async () => {
  // A group can be removed once the system is done with the last of its processes.
  for (const group of groups) await expect.poll(() => isRemoved(group), { timeout: 20_000 }).toBe(true)
  rmSync(root, { recursive: true, force: true })
})
const isRemoved = (group: string): boolean => {
  try {
    rmdirSync(group)
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
  }
  return true
}

/** Takes the options of `systemd-run --scope`, keeps them and its variables, and runs the program after `place`. */
const standIn = ({ shown = '$memory $tasks', place = '' } = {}): string => {
  const path = join(root, 'systemd-run')
  writeFileSync(
    path,
    `#!/bin/sh
for one; do case $one in
  --property=MemoryMax=*) memory=\${one#*MemoryMax=} ;;
  --property=TasksMax=*) tasks=\${one#*TasksMax=} ;;
  --expand-environment=*) exit 1 ;;
esac; done
case "$*" in *pids.max*) echo "${shown}"; exit ;; esac
printf '%s\\n' "$@" >'${root}/arguments'
env >'${root}/variables'
while [ "$1" != -- ]; do shift; done
shift
${place}
exec "$@"
`,
  )
  chmodSync(path, 0o755)
  return path
}

const sandboxWith = (systemdRun: string | null) =>
  createSandbox({
    places: { home: join(root, 'home'), dataDir: join(root, 'data') },
    runDir: root,
    searchPath: process.env['PATH'] ?? '',
    systemdRun,
  })
const run = async (systemdRun: string | null, command: string, args: readonly string[], memory = 256) => {
  const grants = sandboxGrantsSchema.parse({ memory })
  const prepared = await sandboxWith(systemdRun).prepare({ command, args, env: {}, cwd: null, grants })
  try {
    const held = await spawnHeld(prepared, prepared)
    held.stdin.end()
    const [out, err] = await Promise.all([text(held.stdout), text(held.stderr), held.ended])
    return { out, err }
  } finally {
    await prepared.release()
  }
}

describe.skipIf(process.platform !== 'linux')('a program with all it starts', () => {
  it('gets a cgroup of its own from the service manager, and none of the session’s variables', async () => {
    const systemdRun = standIn()
    expect((await sandboxWith(systemdRun).status()).limits).toEqual({
      memory: 'system',
      processes: MAX_TASKS,
    })
    const before = process.env['XDG_RUNTIME_DIR']
    process.env['XDG_RUNTIME_DIR'] = '/run/user/of-a-test'
    try {
      const { out, err } = await run(systemdRun, '/usr/bin/env', [])
      expect({ err, session: out.includes('XDG_RUNTIME_DIR') }).toEqual({ err: '', session: false })
    } finally {
      if (before === undefined) delete process.env['XDG_RUNTIME_DIR']
      else process.env['XDG_RUNTIME_DIR'] = before
    }
    expect(readFileSync(join(root, 'variables'), 'utf8')).toContain('XDG_RUNTIME_DIR=/run/user/of-a-test\n')
    const given = readFileSync(join(root, 'arguments'), 'utf8').split('\n')
    expect(given.slice(0, 10)).toEqual([
      ...['--user', '--scope', '--quiet', '--collect'],
      ...[`--property=MemoryMax=${String(288 * MIB)}`, '--property=MemorySwapMax=0'],
      ...[`--property=TasksMax=${String(MAX_TASKS)}`, '--', '/usr/bin/env', '-i'],
    ])
  })

  it.each([
    ['accepts limits that it can’t set', 'max max'],
    ['can’t be reached', ''],
  ])('is watched where the service manager %s', async (_why, shown) => {
    const { limits } = await sandboxWith(standIn({ shown })).status()
    expect(limits.memory).toBe('watched')
    expect((await run(standIn({ shown }), '/bin/echo', ['up'])).out).toBe('up\n')
  })

  it.skipIf(!existsSync(PERL))(
    'is limited in number by Linux where it counts per sandbox',
    async () => {
      expect((await probeTreeLimits(null, { uid: 0 })).inside(['/bin/true'])).toEqual(['/bin/true'])
      const { kind, inside } = await probeTreeLimits(null, { uid: 65_534 })
      expect(kind).toEqual({ memory: 'watched', processes: MAX_TASKS })
      const args = bubblewrapArgs({
        bwrap: '/usr/bin/bwrap',
        program: inside([PERL, '-e', FORK_BOMB]),
        programFiles: [],
        paths: { read: [], write: [] },
        opened: null,
        places: { home: join(root, 'home'), dataDir: join(root, 'data') },
        cwd: '/',
        network: null,
        filterAt: null,
        strict: true,
      })
      // The kernel doesn't limit root.
      const asNobody = ['/usr/bin/setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
      const started = [...(process.getuid?.() === 0 ? asNobody : []), '/usr/bin/bwrap', ...args]
      const { output, problem } = await runToEnd(
        { command: '/usr/bin/env', args: started, env: {}, handover: variableArguments({}), cwd: '/' },
        { timeoutMs: 60_000 },
      )
      expect({
        output: Number(output) < MAX_TASKS && Number(output) > 0,
        said: output === '' ? problem : '',
      }).toEqual({
        output: true,
        said: '',
      })
    },
    90_000,
  )
})

const MEMORY = '/sys/fs/cgroup/memory'
const PIDS = '/sys/fs/cgroup/pids'
const canMakeGroups = (): boolean => {
  try {
    for (const at of [MEMORY, PIDS]) accessSync(join(at, 'cgroup.procs'), constants.W_OK)
    return process.getuid?.() === 0
  } catch {
    return false // another kind of cgroups, or not ours to change
  }
}

describe.skipIf(!canMakeGroups() || !existsSync(PERL))('a program in a cgroup of this machine', () => {
  const placed = () => {
    const name = `satchel-${basename(root)}`
    groups = [join(MEMORY, name), join(PIDS, name)]
    for (const group of groups) mkdirSync(group)
    const [memory = '', pids = ''] = groups
    return standIn({
      place: `echo "$memory" >'${memory}/memory.limit_in_bytes'
echo "$tasks" >'${pids}/pids.max'
for group in '${memory}' '${pids}'; do echo $$ >"$group/cgroup.procs"; done`,
    })
  }

  it('starts no more than it may', async () => {
    const { out, err } = await run(placed(), PERL, ['-e', FORK_BOMB])
    expect({ err, limited: Number(out) > 0 && Number(out) < MAX_TASKS }).toEqual({ err: '', limited: true })
  }, 90_000)

  it('uses no more memory than it may, though none of its children does', async () => {
    const systemdRun = placed()
    const { out } = await run(systemdRun, PERL, ['-e', HUNGRY_CHILDREN], 64)
    const most = Number(readFileSync(join(groups[0] ?? '', 'memory.max_usage_in_bytes'), 'utf8'))
    // The kernel picks whom it ends, and that may be the one that would say so.
    expect(out === '' || Number(out) < 8).toBe(true)
    expect(most).toBeLessThanOrEqual(72 * MIB)
    expect(readdirSync(root)).toContain('arguments')
  }, 90_000)
})
