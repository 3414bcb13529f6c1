import { SatchelError } from '../../platform/errors.ts'
import { readHandle, type Handle } from '../core/handle.ts'
import type { AgentAddress } from './protocol.ts'

/** What a person wrote: a DID, a handle (`wba://…`), an address, or a domain. Errors: `agent_address_invalid`. */
export const addressOf = (written: string): AgentAddress | { kind: 'handle'; handle: Handle } => {
  const text = written.trim()
  if (/^did:/i.test(text)) return { kind: 'did', did: text }
  const handle = /^wba:\/\//i.test(text) ? readHandle(text) : null
  if (handle !== null) return { kind: 'handle', handle }
  if (/^https?:\/\//i.test(text)) {
    if (URL.canParse(text)) {
      const url = new URL(text)
      url.hash = ''
      return url.pathname === '/' && url.search === ''
        ? { kind: 'domain', host: url.host }
        : { kind: 'url', url: url.href }
    }
  } else if (/^[^\s/?#@]+$/.test(text) && URL.canParse(`https://${text}`)) {
    const { host, pathname } = new URL(`https://${text}`)
    if (host !== '' && pathname === '/') return { kind: 'domain', host }
  }
  throw new SatchelError('agent_address_invalid', { params: { address: text }, details: { address: text } })
}
