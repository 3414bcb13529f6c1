import type { ContactReading } from '../../contract/agent-contacts.ts'
import { lintText } from '../../lint/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { SendSignedDeps } from '../calling/send-signed.ts'
import type { Asking, KeptReading } from '../contacts/protocol.ts'
import type { Descriptions, OpenedDescription } from '../descriptions/service.ts'
import { memberOf, type JsonObject } from '../descriptions/read-description.ts'
import { createCollected } from './interfaces/collected.ts'
import { readInterfaces } from './interfaces/read-interfaces.ts'
import { recordOf, textOrNull } from './interfaces/values.ts'
import { createLinkedFiles } from './files/linked-files.ts'
import { imagesOf, readProducts } from './products.ts'
import { withProducts } from './purchases.ts'
import { createToolLists } from './tools/tool-server.ts'

export interface ReadAgentDeps extends SendSignedDeps {
  readonly descriptions: Pick<Descriptions, 'open'>
  readonly now: () => Date
}

const MAX_TEXT = 4000
const MAX_NAME = 256

/**
 * Reads a description, verifies it, and reads what it links to. A broken part is a problem of the reading. Errors: `agent_document_unusable`, those
 * of `Descriptions.open`.
 */
export const readAgent = async (deps: ReadAgentDeps, url: string, asking: Asking): Promise<KeptReading> => {
  const opened = await deps.descriptions.open(url, asking.signer, asking.signal)
  const { verified, read, keyDigest } = opened
  if (read === null) {
    const problem = verified.reasons[0]?.detail ?? ''
    throw new SatchelError('agent_document_unusable', { params: { url, problem }, details: { url, problem } })
  }
  const { json } = read
  const files = createLinkedFiles(deps, { url, ...asking })
  const collected = createCollected()
  const places = await readInterfaces(json, url, {
    files,
    listTools: createToolLists(deps, { url, ...asking }),
    collected,
  })
  const products = await readProducts(json, files, collected)
  const texts = ownTexts(opened, json)
  for (const [place, text] of Object.entries(texts)) {
    const said = lintText(text ?? '').find(({ severity }) => severity === 'error')
    if (said !== undefined) collected.problem(place, 'says_to_model', said.found)
  }
  const entity = recordOf(memberOf(json, 'domainEntity'))
  return {
    name: texts.name,
    description: texts.description,
    owner: texts.owner,
    did: verified.did ?? didIn(json),
    domain: new URL(url).host,
    verdict: verified.verdict,
    reasons: verified.reasons,
    warnings: verified.warnings,
    version: verified.version,
    modified: read.modified ?? read.created,
    keyId: verified.keyId,
    keyDigest,
    digest: verified.digest,
    readAt: deps.now().toISOString(),
    images: [json, entity].flatMap((one) =>
      imagesOf(memberOf(one, 'image'), (link) => files.addressOf(link)),
    ),
    operations: withProducts(collected.operations, products),
    products: [...products],
    ...places,
    problems: [...collected.problems],
  }
}

const ownTexts = (
  { verified }: OpenedDescription,
  json: JsonObject,
): Pick<ContactReading, 'name' | 'description' | 'owner'> => ({
  name: (verified.name?.trim() || new URL(`https://${verified.fetchedFrom ?? ''}`).hostname).slice(
    0,
    MAX_NAME,
  ),
  description: (textOrNull(memberOf(json, 'description')) ?? '').slice(0, MAX_TEXT),
  owner: textOrNull(recordOf(memberOf(json, 'owner'))['name'])?.slice(0, MAX_NAME) ?? null,
})

/** The reference SDK writes it as an identifier. */
const didIn = (json: JsonObject): string | null => {
  const identifier = textOrNull(json['identifier'])
  return identifier?.startsWith('did:') === true ? identifier : null
}
