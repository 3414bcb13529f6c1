import type { Command } from 'commander'
import type { AgentContact, ContactReading } from '../../contract/agent-contacts.ts'
import { withoutBytes } from '../../contract/result-bytes.ts'
import { jsonObjectSchema } from '../../contract/state.ts'
import { SatchelError } from '../../platform/errors.ts'
import { shellWord } from '../../text/shell-word.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import { columns, jsonText, type Output } from '../console/output.ts'
import type { Session } from '../console/session.ts'
import { VERDICTS } from './agents-verify.ts'
import { consentTo } from './cap-use.ts'
import { readJsonArgument } from './files.ts'

/** How many a list shows. */
const SHOWN = 500

/** `satchel agents discover|add|list|show|update|approve|remove|call`: other agents, whatever they speak. */
export const addAgentContactCommands = (agents: Command, { text, session, io }: CommandDeps): void => {
  agents
    .command('discover')
    .description(text('cli_agents_discover'))
    .argument('<address>')
    .option('--as <did>', text('cli_agents_as'))
    .action(async (address: string, { as = null }: { as?: string | null }) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) => api.agentContacts.discover.mutate({ address, as }))
      output.result(found, () => {
        const rows = found.agents.map(({ protocol, url, name, contact }) => [
          protocol,
          url,
          name ?? '',
          contact ?? '',
        ])
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_none')
        for (const { place, code } of found.problems) output.line(`! ${place} ${code}`)
      })
    })

  agents
    .command('add')
    .description(text('cli_agents_add'))
    .argument('<address>')
    .option('--as <did>', text('cli_agents_as'))
    .option('--label <text>', text('cli_agents_label'))
    .action(async (address: string, { as, label }: { as?: string; label?: string }) => {
      const own = session()
      const { withDaemon, output } = own
      const contact = await withDaemon(async (api) => {
        const { agents: found } = await api.agentContacts.discover.mutate({ address, as: as ?? null })
        const [first] = found
        if (first === undefined)
          throw new SatchelError('agent_document_unusable', { params: { url: address, problem: '—' } })
        const { protocol, url } = first
        const alike = found.filter((one) => one.protocol === protocol)
        if (alike.length > 1) {
          const urls = alike.map((one) => one.url)
          throw new SatchelError('agent_several', {
            params: { address, urls: urls.slice(0, 20).join(' ') },
            details: { urls },
          })
        }
        // Most agents that speak several protocols are one: the first is taken, and the others are named.
        for (const other of found.slice(1))
          output.say('cli_agents_also', { protocol: other.protocol, url: other.url })
        return api.agentContacts.look.mutate({ url, protocol, label, ...(as === undefined ? {} : { as }) })
      })
      const approved = await approveShown(own, contact)
      output.result(approved, () => {
        output.line(approved.id)
      })
    })

  agents
    .command('list')
    .description(text('cli_agents_list'))
    .option('--search <text>', text('cli_agents_search'))
    .action(async ({ search = '' }: { search?: string }) => {
      const { withDaemon, output } = session()
      const page = await withDaemon((api) => api.agentContacts.list.query({ search, limit: SHOWN }))
      output.result(page, () => {
        const rows = page.contacts.map((one) => [
          one.id,
          one.label || one.name,
          one.protocol,
          one.domain,
          say(output.language, `cli_agents_state_${one.state}`),
          say(output.language, VERDICTS[one.verdict]),
        ])
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_none')
        if (page.total > rows.length) output.say('cli_agents_all', { shown: rows.length, total: page.total })
      })
    })

  agents
    .command('show')
    .description(text('cli_agents_show'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      const contact = await withDaemon((api) => api.agentContacts.get.query({ id }))
      output.result(contact, () => {
        printContact(output, contact)
      })
    })

  agents
    .command('update')
    .description(text('cli_agents_update'))
    .argument('<id>')
    .option('--as <did>', text('cli_agents_as'))
    .option('--label <text>', text('cli_agents_label'))
    .action(async (id: string, choices: { as?: string; label?: string }) => {
      const { withDaemon, output } = session()
      const contact = await withDaemon(async (api) => {
        if (Object.keys(choices).length > 0) await api.agentContacts.set.mutate({ id, ...choices })
        return api.agentContacts.update.mutate({ id })
      })
      output.result(contact, () => {
        printContact(output, contact)
      })
    })

  agents
    .command('approve')
    .description(text('cli_agents_approve'))
    .argument('<id>')
    .action(async (id: string) => {
      const own = session()
      const contact = await own.withDaemon((api) => api.agentContacts.get.query({ id }))
      const approved = await approveShown(own, contact)
      own.output.result(approved, () => {
        own.output.line(approved.id)
      })
    })

  agents
    .command('remove')
    .description(text('cli_agents_remove'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, consent, output } = session()
      if (!(await consent('cli_q_agents_remove', { id }))) throw new Declined()
      await withDaemon((api) => api.agentContacts.remove.mutate({ id }))
      output.result({ removed: id }, () => {
        output.say('cli_agents_removed_from', { id })
      })
    })

  agents
    .command('call')
    .description(text('cli_agents_call'))
    .argument('<id>')
    .argument('<operation>')
    .option('--data <json>', text('cli_agents_input'), '{}')
    .action(async (id: string, operation: string, { data }: { data: string }) => {
      const own = session()
      const input = jsonObjectSchema.parse(readJsonArgument(data))
      const result = await own.withDaemon(async (api) => {
        const { protocol } = await api.agentContacts.get.query({ id })
        const source = `${protocol}:${id}`
        const list = await api.capabilities.list.query({ source })
        const known = list.find((one) => one.capability_id === `${source}/${operation}`)
        const ref = { capability_id: `${source}/${operation}`, version: known?.version ?? '0.0.0' }
        const preview = await api.approvals.preview.query({ ref, input })
        const consent = preview === null ? undefined : await consentTo(own, preview)
        return api.capabilities.invoke.mutate({ ref, input, ...(consent === undefined ? {} : { consent }) })
      })
      own.output.result(result, () => {
        own.output.lines(jsonText(withoutBytes(result.ok ? result.output : result.error), 2))
      })
      if (!result.ok) io.exitCode = 1
    })
}

