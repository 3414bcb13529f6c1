import type { AddedSchema, FoundSchema } from '../../contract/schema-resolution.ts'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import { asTyped, say } from '../../text/index.ts'
import { shellWord } from '../../text/shell-word.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'
import type { Api, Session } from '../console/session.ts'

/** Finds a schema, shows what was found and where, and adds it after a yes; null if it is here already. */
export const offerSchema = async (
  api: Api,
  { output, consent }: Pick<Session, 'output' | 'consent'>,
  uri: string,
): Promise<{ found: FoundSchema; added: AddedSchema | null }> => {
  const found = await api.schemas.find.mutate({ uri })
  printFound(output, found)
  if (found.status === 'here') return { found, added: null }
  const { owner, hash } = found
  if (!(await consent('cli_q_schema_add', { uri, owner }))) {
    output.say('cli_declined')
    throw new Declined()
  }
  return { found, added: await api.schemas.add.mutate({ uri, hash }) }
}

/** What an import lacked: what was found by itself if the setting allows it, and how to find the rest. */
export const printMissing = async (api: Api, output: Output, missing: readonly string[]): Promise<void> => {
  const { added, problems } = await api.schemas.fill.mutate()
  for (const one of added) output.say('cli_schema_added', { uri: one.uri, applied: one.applied })
  for (const { problem } of problems) output.line(problem.message)
  const left = missing.filter((uri) => !added.some((one) => one.uri === uri))
  if (left.length === 0) return
  output.say('cli_schema_missing', { count: left.length })
  for (const uri of left) output.line(`  ${asTyped(`satchel state schema add ${shellWord(uri)}`)}`)
}

/** Finds, one after the other, what an import lacked. One that isn't found or wanted leaves the others. */
export const offerMissing = async (
  api: Api,
  session: Pick<Session, 'output' | 'consent'>,
  missing: readonly string[],
): Promise<void> => {
  const { output } = session
  for (const uri of missing)
    try {
      const { added } = await offerSchema(api, session, uri)
      if (added !== null) output.say('cli_schema_added', { uri, applied: added.applied })
    } catch (thrown) {
      if (thrown instanceof Declined) continue
      if (thrown instanceof SatchelError && thrown.code === 'needs_consent') throw thrown
      output.line(toErrorView(thrown, output.language).message)
    }
}

const printFound = (output: Output, found: FoundSchema): void => {
  const { language } = output
  const { uri, title, status, source, package: acp, attempts } = found
  output.line(`${title}: ${uri}`)
  for (const one of attempts)
    output.line(
      `  ${one.source}: ${say(language, `cli_schema_attempt_${one.outcome}`)}${one.problem === null ? '' : ` ${one.problem.message}`}`,
    )
  output.say(`cli_schema_status_${status}`, { source: source ?? '' })
  if (acp !== null)
    output.say('cli_schema_package', { name: acp.name, version: acp.version, author: acp.authorDid })
  output.say('cli_schema_place', { owner: found.owner, scope: found.scope, visibility: found.visibility })
  if (found.waiting > 0) output.say('cli_schema_waiting', { count: found.waiting })
  for (const line of columns(fieldsOf(found.schema).map(({ name, type }) => [`  ${name}`, type])))
    output.line(line)
}

/** The fields at the top of a schema, with their types. */
const fieldsOf = ({ properties }: FoundSchema['schema']): readonly { name: string; type: string }[] => {
  if (typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties).map(([name, field]: [string, unknown]) => {
    const type = typeof field === 'object' && field !== null && 'type' in field ? field.type : ''
    return { name, type: [type].flat().join(' | ') }
  })
}
