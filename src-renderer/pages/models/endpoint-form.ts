import type { EndpointView } from '../../../src-daemon/contract/models.ts'
import type { ModelEndpoint } from '../../../src-daemon/contract/settings.ts'

/** The inputs, one for each control. */
export interface EndpointForm {
  name: string
  protocol: ModelEndpoint['protocol']
  url: string
  key: string
  window: string
  tools: ModelEndpoint['tools']
  vision: boolean
  models: string
}

export const emptyForm = (): EndpointForm => ({
  name: '',
  protocol: 'openai',
  url: '',
  key: '',
  window: '',
  tools: 'auto',
  vision: false,
  models: '',
})

/** A key is never shown: its field starts empty, and empty means unchanged. */
export const formOf = (endpoint: EndpointView): EndpointForm => ({
  ...emptyForm(),
  name: endpoint.name,
  protocol: endpoint.protocol,
  url: endpoint.baseUrl,
  window: endpoint.contextWindow === null ? '' : String(endpoint.contextWindow),
  tools: endpoint.tools,
  vision: endpoint.vision,
  models: endpoint.models.join('\n'),
})

export const isComplete = ({ name, url, window }: EndpointForm): boolean =>
  name.trim() !== '' && hostOf(url) !== null && (window.trim() === '' || /^\d{3,8}$/.test(window.trim()))

/** The endpoint sent to the daemon. `id` is that of the edited endpoint, or a new one. */
export const endpointOf = (form: EndpointForm, id: string): ModelEndpoint => ({
  id,
  name: form.name.trim(),
  protocol: form.protocol,
  baseUrl: form.url.trim(),
  contextWindow: form.window.trim() === '' ? null : Number(form.window),
  tools: form.tools,
  vision: form.vision,
  models: form.models
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
})

/** A new id made from the name. */
export const newId = (name: string, taken: readonly string[]): string => {
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 30) || 'server'
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${String(number)}`
    if (!taken.includes(id)) return id
  }
}

/** The host of a URL; null if it is invalid. */
export const hostOf = (url: string): string | null => {
  const parsed = URL.parse(url.trim())
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.host !== '' ? parsed.host : null
}

/** The host, if messages would leave this computer; null if they stay. */
export const remoteHostOf = (url: string): string | null => {
  const host = hostOf(url)
  return host === null || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host) ? null : host
}
