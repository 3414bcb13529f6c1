import { SatchelError } from '../../../platform/errors.ts'

const MAX_SAID = 500

/** What an agent says when it doesn't do what it was called for, in its own words. */
export const refusedBy = (
  { name, did }: { readonly name: string; readonly did: string | null },
  {
    code,
    message,
    status,
  }: { readonly code: string | number; readonly message: string; readonly status?: number | null },
  cause?: unknown,
): SatchelError => {
  // The sentence around it has a full stop of its own.
  const said =
    message
      .trim()
      .slice(0, MAX_SAID)
      .replace(/[.。]$/, '') || '—'
  return new SatchelError('agent_refused', {
    params: { did: name, code, message: said },
    details: { agent: name, did, code, message: said, ...(typeof status === 'number' && { status }) },
    ...(cause === undefined ? {} : { cause }),
  })
}
