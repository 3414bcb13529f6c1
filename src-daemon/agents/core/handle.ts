/** A name that a provider gives (ANP's WNS): `wba://ana.example.com` is `ana` at `example.com`. */
export interface Handle {
  readonly local: string
  readonly domain: string
}

const LOCAL = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Reads it with or without `wba://`; null if it is none. */
export const readHandle = (text: string): Handle | null => {
  const [local = '', ...labels] = text
    .trim()
    .toLowerCase()
    .replace(/^wba:\/\//, '')
    .split('.')
  const isDomain = labels.length >= 2 && labels.every((label) => LABEL.test(label))
  return isDomain && local.length <= 63 && LOCAL.test(local) ? { local, domain: labels.join('.') } : null
}

export const handleText = ({ local, domain }: Handle): string => `${local}.${domain}`
