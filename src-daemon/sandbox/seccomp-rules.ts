/**
 * The system calls that no program in the sandbox gets: those that Flatpak refuses, whose list has held for desktop
 * programs for years, and some that Docker refuses as well. Numbers: x86-64, then 64-bit ARM; null where there is none.
 */
export type SystemCall = readonly [name: string, x64: number | null, arm64: number | null]

/** A system call with only some uses refused. Arguments count from 0; only their lower 32 bits are compared. */
export interface ArgumentRule {
  readonly call: SystemCall
  readonly argument: 0 | 1
  /** `has`: refused if one of these bits is set; `is`: if it is one of the values; `is not`: if it is none of them. */
  readonly refusedIf: 'has' | 'is' | 'is not'
  readonly values: readonly number[]
  readonly answer: Answer
}

/** The error for the program. With `ENOSYS`, as on an older kernel, programs try an older call. */
export type Answer = 'EPERM' | 'ENOSYS' | 'EAFNOSUPPORT'

export const REFUSED: readonly SystemCall[] = [
  // Affects the whole machine.
  ['syslog', 103, 116],
  ['uselib', 134, null],
  ['acct', 163, 89],
  ['quotactl', 179, 60],
  ['quotactl_fd', 443, 443],
  ['swapon', 167, 224],
  ['swapoff', 168, 225],
  ['reboot', 169, 142],
  ['kexec_load', 246, 104],
  ['kexec_file_load', 320, 294],
  ['init_module', 175, 105],
  ['finit_module', 313, 273],
  ['delete_module', 176, 106],
  // The kernel's keyrings, which no namespace separates.
  ['add_key', 248, 217],
  ['request_key', 249, 218],
  ['keyctl', 250, 219],
  // The placement of memory, and page faults.
  ['mbind', 237, 235],
  ['set_mempolicy', 238, 237],
  ['get_mempolicy', 239, 236],
  ['migrate_pages', 256, 238],
  ['move_pages', 279, 239],
  ['set_mempolicy_home_node', 450, 450],
  ['userfaultfd', 323, 282],
  ['modify_ldt', 154, null],
  // Other namespaces, and another file system.
  ['unshare', 272, 97],
  ['setns', 308, 268],
  ['mount', 165, 40],
  ['umount2', 166, 39],
  ['pivot_root', 155, 41],
  ['chroot', 161, 51],
  // A look into other programs and the kernel.
  ['ptrace', 101, 117],
  ['perf_event_open', 298, 241],
  ['bpf', 321, 280],
]

export const UNKNOWN: readonly SystemCall[] = [
  // A filter can't read its arguments, so it could make a namespace; libraries then use `clone`.
  ['clone3', 435, 435],
  ['open_tree', 428, 428],
  ['move_mount', 429, 429],
  ['fsopen', 430, 430],
  ['fsconfig', 431, 431],
  ['fsmount', 432, 432],
  ['fspick', 433, 433],
  ['mount_setattr', 442, 442],
  ['open_tree_attr', 467, 467],
  // Its requests are system calls that no filter sees.
  ['io_uring_setup', 425, 425],
  ['io_uring_enter', 426, 426],
  ['io_uring_register', 427, 427],
]

const CLONE_NEWUSER = 0x1000_0000
/** Input into the terminal, as if it was typed; the second on Linux's own consoles. */
const [TIOCSTI, TIOCLINUX] = [0x5412, 0x541c]
/** The usual one, and the question which one it is. */
const PERSONALITIES = [0, 0xffff_ffff]
/** Unspecified, Unix, IPv4, IPv6 and netlink; without the others, such as those to a virtual machine's host. */
const SOCKET_FAMILIES = [0, 1, 2, 10, 16]

export const ARGUMENT_RULES: readonly ArgumentRule[] = [
  {
    call: ['clone', 56, 220],
    argument: 0,
    refusedIf: 'has',
    values: [CLONE_NEWUSER],
    answer: 'EPERM',
  },
  {
    call: ['ioctl', 16, 29],
    argument: 1,
    refusedIf: 'is',
    values: [TIOCSTI, TIOCLINUX],
    answer: 'EPERM',
  },
  {
    call: ['personality', 135, 92],
    argument: 0,
    refusedIf: 'is not',
    values: PERSONALITIES,
    answer: 'EPERM',
  },
  {
    call: ['socket', 41, 198],
    argument: 0,
    refusedIf: 'is not',
    values: SOCKET_FAMILIES,
    answer: 'EAFNOSUPPORT',
  },
]
