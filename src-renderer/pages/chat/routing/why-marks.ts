import type { RouteDecision } from '../../../../src-daemon/contract/router.ts'

/** A piece of a message, and the titles of the capabilities that matched it; none for the text in between. */
export interface MarkedPiece {
  readonly text: string
  readonly by: readonly string[]
}

/**
 * Splits a message where triggers matched. Positions in a decision refer to the NFC form; one outside the text (because
 * long texts are cut) is left out.
 */
export const markedPieces = (said: string, { candidates }: RouteDecision): readonly MarkedPiece[] => {
  const text = said.normalize('NFC')
  const spans = candidates.flatMap(({ title, signals = [] }) =>
    signals.flatMap(({ start, end }) =>
      start === undefined || end === undefined || end > text.length || end <= start
        ? []
        : [{ title, start, end }],
    ),
  )
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  )
  return cuts.slice(0, -1).flatMap((start, at) => {
    const end = cuts[at + 1] ?? start
    const by = [
      ...new Set(spans.filter((span) => span.start <= start && span.end >= end).map(({ title }) => title)),
    ]
    return end === start ? [] : [{ text: text.slice(start, end), by }]
  })
}
