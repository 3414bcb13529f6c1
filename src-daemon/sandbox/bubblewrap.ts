import { lstatSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { HANDOVER_DESCRIPTOR } from '../platform/handover.ts'
import { isInside, ownFolders, type GrantedPaths, type Places } from './grants.ts'
import type { OpenPlaces } from './open-places.ts'
import type { SandboxMount } from './types.ts'

/** The input of a run in bubblewrap. */
export interface BubblewrapPlan {
  readonly bwrap: string
  /** The program's absolute path and its arguments. */
  readonly program: readonly string[]
  /** Files and folders of the program itself. */
  readonly programFiles: readonly string[]
  readonly paths: GrantedPaths
  readonly mounts?: readonly SandboxMount[] | undefined
  /** Descriptors of the granted paths and the mounts; null for a bubblewrap that takes only paths. */
  readonly opened: Pick<OpenPlaces, 'descriptorOf'> | null
  readonly places: Places
  readonly cwd: string
  /** The socket of the proxy to the granted hosts, and the `socat` that connects to it. */
  readonly network: { readonly socket: string; readonly socat: string } | null
  /** The descriptor at which it reads its seccomp filter; null if there is none for this machine. */
  readonly filterAt: number | null
  /** Whether this bubblewrap can also forbid nested namespaces and limit scratch space. */
  readonly strict: boolean
}

/** The program's home inside: like its `/tmp`, it starts empty and ends with the program. */
export const SANDBOX_HOME = '/home/service'
/** The port of the proxy inside the sandbox. */
export const PROXY_PORT = 3128
const PROXY_SOCKET = '/run/service/network.sock'
/** Of each scratch folder. */
const SCRATCH_BYTES = 256 * 1024 * 1024
/** What root may write in `/proc` without any capability, which would affect the whole machine. */
const SYSTEM_IN_PROC = ['bus', 'fs', 'irq', 'mtrr', 'pressure', 'sys', 'sysrq-trigger']

/** What programs need from `/etc` to start, find their libraries, check certificates and know the time. */
const ETC = [
  'alternatives',
  'ca-certificates',
  'crypto-policies',
  'fonts',
  'group',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'mime.types',
  'nsswitch.conf',
  'passwd',
  'pki/ca-trust',
  'pki/tls/certs',
  'ssl/certs',
  'ssl/openssl.cnf',
  'timezone',
]

/** `bwrap` reads the rest of its arguments there: `variableArguments`. */
const HANDED_OVER = ['--args', String(HANDOVER_DESCRIPTOR)]

/**
 * Sets a program's variables. `bwrap` itself is started without any, because its loader would obey some of them outside
 * the sandbox; so there is nothing to clear, which older versions cannot.
 */
export const variableArguments = (env: Readonly<Record<string, string>>): string =>
  Object.entries(env)
    .map(([name, value]) => `--setenv\0${name}\0${value}\0`)
    .join('')

/**
 * The arguments of `bwrap`: a file system with the system's programs and libraries, empty scratch folders and the
 * grants, read-only except for the last two; separate namespaces for everything, the network included; and an end together with the daemon
 * (`--die-with-parent` kills the first process of the inner process namespace, and with it all others).
 */
export const bubblewrapArgs = (plan: BubblewrapPlan): string[] => [
  ...HANDED_OVER,
  ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...(plan.strict ? ['--unshare-user', '--disable-userns'] : []),
  ...(plan.filterAt === null ? [] : ['--seccomp', String(plan.filterAt)]),
  ...['--hostname', 'service', '--proc', '/proc', '--dev', '/dev'],
  ...SYSTEM_IN_PROC.map((name) => `/proc/${name}`).flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--ro-bind', '/usr', '/usr', ...systemFolders(), '--ro-bind-try', '/opt', '/opt'],
  ...ETC.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
  ...['/tmp', '/dev/shm', SANDBOX_HOME].flatMap((path) => scratch(plan, path)),
  ...plan.programFiles.flatMap((path) => ['--ro-bind', path, path]),
  ...grants(plan),
  ...(plan.network === null ? [] : ['--ro-bind', plan.network.socket, PROXY_SOCKET]),
  // Not what is mounted in them; so their memory can't be filled.
  ...['--remount-ro', '/dev', '--remount-ro', '/'],
  ...['--chdir', plan.cwd, '--'],
  ...withNetwork(plan),
]

/** The same end together with the daemon, for a program that runs with all its user's access. */
export const openArgs = (program: readonly string[], cwd: string): string[] => [
  ...HANDED_OVER,
  ...['--dev-bind', '/', '/', '--unshare-pid', '--proc', '/proc', '--die-with-parent'],
  ...['--chdir', cwd, '--', ...program],
]

/** `/bin`, `/lib` and the like: links into `/usr` if the system has them so, else folders. */
const systemFolders = (): string[] =>
  ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'].flatMap((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return []
    return stat.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
  })

const scratch = ({ strict }: BubblewrapPlan, path: string): string[] => [
  ...(strict ? ['--size', String(SCRATCH_BYTES)] : []),
  ...['--tmpfs', path],
]

/** Outer folders first, so that a grant inside another is mounted over it. Satchel's own data never shows. */
const grants = (plan: BubblewrapPlan): string[] => {
  const { paths, places, mounts = [], opened } = plan
  const all: readonly SandboxMount[] = [
    ...paths.read.map((path) => ({ path, at: path, writable: false })),
    ...paths.write.map((path) => ({ path, at: path, writable: true })),
  ].toSorted((a, b) => a.path.length - b.path.length)
  const covered = ownFolders(places).filter((own) => all.some(({ path }) => isInside(own, path)))
  const bind = ({ path, at, writable }: SandboxMount): string[] => {
    const how = writable ? '--bind' : '--ro-bind'
    return opened === null ? [how, path, at] : [`${how}-fd`, String(opened.descriptorOf(path)), at]
  }
  return [
    ...all.flatMap(bind),
    ...covered.flatMap((own) => scratch(plan, own)),
    ...mounts.flatMap(bind),
    // Last, because one of Satchel's own folders may be shown inside.
    ...covered.flatMap((own) => ['--remount-ro', own]),
  ]
}

/** Starts the connection to the proxy first, and waits until it is open; by full paths, as `PATH` is the program's own. */
const withNetwork = ({ network, program }: BubblewrapPlan): readonly string[] => {
  if (network === null) return program
  const port = String(PROXY_PORT)
  const script = `
"$0" TCP4-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:${PROXY_SOCKET} </dev/null >/dev/null 2>&1 &
tries=0
until "$0" /dev/null TCP4:127.0.0.1:${port} >/dev/null 2>&1 || [ $tries -gt 100 ]; do tries=$((tries + 1)); /bin/sleep 0.02; done
exec "$@"`
  return ['/bin/sh', '-c', script, network.socat, ...program]
}

/**
 * What a program needs besides its file: the folder it is installed in, such as a Node or a virtual environment.
 * Never the home, a folder directly below it (`~/.local` and `~/.cargo` contain much else), or one above it; then it is only the
 * program's file.
 */
export const installationOf = (program: string, home: string): string => {
  const bin = dirname(program)
  const prefix = bin.endsWith('/bin') ? dirname(bin) : program
  const tooWide = prefix === '/' || isInside(home, prefix) || dirname(prefix) === home
  return tooWide ? program : prefix
}
