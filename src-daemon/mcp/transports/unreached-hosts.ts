import type { ServerLog } from './server-log.ts'

/** A program may ask for any number of hosts. */
const MOST = 50

/**
 * Writes each host that a program couldn't reach into its log, once per run: its own message is rarely more than
 * "fetch failed". `granted`: its hosts, which are refused if they lead to an address that is not public.
 */
export const unreachedHosts = (log: Pick<ServerLog, 'line'>, granted: readonly string[]) => {
  const names = new Set(granted.map((host) => host.toLowerCase().replace(/:443$/, '')))
  const said = new Set<string>()
  return (host: string, outcome: 'refused' | 'failed'): void => {
    if (said.has(host) || said.size === MOST) return
    said.add(host)
    const refused = names.has(host) ? 'its address is not public' : 'it is not among the hosts of this server'
    log.line(`${host.slice(0, 300)}: ${outcome === 'failed' ? 'not reached' : `refused, because ${refused}`}`)
  }
}
