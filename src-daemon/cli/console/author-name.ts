import { authorDomain } from '../../contract/author-name.ts'
import type { AuthorTrust } from '../../contract/packages.ts'
import type { Output } from './output.ts'

/** What an author's name is proven by; nothing of one's own packages and of what comes with Satchel. */
export const printAuthorName = (
  output: Output,
  { did, trust, proven }: { readonly did: string; readonly trust: AuthorTrust; readonly proven: boolean },
): void => {
  if (trust === 'own' || trust === 'built_in') return
  const domain = authorDomain(did)
  if (domain === null) output.say('cli_author_did')
  else output.say(proven ? 'cli_author_domain' : 'cli_author_domain_claimed', { domain })
}
