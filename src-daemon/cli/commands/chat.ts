import type { Command } from 'commander'
import { z } from 'zod'
import type { Message } from '../../contract/chat.ts'
import { usedPackages } from '../../contract/used-packages.ts'
import { say } from '../../text/index.ts'
import { answerRequests } from '../console/approval-prompt.ts'
import { writeText } from '../console/output.ts'
import { isInteractive } from '../console/terminal.ts'
import { answerQuestions } from '../console/question-prompt.ts'
import { answerUnlocks } from '../console/unlock-prompt.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api, Session } from '../console/session.ts'
import { cardLines, cardsIn } from './chat-cards.ts'
import { budgetText, createPrinter } from './chat-print.ts'
import { personaNamed } from './prompts.ts'
import { addTransferCommands } from './chat-transfer.ts'

interface ChatOptions {
  readonly conversation?: string
  readonly model?: string
  readonly capability?: string
  readonly persona?: string
  readonly details?: true
}

/** As shells have it for what Ctrl+C ended. */
const INTERRUPTED = 130

/** `satchel chat "text"`: one turn, streamed; `satchel chat stop`, `extend`, `search`, `export` and `import`. */
export const addChatCommand = (program: Command, deps: CommandDeps): void => {
  const { text, session, io } = deps
  const chat = program
    .command('chat')
    .description(text('cli_chat'))
    // "help" may be a message.
    .helpCommand(false)
    .argument('<text>')
    .option('--conversation <id>', text('cli_chat_conversation'))
    .option('--model <id>', text('cli_chat_model'))
    .option('--capability <name>', text('cli_chat_capability'))
    .option('--persona <name>', text('cli_chat_persona'))
    .option('--details', text('cli_chat_details'))
    .action(async (message: string, options: ChatOptions) => {
      const own = session()
      const { withDaemon, output } = own
      const answer = await withDaemon(async (api) => {
        const turn = await takeTurn(api, own, message, options)
        const cards = await cardsIn(turn.message, api)
        const advisories = await advisoriesOf(turn.message, api)
        return {
          ...turn,
          ...(cards.length > 0 && { cards }),
          ...(advisories.length > 0 && { advisories }),
        }
      })
      output.result(answer, () => {
        output.line()
        for (const line of answer.cards?.flatMap(cardLines) ?? []) output.line(line)
        for (const one of answer.advisories ?? []) output.say('cli_chat_blocked', one)
        if (answer.message.parts.some((part) => part.type === 'form' && part.status === 'open'))
          output.say('cli_form_again', { conversation: answer.conversationId })
      })
      if (answer.message.status === 'failed' || isCutShort(answer.message)) io.exitCode = 1
      if (answer.message.status === 'stopped') io.exitCode = INTERRUPTED
    })

  chat
    .command('stop')
    .description(text('cli_chat_stop'))
    .argument('[conversation]')
    .action(async (conversationId: string | undefined) => {
      const { withDaemon, output } = session()
      const { stopped } = await withDaemon((api) => api.chat.stopIn.mutate({ conversationId }))
      output.result(stopped, () => {
        for (const { conversationId: conversation } of stopped)
          output.say('cli_chat_stopped', { conversation })
        if (stopped.length === 0) output.say('cli_chat_idle')
      })
    })
  addExtendCommand(chat, deps)
  addSearchCommand(chat, deps)
  addTransferCommands(chat, deps)
}

/** `satchel chat search`: everything said, newest first. */
const addSearchCommand = (chat: Command, { text, session }: CommandDeps): void => {
  chat
    .command('search')
    .description(text('cli_chat_search'))
    .argument('<words>')
    .option('--limit <count>', text('cli_chat_search_limit'), '20')
    .action(async (question: string, options: { limit: string }) => {
      const { withDaemon, output } = session()
      const limit = z.coerce.number().int().min(1).max(200).parse(options.limit)
      const found = await withDaemon((api) => api.chat.search.query({ question, limit }))
      output.result(found, () => {
        for (const { conversationId, title, createdAt, snippet } of found.hits) {
          output.line(`${conversationId}  ${createdAt}  ${title}`)
          output.line(`    ${snippet.map((part) => part.text).join('')}`)
        }
        if (found.hits.length === 0) output.say('cli_chat_search_none')
        if (!found.complete) output.say('cli_chat_search_behind')
      })
    })
}

