/** A URL in a text, by scheme and authority; whatever is written before an `@` counts as part of the name. */
const ADDRESS = /https?:\/\/([^\s/?#\\"'<>()[\]]+)/giu
/** A name with dots, and what follows it at once. */
const NAME = /(?<![\p{L}\p{N}_.-])((?:[\p{L}\p{N}_-][\p{L}\p{M}\p{N}_-]*\.)+[\p{L}\p{M}]{2,})(:\d+|\/)?/giu
/** Names such as `README.md` or `Node.js`, which look like hosts but aren't. */
const FILE =
  /^[^.]+\.(?:c|cc|cpp|css|csv|go|h|html?|java|jpe?g|js|json|jsx|lock|log|md|mjs|mov|pdf|php|pl|png|ps|py|rb|rs|sh|so|sql|svg|toml|ts|tsx|txt|vue|wasm|xml|ya?ml|zip)$/i
/** Letters of other scripts, and rare Latin ones, that look like the plain Latin ones. */
const TWINS = /^[\p{ASCII}аеорсухіјѕһԁԛԝӏҽвкмнтɡɑοαρυνικτᴀ-ᴢı]+$/u
const OTHER_ALPHABETS = /[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Cher}\u0250-\u02afᴀ-ᴢı]/u

/** The host that a link's text names, and the one it leads to. */
export interface MisleadingLink {
  readonly named: string
  /** In ASCII, so that no letter passes for another. */
  readonly host: string
}

/**
 * Compares the hosts that a link's text names with the one that the link leads to. Null if it names none, or the same;
 * `www.` aside. A name with letters that look like others is never the same.
 */
export const misleadingLink = (text: string, target: URL): MisleadingLink | null => {
  const host = hostOf(target)
  const named = namesIn(text).find((name) => hasTwins(name) || asciiHost(name) !== bare(host))
  return named === undefined ? null : { named, host }
}

const hostOf = ({ protocol, hostname, pathname }: URL): string =>
  protocol === 'mailto:' ? (asciiHost(pathname.slice(pathname.lastIndexOf('@') + 1)) ?? pathname) : hostname

const namesIn = (text: string): readonly string[] => {
  // As an eye reads it: unseen characters don't count, and dots are dots in every script.
  const read = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\p{Variation_Selector}\u034f]/gu, '')
    .replace(/[\u3002\u2024]/gu, '.')
  const addresses = [...read.matchAll(ADDRESS)].map(([, name = '']) => name)
  const names = [...read.replace(ADDRESS, ' ').matchAll(NAME)].flatMap(([, name = '', after]) =>
    after === undefined && FILE.test(name) ? [] : [name],
  )
  return [...addresses, ...names]
}

/** Null if it isn't a host, as with a user name before it. */
const asciiHost = (name: string): string | null => {
  const url = name.includes('@') ? null : URL.parse(`http://${name}`)
  return url === null ? null : bare(url.hostname)
}

const bare = (host: string): string => host.replace(/^www\./, '').replace(/\.$/, '')

const hasTwins = (name: string): boolean =>
  name
    .split('.')
    .some((label) => OTHER_ALPHABETS.test(label) && (TWINS.test(label) || /\p{sc=Latn}/u.test(label)))
