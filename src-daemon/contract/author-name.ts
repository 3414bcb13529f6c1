/** Names that authors have by what their DID is bound to. */

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
/** The last part of a `did:wba` that binds it to a key, and names nobody. */
const FINGERPRINT = /^[ek]1_[A-Za-z0-9_-]{43}$/
/** A part of a path as people can read it, without anything that looks like another part. */
const STEP = /^[A-Za-z0-9._~-]{1,60}$/
const LONGEST = 120

/**
 * The domain, and the place on it, where the document of a `did:web` or `did:wba` stands: `ada.example`, `example.org/people/ada`. Whoever
 * holds that place says which keys sign, so a signature that holds proves the name. Letters of other scripts stay as `xn--`. Null for
 * any other DID: it names nobody.
 *
 * @example
 * authorDomain('did:web:ada.example') // 'ada.example'
 */
export const authorDomain = (did: string): string | null => {
  const [, method, authority = '', ...path] = did.split(':')
  if (method !== 'web' && method !== 'wba') return null
  const [host = '', port, ...rest] = authority.split(/%3A/i)
  const labels = host.split('.')
  const isHost = labels.length > 1 && labels.every((label) => LABEL.test(label))
  if (!isHost || rest.length > 0 || (port !== undefined && !/^[1-9][0-9]{0,4}$/.test(port))) return null
  const steps = FINGERPRINT.test(path.at(-1) ?? '') ? path.slice(0, -1) : path
  if (!steps.every((step) => STEP.test(step))) return null
  const name = [`${host.toLowerCase()}${port === undefined ? '' : `:${port}`}`, ...steps].join('/')
  return name.length > LONGEST ? null : name
}
