import type { ChildProcess, StdioOptions } from 'node:child_process'

/** The descriptor on which a program reads its handed-over input. */
export const HANDOVER_DESCRIPTOR = 3
/** The descriptor of the first open file it inherits; the others follow. */
export const FIRST_INHERITED = 4

/**
 * Input that a program reads from `HANDOVER_DESCRIPTOR`. Other users of this computer can read arguments, and an
 * environment affects the program that is started with it; this has neither problem.
 */
export interface Handover {
  readonly handover?: string | undefined
  /** Descriptors it inherits from `FIRST_INHERITED` on: open files, or bytes to read. */
  readonly inherited?: readonly (number | Uint8Array)[] | undefined
}

/** `standard` streams, one more if something is handed over, and the inherited files. */
export const streamsFor = (
  standard: 'pipe' | 'inherit',
  { handover, inherited = [] }: Handover,
): StdioOptions => [
  standard,
  standard,
  standard,
  ...(handover !== undefined ? (['pipe'] as const) : inherited.length > 0 ? (['ignore'] as const) : []),
  ...inherited.map((one) => (typeof one === 'number' ? one : 'pipe')),
]

/** Writes it to a child that was started with `streamsFor`. */
export const handOver = (child: ChildProcess, { handover, inherited = [] }: Handover): void => {
  const write = (at: number, what: string | Uint8Array): void => {
    const stream = child.stdio[at]
    if (stream === null || stream === undefined || !('end' in stream)) return
    stream.on('error', () => undefined) // it ended without reading everything; its exit is reported
    stream.end(what)
  }
  if (handover !== undefined) write(HANDOVER_DESCRIPTOR, handover)
  inherited.forEach((one, index) => {
    if (typeof one !== 'number') write(FIRST_INHERITED + index, one)
  })
}
