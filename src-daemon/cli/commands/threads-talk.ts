import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { formReplySchema, type FormReply } from '../../contract/form.ts'
import type { ThreadItem, ThreadPerson, ThreadView } from '../../contract/thread-conversations.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import { createFormPrompt } from '../console/form-prompt.ts'
import { columns, oneLine, type Output } from '../console/output.ts'
import type { Session } from '../console/session.ts'
import { isInteractive } from '../console/terminal.ts'
import { cardLines } from './chat-cards.ts'
import { answerWithPayment } from './threads-payment.ts'
import { answerWithAccount } from './threads-wallet.ts'
import { readJsonArgument } from './files.ts'

interface AnswerOptions {
  readonly decline?: true
  readonly reply?: string
  readonly account?: string
  readonly way?: string
}

/** `satchel threads list|show|open|join|send|answer|forward|leave|remove`: conversations with other agents. */
export const addThreadTalkCommands = (threads: Command, { text, session }: CommandDeps): void => {
  threads
    .command('list')
    .description(text('cli_threads_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const all = await withDaemon((api) => api.threads.list.query())
      output.result(all, () => {
        const rows = all.map(({ id, title, people, connection, unseen }) => [
          id,
          say(output.language, `cli_threads_connection_${connection}`),
          unseen === 0 ? '' : String(unseen),
          others(people).join(', '),
          title,
        ])
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_none')
      })
    })

  threads
    .command('show')
    .description(text('cli_threads_show'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      const view = await withDaemon(async (api) => {
        const found = await api.threads.get.query({ id })
        await api.threads.seen.mutate({ id })
        return found
      })
      output.result(view, () => {
        printThread(output, view)
      })
    })

  threads
    .command('open')
    .description(text('cli_threads_open'))
    .argument('<agent>')
    .argument('<text>')
    .action(async (contact: string, words: string) => {
      const { withDaemon, output } = session()
      const made = await withDaemon((api) =>
        api.threads.open.mutate({ contact, text: words, key: randomUUID() }),
      )
      output.result(made, () => {
        output.line(made.id)
      })
    })

  threads
    .command('join')
    .description(text('cli_threads_join'))
    .argument('<agent>')
    .argument('<thread>')
    .action(async (contact: string, thread: string) => {
      const { withDaemon, output } = session()
      const joined = await withDaemon((api) => api.threads.join.mutate({ contact, thread }))
      output.result(joined, () => {
        output.line(joined.id)
      })
    })

  threads
    .command('send')
    .description(text('cli_threads_send'))
    .argument('<id>')
    .argument('<text>')
    .action(async (id: string, words: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.threads.send.mutate({ id, text: words, key: randomUUID() }))
      output.result({ id }, () => {
        output.say('cli_threads_sent')
      })
    })

  threads
    .command('answer')
    .description(text('cli_threads_answer'))
    .argument('<id>')
    .argument('<item>')
    .option('--decline', text('cli_threads_decline'))
    .option('--reply <json>', text('cli_threads_reply'))
    .option('--account <address>', text('cli_threads_account'))
    .option('--way <way>', text('cli_threads_way'))
    .action(async (id: string, item: string, options: AnswerOptions) => {
      const own = session()
      const { withDaemon, consent, output } = own
      await withDaemon(async (api) => {
        const find = async () => {
          const { entries } = await api.threads.get.query({ id })
          const found = entries.flatMap(({ items }) => items).find(({ key }) => key === item)
          if (found?.canDecline !== true) throw new SatchelError('thread_request_closed')
          return found
        }
        let found = await find()
        if (found.wallet !== null && options.decline !== true) {
          await answerWithAccount({ id, item }, found.wallet, options.account, api, own)
          return
        }
        if (found.payment !== null && options.decline !== true) {
          await answerWithPayment({ id, item }, found.payment, options, api, own)
          return
        }
        if (found.formAt !== null && options.decline !== true) {
          if (!(await consent('cli_q_threads_form', { host: found.formAt }))) throw new Declined()
          await api.threads.loadForm.mutate({ id, item })
          found = await find()
        }
        await api.threads.answer.mutate({ id, item, reply: await replyTo(found, options, own) })
      })
      output.result({ id, item }, () => {
        output.say('cli_threads_sent')
      })
    })

  threads
    .command('forward')
    .description(text('cli_threads_forward'))
    .argument('<id>')
    .argument('<item>')
    .argument('<to>')
    .action(async (id: string, item: string, to: string) => {
      const { withDaemon, output } = session()
      const passed = await withDaemon((api) => api.threads.forward.mutate({ id, item, to }))
      output.result(passed, () => {
        if (!passed.inWords) output.say('cli_threads_sent')
        else output.say(passed.comesBack ? 'cli_threads_in_words_back' : 'cli_threads_in_words')
      })
    })

  threads
    .command('leave')
    .description(text('cli_threads_leave'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.threads.leave.mutate({ id }))
      output.result({ id }, () => {
        output.say('cli_threads_left')
      })
    })

  threads
    .command('remove')
    .description(text('cli_threads_remove'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.threads.remove.mutate({ id }))
      output.result({ id }, () => {
        output.say('cli_threads_removed')
      })
    })
}

/** Asks at the terminal what isn't said in the command. */
const replyTo = async (
  { form }: ThreadItem,
  { decline, reply }: AnswerOptions,
  own: Session,
): Promise<FormReply> => {
  if (decline === true) return { action: 'decline' }
  if (reply !== undefined) return formReplySchema.parse({ action: 'accept', values: readJsonArgument(reply) })
  if (form === null || !isInteractive(own.io)) throw missing('--decline | --reply')
  const filled = await createFormPrompt(form, { session: own, output: own.output }).fill()
  if (filled.action === 'cancel') throw missing('--reply')
  return filled.action === 'decline'
    ? filled
    : {
        action: 'accept',
        values: filled.values ?? {},
        ...(filled.quantities === undefined ? {} : { quantities: filled.quantities }),
      }
}

const missing = (problem: string): SatchelError =>
  new SatchelError('invalid_request', { params: { problem } })

const others = (people: readonly ThreadPerson[]): readonly string[] =>
  people.filter(({ isUs, state }) => !isUs && state !== 'left').map(({ name }) => name)

const printThread = (
  output: Output,
  { people, common, connection, entries, hasEarlier }: ThreadView,
): void => {
  output.line(say(output.language, `cli_threads_connection_${connection}`))
  for (const { name, did, capabilities } of people)
    output.line(oneLine(`  ${name === did ? did : `${name} (${did})`}: ${capabilities.join(', ') || '–'}`))
  output.line(say(output.language, 'cli_threads_common', { names: common.join(', ') || '–' }))
  if (hasEarlier) output.line('…')
  for (const { name, mine, at, texts, items } of entries) {
    output.line('')
    output.line(oneLine(`${at}  ${mine ? say(output.language, 'cli_threads_you') : name}`))
    for (const line of texts.flatMap((one) => one.split('\n'))) output.line(`  ${line}`)
    for (const item of items) {
      for (const line of cardLines(item)) output.line(`  ${line}`)
      if (item.canDecline)
        output.line(`      ${say(output.language, 'cli_threads_item', { item: item.key })}`)
    }
  }
}
