import type { MarketWanted } from '../../src-daemon/contract/marketplace.ts'
import { readInstallLink, wantedOf } from '../../src-daemon/registry/client/link.ts'
import { serversIn } from '../../src-daemon/mcp/adding/import/parse-config.ts'
import { createDeepLinks, linkIn } from '../../src-main/deep-links.ts'
import type { Target } from '../engine/target.ts'
import { promised, toldOnly } from '../engine/promised.ts'

const server = Buffer.from(
  '{"command":"npx","args":["-y","@scope/files"],"env":{"KEY":"${input:key}"}}',
).toString('base64')

/** Links that a web page or another program opens Satchel with: what the shell lets in, and what the daemon reads from it. */
export const target: Target = {
  seeds: () => [
    'satchel://install?uri=did:nuwa:cap:note@1.0.0',
    'satchel://install/?cid=bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
    'satchel://install?url=https://example.org/note.acp.yaml',
    `satchel://servers/add?name=files&config=${server}`,
    'satchel://servers/add?config=%7B%22mcpServers%22%3A%7B%22a%22%3A%7B%22url%22%3A%22https%3A%2F%2Fx.org%22%7D%7D%7D',
    `cursor://anysphere.cursor-deeplink/mcp/install?name=files&config=${server}`,
    'vscode:mcp/install?%7B%22name%22%3A%22x%22%2C%22url%22%3A%22https%3A%2F%2Fx.org%22%7D',
    'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy/',
  ],
  run: (input) => {
    const text = input.toString('utf8')
    const links = createDeepLinks({ notify: () => undefined })
    const arrived = links.arrived(['satchel', text])
    promised(links.take() === (arrived ? text : null) && links.take() === null, 'a link is handed over once')
    promised(!arrived || linkIn([text]) === text, 'what is let in is what arrived')
    const install = toldOnly(() => readInstallLink(text))
    if (install !== null) {
      const again = readInstallLink(linkTo(install))
      promised(JSON.stringify(again) === JSON.stringify(install), 'a link that was read can be written')
    }
    const wanted = toldOnly(() => wantedOf(text))
    if (wanted?.kind === 'url')
      promised(/^https?:$/.test(new URL(wanted.url).protocol), 'an address is of the web')
    for (const { name, entry } of toldOnly(() => serversIn(text)) ?? [])
      promised(
        name !== '' && (typeof entry !== 'object' || Object.getPrototypeOf(entry) !== null),
        'a server has a name and members',
      )
  },
}

const linkTo = (wanted: MarketWanted): string => {
  const { kind } = wanted
  const [key, value] =
    kind === 'capability'
      ? ['uri', wanted.capUri]
      : kind === 'cid'
        ? ['cid', wanted.cid]
        : ['url', wanted.url]
  return `satchel://install?${key}=${encodeURIComponent(value)}`
}
