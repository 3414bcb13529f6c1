import type { ApprovalAnswer, ApprovalRequest, ReadBefore } from '../../contract/approvals.ts'
import type { TitleOrigin } from '../../contract/capability-ref.ts'
import { say } from '../../text/index.ts'
import { createOutput, jsonText, type Output } from './output.ts'
import type { Api, Session } from './session.ts'
import { confirm, isInteractive } from './terminal.ts'

/** Prints everything a request would do before the question. */
export const printRequest = (
  output: Output,
  { client, title, origin, tool, target, sentence, arguments: args, ...why }: ApprovalRequest,
): void => {
  output.say('cli_asks', { title: client === null ? title : `${client}: ${title}`, tool })
  printOrigin(output, origin)
  output.line(`  ${sentence}`)
  if (why.app !== undefined) output.line(`  ${say(output.language, 'cli_asks_app', { server: why.app })}`)
  if (target !== null) output.line(`  → ${target}`)
  output.lines(jsonText(args, 2), '  ')
  if (why.always) output.line(`  ${say(output.language, 'cli_asks_always')}`)
  else if (why.fromOutside === undefined && why.leaving === undefined)
    output.line(`  ${say(output.language, 'cli_asks_uncovered')}`)
  if (why.fromOutside !== undefined) printFollows(output, why.fromOutside)
  for (const { title, at } of why.leaving ?? [])
    output.line(`  ${say(output.language, 'cli_asks_leaving', { title, names: at.join(', ') })}`)
  if (why.readBefore !== undefined) printRead(output, why.readBefore)
}

/** Says that it isn't the owner's own idea, and which values aren't. */
const printFollows = (output: Output, fromOutside: readonly string[]): void => {
  output.line(`  ${say(output.language, 'cli_asks_follows')}`)
  if (fromOutside.length > 0)
    output.line(`  ${say(output.language, 'cli_asks_not_named', { names: fromOutside.join(', ') })}`)
}

/** Says what the model had read, because words in it may be why it asks. */
const printRead = (output: Output, read: readonly ReadBefore[]): void => {
  output.line(`  ${say(output.language, read.length === 0 ? 'cli_asks_read_nothing' : 'cli_asks_read')}`)
  for (const { title, tool, what, foreign, earlier } of read) {
    const marks = [
      ...(foreign ? [say(output.language, 'cli_asks_read_foreign')] : []),
      ...(earlier ? [say(output.language, 'cli_asks_read_earlier')] : []),
    ]
    const line = [title, tool, ...(what === null ? [] : [what])].join(' · ')
    output.line(`  - ${line}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}`)
  }
}

/** Says where the title of a question comes from, because titles aren't unique. */
export const printOrigin = (output: Output, { kind, name }: TitleOrigin): void => {
  output.line(`  ${say(output.language, `title_origin_${kind}`, { name })}`)
}

/** Where a question's facts are written: with the question itself, also when the result is JSON. */
export const askingOn = ({ io, language, output }: Session): Output => {
  if (!isInteractive(io)) return output
  // Below what has been said so far, never behind it.
  output.line()
  return createOutput({ json: false, language, stream: io.stderr })
}

/**
 * Answers a request with the user's answer at the terminal, or with `--yes` if it was `agreed` by that, or else denies it. For
 * this call only: broader approvals are given in the window.
 */
export const answerRequest = async (
  api: Api,
  session: Session,
  request: ApprovalRequest,
  agreed = session.yes,
): Promise<'allowed' | 'denied'> => {
  const output = askingOn(session)
  const { io, language } = session
  const send = (answer: ApprovalAnswer['answer']): Promise<unknown> =>
    api.approvals.answer.mutate({
      id: request.id,
      argumentsSha256: request.argumentsSha256,
      answer,
      via: agreed ? 'yes' : 'terminal',
    })
  printRequest(output, request)
  if (!agreed && !isInteractive(io)) {
    output.say(session.yes ? 'cli_asks_not_by_yes' : 'cli_asks_no_person')
    await send({ decision: 'deny' })
    return 'denied'
  }
  if (!agreed && !(await confirm(io, language, say(language, 'cli_q_call', { sentence: '' })))) {
    await send({ decision: 'deny' })
    return 'denied'
  }
  await send({ decision: 'allow', scope: 'call', pattern: null, until: 'once' })
  return 'allowed'
}

/** Whether it is what they asked for: not what others' words led to, and nothing of theirs that they didn't name. */
const isTheirs = ({ fromOutside, leaving }: ApprovalRequest): boolean =>
  fromOutside === undefined && leaving === undefined

/** Says what was held, and how it is answered later. */
const printHeld = (session: Session, request: ApprovalRequest): void => {
  const output = askingOn(session)
  printRequest(output, request)
  output.say('cli_asks_held', { id: request.id })
}

/**
 * Asks about each request that `isOurs`, one after the other, until the returned function is called. Who says `--yes` agrees to what
 * they ask for, not to what others' words lead to. What was held waits for them elsewhere.
 */
export const answerRequests = (
  api: Api,
  session: Session,
  isOurs: (request: ApprovalRequest) => boolean,
  onError: (error: unknown) => void,
): (() => void) => {
  const seen = new Set<string>()
  let last = Promise.resolve()
  const subscription = api.approvals.pending.subscribe(undefined, {
    onError,
    onData: (requests) => {
      for (const request of requests) {
        if (seen.has(request.id) || !isOurs(request)) continue
        seen.add(request.id)
        last = last.then(async () => {
          if (request.held === true) printHeld(session, request)
          else await answerRequest(api, session, request, session.yes && isTheirs(request))
        })
        // A request that was answered in a window meanwhile doesn't fail the turn, which goes on.
        last = last.catch((thrown: unknown) => {
          if (!isAnswered(thrown)) onError(thrown)
        })
      }
    },
  })
  return () => {
    subscription.unsubscribe()
  }
}

const isAnswered = (thrown: unknown): boolean =>
  JSON.stringify(thrown instanceof Error && 'data' in thrown ? thrown.data : null).includes(
    'approval_answered',
  )

/** All waiting requests. */
export const pendingNow = (api: Api): Promise<readonly ApprovalRequest[]> =>
  new Promise((resolve, reject) => {
    const subscription = api.approvals.pending.subscribe(undefined, {
      onError: reject,
      onData: (requests) => {
        subscription.unsubscribe()
        resolve(requests)
      },
    })
  })
