/**
 * Edits that do not belong to their base, or are damaged. Plain, because the words of a `SatchelError` take longer to load
 * than Automerge; whoever is outside of the worker sees `sequence_invalid`.
 */
export class InvalidSequence extends Error {
  override readonly name = 'InvalidSequence'
}
