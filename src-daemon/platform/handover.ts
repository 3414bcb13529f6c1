import type { ChildProcess, StdioOptions } from 'node:child_process'

/** The descriptor on which a program reads what is handed over to it. */
export const HANDOVER_DESCRIPTOR = 3

/**
 * What a program reads from `HANDOVER_DESCRIPTOR` to its end. Other users of this computer can read arguments, and an
 * environment already acts on the program that is started with it; this does neither.
 */
export interface Handover {
  readonly handover?: string | undefined
}

/** `standard` streams, and one more if something is handed over. */
export const streamsFor = (standard: 'pipe' | 'inherit', { handover }: Handover): StdioOptions => [
  standard,
  standard,
  standard,
  ...(handover === undefined ? [] : (['pipe'] as const)),
]

/** Writes it to a child that was started with `streamsFor`. */
export const handOver = (child: ChildProcess, { handover }: Handover): void => {
  const stream = handover === undefined ? null : child.stdio[HANDOVER_DESCRIPTOR]
  if (stream === null || stream === undefined || !('end' in stream)) return
  stream.on('error', () => undefined) // it ended without reading all of it; how it ended is reported
  stream.end(handover)
}
