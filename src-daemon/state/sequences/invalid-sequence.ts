/**
 * Edits that don't belong to their base, or are damaged. A plain error, because the texts of a `SatchelError` take
 * longer to load than Automerge; outside the worker it becomes `sequence_invalid`.
 */
export class InvalidSequence extends Error {
  override readonly name = 'InvalidSequence'
}
