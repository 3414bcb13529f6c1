import { SatchelError } from '../../platform/errors.ts'
import { sizeText } from '../../platform/sizes.ts'

export interface Largest {
  readonly schemaUri: string
  readonly id: string
  readonly bytes: number
}

/** The error for something too large: by how much, and its largest parts. `what`: an object, or a scope. */
export const exceeded = (about: {
  readonly what: string
  readonly bytes: number
  readonly limit: number
  readonly largest: readonly Largest[]
}): SatchelError =>
  new SatchelError('quota_exceeded', {
    params: {
      what: about.what,
      size: `${sizeText(about.bytes)} (${String(about.bytes)})`,
      limit: `${sizeText(about.limit)} (${String(about.limit)})`,
      largest: about.largest.map(({ id, bytes }) => `${id} ${sizeText(bytes)}`).join(', '),
    },
    details: about,
  })
