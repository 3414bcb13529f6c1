import { existsSync, readFileSync } from 'node:fs'
import { InvalidArgumentError, type Command } from 'commander'
import { parse } from 'yaml'
import { SatchelError } from '../../platform/errors.ts'
import { writeFileAtomic } from '../../platform/files.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { writeNewFile } from '../console/new-file.ts'
import { readNamedFile } from './files.ts'
import { packageNetwork } from './package-network.ts'
import type { TrustDraft } from '../../registry/trust/index.ts'

/** What a list may say, to be filled in or removed. */
const DRAFT = `# A list that others can follow. Sign it with: satchel trust sign FILE trust.json
name: My list
description: What I keep away from, whom I trust, and what goes well together.
# contact: mailto:me@example.org   # or an https address: where reports go
blocked: []
#  - package: diary
#    author: did:key:z6Mk...
#    versions: "<1.2.0"            # or sha256: one file; without either, all versions
#    reason: It sends your diary to a host that it does not name.
recommended: []
#  - author: did:web:ada.example
#    name: Ada
#    contact: mailto:ada@example.org
#    reason: Careful, and answers.
collections: []
#  - id: garden
#    name: For the garden
#    description: From seeds to harvest.
#    packages:
#      - package: seeds
#        author: did:web:ada.example
#        versions: ^1.0.0
#        note: Begin with this one.
`

/** `satchel trust draft|sign`: a list of one's own. */
export const addTrustAuthoringCommands = (trust: Command, { text, session }: CommandDeps): void => {
  trust
    .command('draft')
    .description(text('cli_trust_draft'))
    .argument('<file>', text('cli_trust_draft_file'))
    .action((file: string) => {
      const { output } = session()
      writeNewFile(file, Buffer.from(DRAFT))
      output.result({ file }, () => {
        output.say('cli_trust_draft_written', { file })
      })
    })

  trust
    .command('sign')
    .description(text('cli_trust_sign'))
    .argument('<draft>', text('cli_trust_draft_file'))
    .argument('<file>', text('cli_trust_signed_file'))
    .option('--valid-days <days>', text('cli_trust_valid_days'), daysOf)
    .action(async (draft: string, file: string, { validDays }: { validDays?: number }) => {
      const { withDaemon, output } = session()
      const { trustContent } = await import('../../registry/trust/index.ts')
      const written = await readDraft(draft)
      const signed = await withDaemon(async (api) => {
        const { did } = await api.trust.publisher.query()
        const time = await timeAfter(file, did)
        const until = validDays === undefined ? null : new Date(time.getTime() + validDays * 86_400_000)
        const { did: _did, ...content } = trustContent(written, {
          did,
          time: time.toISOString(),
          ...(until === null ? {} : { valid_until: until.toISOString() }),
        })
        return api.trust.sign.mutate(content)
      })
      writeFileAtomic(file, Buffer.from(`${JSON.stringify(signed, null, 2)}\n`), 0o644)
      const { did, time } = signed.signed
      output.result({ file, did, time }, () => {
        output.say('cli_trust_written', { file, did, time })
      })
    })
}

/** Errors: `file_unreadable`, `trust_draft_invalid`. */
const readDraft = async (file: string): Promise<TrustDraft> => {
  const { firstProblem, trustDraftSchema } = await import('../../registry/trust/index.ts')
  const { bytes } = readNamedFile(file)
  let value: unknown
  try {
    value = parse(bytes.toString('utf8'))
  } catch (cause) {
    const problem = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    throw new SatchelError('trust_draft_invalid', { params: { file, problem }, cause })
  }
  const read = trustDraftSchema.safeParse(value)
  if (read.success) return read.data
  throw new SatchelError('trust_draft_invalid', { params: { file, problem: firstProblem(read.error) } })
}

/**
 * Now, or later than the list that is in the file, since readers take no older one. Errors: those of a list that is not one of
 * the owner's, which is left as it is.
 */
const timeAfter = async (file: string, did: string): Promise<Date> => {
  const now = new Date()
  if (!existsSync(file)) return now
  const { verifyList } = await import('../../registry/trust/index.ts')
  await using network = packageNetwork()
  const { content } = await verifyList(readFileSync(file, 'utf8'), file, { did, keyOf: network.keyOf })
  return new Date(Math.max(now.getTime(), Date.parse(content.time) + 1000))
}

const daysOf = (value: string): number => {
  const days = Number(value)
  if (!Number.isInteger(days) || days < 1 || days > 3650) throw new InvalidArgumentError('1–3650')
  return days
}