/** Shows an agent and approves exactly that. Throws `Declined`. */
const approveShown = async (
  { withDaemon, consent, output }: Session,
  contact: AgentContact,
): Promise<AgentContact> => {
  const { id, fingerprint } = contact
  if (contact.pending === null) return contact
  printContact(output, contact)
  if (!(await consent('cli_q_agents_approve', { id }))) throw new Declined()
  return withDaemon((api) => api.agentContacts.approve.mutate({ id, fingerprint }))
}

const printContact = (output: Output, contact: AgentContact): void => {
  const { id, label, protocol, url, state, as, approved, pending, review, stopped } = contact
  const reading = pending ?? approved
  if (reading === null) return
  const { language } = output
  const facts = {
    ...{ id, label: label || null, protocol, state: say(language, `cli_agents_state_${state}`), url, as },
    ...{
      name: reading.name,
      owner: reading.owner,
      version: reading.version,
      did: reading.did,
      key: reading.keyId,
    },
    host: reading.domain,
  }
  for (const line of columns(
    Object.entries(facts).flatMap(([what, value]) => (value === null ? [] : [[what, value]])),
  ))
    output.line(line)
  output.say(VERDICTS[reading.verdict])
  for (const { code, detail } of reading.reasons)
    output.line(`  ${say(language, `description_reason_${code}`)}${detail === null ? '' : ` (${detail})`}`)
  if (review !== null) {
    const { added, changed, removed } = review.operations
    const list = (names: readonly string[]): string => names.join(', ') || '—'
    const sums = { added: list(added), changed: list(changed), removed: list(removed) }
    output.say('cli_agents_review', { members: list(review.members), ...sums })
    if (review.refusal !== null) output.say('cli_agents_refused', { reason: review.refusal })
  }
  if (stopped !== null) output.say('cli_agents_stopped', { reason: stopped })
  printOffered(output, reading)
  // Only what was approved is offered for more.
  if (state === 'approved') for (const server of serversOf(contact)) output.say('cli_agents_connect', server)
}

/** The commands that connect what the agent names as servers. Its words are quoted: the owner pastes them into a shell. */
const serversOf = ({ id, approved }: AgentContact): readonly { readonly command: string }[] =>
  (approved?.servers ?? []).map(({ url }, index) => ({
    command: `satchel servers add ${index === 0 ? id : `${id}-${String(index + 1)}`} --url ${shellWord(url)}`,
  }))

const printOffered = (output: Output, { operations, products, servers, problems }: ContactReading): void => {
  const rows = operations.map(({ id, kind, asksAlways, title }) => [
    `  ${id}`,
    kind,
    asksAlways ? '!' : '',
    title,
  ])
  for (const line of columns(rows)) output.line(line)
  const priced = products.map(({ identifier, name, offers: [offer] }) => [
    `  ${identifier ?? '—'}`,
    name,
    `${offer?.price ?? ''} ${offer?.currency ?? ''}`.trim(),
  ])
  for (const line of columns(priced)) output.line(line)
  for (const { name, url } of servers) output.line(`  mcp  ${name}  ${url}`)
  for (const { place, code, detail } of problems)
    output.line(`! ${place} ${code}${detail === null ? '' : ` (${detail})`}`)
}
