import { Argument, type Command } from 'commander'
import {
  requestKindSchema,
  requestPolicySchema,
  type RequestKind,
  type RequestPolicy,
} from '../../contract/thread-conversations.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { columns } from '../console/output.ts'

/** `satchel threads policy AGENT [KIND] [ask|deny]`: what happens to the requests of a contact, or of an agent by its DID. */
export const addThreadPolicyCommand = (threads: Command, { text, session }: CommandDeps): void => {
  threads
    .command('policy')
    .description(text('cli_threads_policy'))
    .argument('<agent>')
    .argument('[kind]')
    .addArgument(new Argument('[policy]').choices(requestPolicySchema.options))
    .action(async (peer: string, kind: string | undefined, policy: RequestPolicy | undefined) => {
      const { withDaemon, output } = session()
      const capability = kind === undefined ? null : kindOf(kind)
      const found = await withDaemon(async (api) => {
        if (capability !== null && policy !== undefined)
          await api.threads.setPolicy.mutate({ peer, capability, policy })
        return api.threads.policies.query({ peer })
      })
      const shown = requestKindSchema.options.filter((one) => capability === null || one === capability)
      output.result(Object.fromEntries(shown.map((one) => [one, found[one]])), () => {
        for (const line of columns(shown.map((one) => [one, found[one]]))) output.line(line)
      })
    })
}

/** `aitp-02-decisions`, or `02`. */
const kindOf = (kind: string): RequestKind => {
  const found = requestKindSchema.options.find((one) => one === kind || one.startsWith(`aitp-${kind}-`))
  if (found === undefined)
    throw new SatchelError('invalid_request', {
      params: { problem: `${kind}: ${requestKindSchema.options.join(' | ')}` },
    })
  return found
}
