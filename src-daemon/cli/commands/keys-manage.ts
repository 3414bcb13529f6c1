import { InvalidArgumentError, type Command } from 'commander'
import { keyKindSchema, type KeyInfo, type KeyKind } from '../../contract/identity.ts'
import { say } from '../../text/index.ts'
import { finish } from '../console/finish.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { namedKey } from './keys-name.ts'

/** `satchel keys list|create|label|rotate|retire|default` */
export const addKeysManageCommands = (keys: Command, { text, session }: CommandDeps): void => {
  keys
    .command('list')
    .description(text('cli_keys_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const [list, status] = await withDaemon((api) =>
        Promise.all([api.identity.keys.query(), api.identity.status.query()]),
      )
      output.result({ ...status, keys: list }, () => {
        const rows = list.map((key) => [key.label, key.kind, marksOf(output, key), key.backend, key.did])
        for (const line of columns(rows)) output.line(line)
      })
    })

  keys
    .command('create')
    .description(text('cli_keys_create'))
    .argument('<label>')
    .option('--kind <kind>', text('cli_keys_kind'), kindNamed, 'Ed25519')
    .action(async (label: string, { kind }: { kind: KeyKind }) => {
      const { withDaemon, output } = session()
      const made = await withDaemon((api) => api.identity.create.mutate({ kind, label }))
      output.result(made, () => {
        output.say('cli_keys_made', { label: made.label, did: made.did })
      })
    })

  keys
    .command('label')
    .description(text('cli_keys_label'))
    .argument('<key>')
    .argument('<label>')
    .action(async (name: string, label: string) => {
      const { withDaemon, output } = session()
      const key = await withDaemon(async (api) => {
        const { keyId } = namedKey(await api.identity.keys.query(), name)
        return api.identity.label.mutate({ keyId, label })
      })
      output.result(key, () => {
        output.say('cli_keys_renamed', { label: key.label })
      })
    })

  keys
    .command('rotate')
    .description(text('cli_keys_rotate'))
    .argument('<key>')
    .action(async (name: string) => {
      const { withDaemon, output, consent } = session()
      const next = await withDaemon(async (api) => {
        const { keyId, did, isOwner } = namedKey(await api.identity.keys.query(), name)
        if (isOwner && !(await consent('cli_q_rotate_owner', { did }))) return null
        return api.identity.rotate.mutate({ keyId, confirmOwner: isOwner ? did : undefined })
      })
      finish(output, next, ({ did, stated }) => {
        output.say('cli_keys_rotated', { did })
        if (stated !== null) output.say(stated ? 'cli_keys_rotated_stated' : 'cli_keys_rotated_unstated')
      })
    })

  keys
    .command('retire')
    .description(text('cli_keys_retire'))
    .argument('<key>')
    .action(async (name: string) => {
      const { withDaemon, output, consent } = session()
      const retired = await withDaemon(async (api) => {
        const { keyId, label } = namedKey(await api.identity.keys.query(), name)
        return (await consent('cli_q_retire', { label })) ? api.identity.retire.mutate({ keyId }) : null
      })
      finish(output, retired, ({ label }) => {
        output.say('cli_keys_retired', { label })
      })
    })

  keys
    .command('default')
    .description(text('cli_keys_default'))
    .argument('<key>')
    .action(async (name: string) => {
      const { withDaemon, output, consent } = session()
      const chosen = await withDaemon(async (api) => {
        const list = await api.identity.keys.query()
        const { keyId, label } = namedKey(list, name)
        const before = list.find(({ isDefault }) => isDefault)
        const question = { label, before: before?.label ?? '' }
        if (!(await consent('cli_q_default', question))) return null
        return api.identity.setDefault.mutate({ keyId, replaces: before?.keyId ?? '' })
      })
      finish(output, chosen, ({ label }) => {
        output.say('cli_keys_default_is', { label })
      })
    })
}

/** The kind of key given as an argument; a usage error for an unknown one. */
export const kindNamed = (name: string): KeyKind => {
  const kind = keyKindSchema.options.find((one) => one.toLowerCase() === name.toLowerCase())
  if (kind === undefined) throw new InvalidArgumentError(keyKindSchema.options.join(' | '))
  return kind
}

const marksOf = (output: Output, key: KeyInfo): string => {
  const marks = [
    ...(key.isOwner ? (['cli_keys_is_owner'] as const) : []),
    ...(key.isDefault ? (['cli_keys_is_default'] as const) : []),
    ...(key.retiredAt === null ? [] : (['cli_keys_is_retired'] as const)),
  ]
  return marks.map((mark) => say(output.language, mark)).join(', ')
}