/** `satchel chat extend`: the turn that is being answered in one conversation, or all, may use as much again. */
const addExtendCommand = (chat: Command, { text, session }: CommandDeps): void => {
  chat
    .command('extend')
    .description(text('cli_chat_extend'))
    .argument('[conversation]')
    .action(async (conversationId: string | undefined) => {
      const { withDaemon, output, language } = session()
      const { extended } = await withDaemon((api) => api.chat.extendIn.mutate({ conversationId }))
      output.result(extended, () => {
        for (const { conversationId: conversation, budget } of extended)
          output.line(`${conversation}  ${budgetText(budget, language)}`)
        if (extended.length === 0) output.say('cli_chat_idle')
      })
    })
}

/** What lists that are followed say of the packages that an answer used. */
const advisoriesOf = async ({ parts }: Message, api: Pick<Api, 'packages'>) => {
  const used = usedPackages(parts)
  const installed = used.length === 0 ? [] : await api.packages.installed.query()
  return installed
    .filter(({ name }) => used.includes(name))
    .flatMap(({ name, version, review: { title, advisories } }) =>
      advisories.map(({ list, reason }) => ({ name, version, title, list, reason })),
    )
}

/** Whether the turn ended at a limit: for a script, it isn't done. */
const isCutShort = ({ parts }: Message): boolean =>
  parts.some((part) => part.type === 'notice' && part.limit !== undefined)

/** Takes one turn and prints what belongs to it. The first Ctrl+C stops the turn, the second ends the command. */
const takeTurn = async (
  api: Api,
  session: Session,
  text: string,
  { conversation, model, capability, persona: wanted, details }: ChatOptions,
): Promise<{ conversationId: string; turnId: string; message: Message }> => {
  const { output, io, language } = session
  const interrupted = Promise.withResolvers<null>()
  const interrupt = (): void => {
    if (!output.json) writeText(io.stderr, `\n${say(language, 'cli_chat_stopping')}\n`)
    interrupted.resolve(null)
  }
  process.once('SIGINT', interrupt)
  const ends: (() => void)[] = [() => process.removeListener('SIGINT', interrupt)]
  try {
    const persona = wanted === undefined ? undefined : (await personaNamed(api, wanted)).id
    // One that is open keeps it for its next messages.
    if (persona !== undefined && conversation !== undefined)
      await api.chat.configure.mutate({ id: conversation, persona })
    const sent = await api.chat.send.mutate({
      text,
      ...(conversation === undefined ? {} : { conversationId: conversation }),
      ...(model === undefined ? {} : { model }),
      ...(capability === undefined ? {} : { capability }),
      ...(persona === undefined || conversation !== undefined ? {} : { persona }),
      // From a schedule or a script.
      ...(isInteractive(io) ? {} : { unattended: true }),
    })
    const { conversationId, turnId } = sent
    const ended = Promise.withResolvers<Message>()
    const fail = ended.reject
    void interrupted.promise.then(() => api.chat.stop.mutate({ turnId })).catch(fail)

    const printer = createPrinter(output, details === true, (line) => {
      if (!output.json && io.stderr.isTTY === true) writeText(io.stderr, `${line}\n`)
    })
    /** The answer of this turn, once it is known. */
    let answer: string | null = null
    const take = (message: Message): void => {
      if (message.turnId !== turnId || message.role !== 'assistant') return
      answer = message.id
      printer.message(message)
      if (message.status !== 'streaming') ended.resolve(message)
    }
    const subscription = api.chat.events.subscribe(
      { conversationId },
      {
        // The turn may have ended before.
        onStarted: () => {
          api.chat.messages
            .query({ conversationId })
            .then((messages) => {
              messages.forEach(take)
            })
            .catch(fail)
        },
        onError: fail,
        onData: (event) => {
          if (event.type === 'message') take(event.message)
          else if (!('messageId' in event) || event.messageId !== answer) return
          else if (event.type === 'text')
            printer.text(event.messageId, event.index, event.offset, event.delta)
          else printer.part(event.messageId, event.index, event.part)
        },
      },
    )
    const isOurs = (asked: { readonly turnId: string | null }) => asked.turnId === turnId
    ends.push(
      () => {
        subscription.unsubscribe()
      },
      answerRequests(api, session, isOurs, fail),
      answerQuestions(api, session, isOurs, fail),
      answerUnlocks(api, session, isOurs, fail),
    )
    return { ...sent, message: await ended.promise }
  } finally {
    for (const end of ends) end()
  }
}
