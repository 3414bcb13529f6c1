/**
 * Makes the program of a seccomp filter: classic BPF, which the kernel runs before each system call. Rule:
 * https://www.kernel.org/doc/html/latest/userspace-api/seccomp_filter.html
 */
import {
  ARGUMENT_RULES,
  REFUSED,
  UNKNOWN,
  type Answer,
  type ArgumentRule,
  type SystemCall,
} from './seccomp-rules.ts'

/** An instruction: its operation, how many to skip if a comparison holds or doesn't, and its operand. */
type Instruction = readonly [code: number, ifSo: number, ifNot: number, value: number]

// <linux/bpf_common.h>
const LOAD_WORD = 0x20
const JUMP_IF_EQUAL = 0x15
const JUMP_IF_AT_LEAST = 0x35
const JUMP_IF_ANY_BIT = 0x45
const RETURN = 0x06

/** Offsets in `struct seccomp_data`; both machines have the lower half of an argument first. */
const CALL_AT = 0
const MACHINE_AT = 4
const ARGUMENTS_AT = 16

// <linux/seccomp.h> and <asm-generic/errno.h>
const ALLOW = 0x7fff_0000
const KILL_PROCESS = 0x8000_0000
const ERROR = 0x0005_0000
const ERRORS: Readonly<Record<Answer, number>> = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 }

/** <linux/audit.h>: 64 bits, little-endian, and the machine's number in ELF files; `column`: of a system call's number. */
const MACHINES: Readonly<Record<string, { readonly audit: number; readonly column: 1 | 2 }>> = {
  x64: { audit: 0xc000_003e, column: 1 },
  arm64: { audit: 0xc000_00b7, column: 2 },
}
/** Numbers from here on are the 32-bit ones of a 64-bit x86 program, which would go around the others. */
const X32 = 0x4000_0000

/**
 * The filter for this machine (`process.arch`), as the kernel and `bwrap --seccomp` read it; null for a machine without a
 * table. A program for another machine, also a 32-bit one for this, is ended at its first system call.
 */
export const seccompFilter = (arch: string): Uint8Array | null => {
  const machine = MACHINES[arch]
  if (machine === undefined) return null
  const numberOf = (call: SystemCall): number | null => call[machine.column]
  const program: Instruction[] = [
    load(MACHINE_AT),
    [JUMP_IF_EQUAL, 1, 0, machine.audit],
    answer(KILL_PROCESS),
    load(CALL_AT),
    [JUMP_IF_AT_LEAST, 0, 1, X32],
    refusal('ENOSYS'),
    ...REFUSED.flatMap((call) => always(numberOf(call), 'EPERM')),
    ...UNKNOWN.flatMap((call) => always(numberOf(call), 'ENOSYS')),
    ...ARGUMENT_RULES.flatMap((rule) => sometimes(numberOf(rule.call), rule)),
    answer(ALLOW),
  ]
  return bytesOf(program)
}

const load = (offset: number): Instruction => [LOAD_WORD, 0, 0, offset]
const answer = (value: number): Instruction => [RETURN, 0, 0, value]
const refusal = (what: Answer): Instruction => answer(ERROR | ERRORS[what])

const always = (call: number | null, what: Answer): readonly Instruction[] =>
  call === null ? [] : [[JUMP_IF_EQUAL, 0, 1, call], refusal(what)]

/** Ends with an answer either way, because the argument has taken the place of the call's number. */
const sometimes = (
  call: number | null,
  { argument, refusedIf, values, answer: what }: ArgumentRule,
): readonly Instruction[] => {
  if (call === null) return []
  const [ifFound, otherwise] =
    refusedIf === 'is not' ? [answer(ALLOW), refusal(what)] : [refusal(what), answer(ALLOW)]
  const compare = refusedIf === 'has' ? JUMP_IF_ANY_BIT : JUMP_IF_EQUAL
  const body: readonly Instruction[] = [
    load(ARGUMENTS_AT + 8 * argument),
    ...values.flatMap((value): readonly Instruction[] => [[compare, 0, 1, value], ifFound]),
    otherwise,
  ]
  return [[JUMP_IF_EQUAL, 0, body.length, call], ...body]
}

/** `struct sock_filter`, one after the other. */
const bytesOf = (program: readonly Instruction[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(program.length * 8))
  program.forEach(([code, ifSo, ifNot, value], index) => {
    view.setUint16(index * 8, code, true)
    view.setUint8(index * 8 + 2, ifSo)
    view.setUint8(index * 8 + 3, ifNot)
    view.setUint32(index * 8 + 4, value, true)
  })
  return new Uint8Array(view.buffer)
}
