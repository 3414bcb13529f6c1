import type { Language } from '../../contract/language.ts'
import { SatchelError } from '../../platform/errors.ts'
import { MASK } from '../exchange/secrets.ts'
import { answerInWords, isAskedInWords } from '../forms/read-text.ts'
import type { createForwards, Forward } from '../kept/forwards.ts'
import type { ThreadRecord } from '../kept/record.ts'
import type { KeptMessage, KeptThread } from '../kept/store.ts'
import { asText } from '../messages/as-text.ts'
import type { ReadContent } from '../messages/read-content.ts'
import type { RequestView } from '../transcript/derive.ts'
import { MAX_HOPS } from '../transcript/provenance.ts'
import { createLooks } from './looks.ts'
import { commonOf, deriveThread, type Derived } from './view.ts'

export interface PassingDeps {
  readonly record: ThreadRecord
  readonly forwards: ReturnType<typeof createForwards>
  readonly read: () => Promise<ReadContent>
  /** Says something where a conversation is kept; the id of the message there. */
  readonly post: (
    thread: KeptThread,
    content: readonly string[],
    how: { readonly key: string; readonly metadata?: KeptMessage['metadata'] },
  ) => Promise<string>
  readonly now: () => Date
  readonly language: () => Language
  readonly log: { warn(data: object, message: string): void }
}

/**
 * Passes requests of one conversation on into another, and their answers back (aitp.md 4): the text as it came, with who asked first and
 * how often it was passed on beside it. An answer goes to the one request that waits for it, once.
 */
export const createPassingOn = (deps: PassingDeps) => {
  const { record, forwards, read, post, now, language, log } = deps
  const { store } = record

  const derived = async (thread: KeptThread): Promise<Derived> =>
    deriveThread(thread, { record, read: await read(), now })

  /** The forwarded message, or the one that asked, as the transcript has it. */
  const requestOf = ({ messages, transcript }: Derived, message: string, item: number): RequestView | null =>
    transcript.requests.find(({ place }) => messages[place.message]?.id === message && place.item === item) ??
    null

  const answerIn = (child: KeptThread, found: Derived, request: RequestView): string | null => {
    const id = request.answer === null ? null : found.messages[request.answer.message]?.id
    const message = typeof id === 'string' ? store.message(child.id, id) : null
    if (message === null || request.answer === null) return null
    // A secret of it went to us, so that it can go to who asked; nothing of it is kept.
    const raw = record.contentFor(message, child.us)[request.answer.item] ?? ''
    // After an end of the program the secret is gone, and what stands for it is no answer.
    const isLost = raw === message.content[request.answer.item] && raw.includes(`"${MASK}"`)
    return raw === '' || isLost ? null : raw
  }

  /** Whether it was said in words there: then it is no request, and what answers it are words. */
  const isInWords = ({ child, message }: Forward, reading: ReadContent): boolean =>
    reading(store.message(child, message)?.content[0] ?? '').kind === 'text'

  /** The first of what others said after it that is plainly an answer. */
  const saidAfter = (
    { messages, transcript }: Derived,
    { message }: Forward,
    { us, asked }: { readonly us: string; readonly asked: RequestView },
  ): string | null => {
    const from = messages.findIndex(({ id }) => id === message)
    if (from < 0) return null
    for (const { place, item, counts } of transcript.items) {
      if (place.message <= from || item.kind !== 'text' || !counts || messages[place.message]?.actor === us)
        continue
      const answer = answerInWords(asked.item, item.raw)
      if (answer !== null) return answer
    }
    return null
  }

  const giveBack = async (forward: Forward, found: Derived, child: KeptThread): Promise<void> => {
    const parent = store.get(forward.parent)
    const asked = parent === null ? null : requestOf(await derived(parent), forward.asked, forward.item)
    if (isInWords(forward, await read())) {
      const isOpen = parent?.closedAt === null && asked?.state === 'pending'
      const answer = isOpen ? saidAfter(found, forward, { us: child.us, asked }) : null
      if (isOpen && answer === null) return
      if (isOpen && answer !== null) await post(parent, [answer], { key: keyOf(forward) })
      forwards.take(forward)
      return
    }
    const request = requestOf(found, forward.message, 0)
    if (request?.state === 'pending') return
    const raw = request === null ? null : answerIn(child, found, request)
    // Which message it was there, is the word of who keeps that conversation.
    const isSame = request !== null && request.item.raw === asked?.item.raw
    if (raw !== null && isSame && parent !== null && parent.closedAt === null && asked.state === 'pending')
      await post(parent, [raw], { key: keyOf(forward) })
    forwards.take(forward)
  }

  const look = async (id: string): Promise<void> => {
    const child = store.get(id)
    const waiting = child === null ? [] : forwards.into(id)
    if (child === null || waiting.length === 0) return
    const found = await derived(child)
    for (const forward of waiting) await giveBack(forward, found, child)
  }

  /** Looks for answers in a conversation to what was passed on into it. */
  const heard = createLooks(look, (thrown, thread) => {
    log.warn({ err: thrown, thread }, 'an answer was not given back')
  })

  return {
    heard: (id: string) => {
      heard(id)
      // An answer that couldn't be given back, may be by now.
      for (const { child } of forwards.from(id)) heard(child)
    },
    start: () => {
      for (const id of forwards.children()) heard(id)
    },
    /** The conversations that requests of this one were passed on into, by message and item. */
    passedOn: (parent: string): ReadonlyMap<string, string> =>
      new Map(forwards.from(parent).map(({ asked, item, child }) => [`${asked}.${String(item)}`, child])),
    /**
     * Passes a pending request on. Where not all in the other conversation know its capability, it is said in words. Words that plainly answer a
     * decision or a form go back (`comesBack`), so that there is one such question in a conversation at a time; to what pays, signs or asks
     * for a secret they don't. Errors: `thread_forward_refused`.
     */
    pass: async (
      from: KeptThread,
      request: RequestView,
      to: KeptThread,
    ): Promise<{ readonly inWords: boolean; readonly comesBack: boolean }> => {
      forwards.sweep(now().getTime())
      const { messages } = await derived(from)
      const message = messages[request.place.message]
      const { provenance, requester, item } = request
      const hops = (provenance?.hops ?? 0) + 1
      const isThere = to.actors.some(({ did, state }) => did === requester && state !== 'left')
      const origin = provenance?.thread ?? wireId(from)
      const isCircle = from.id === to.id || isThere || origin === wireId(to)
      if (message?.id === null || message === undefined || hops > MAX_HOPS || isCircle)
        throw new SatchelError('thread_forward_refused')
      const asked = message.id
      if (forwards.from(from.id).some((one) => one.asked === asked && one.item === request.place.item))
        throw new SatchelError('thread_forward_refused')
      const key = `${from.id}.${asked}.${String(request.place.item)}.${to.id}`.slice(-200)
      // Who passes it on needn't understand it.
      const readers = to.actors.filter(({ did }) => did !== to.us)
      const waits = { child: to.id, parent: from.id, asked, item: request.place.item }
      if (!commonOf({ actors: readers }).has(item.type.capability)) {
        const reading = await read()
        const comesBack = isAskedInWords(item)
        if (comesBack && forwards.into(to.id).some((one) => isInWords(one, reading)))
          throw new SatchelError('thread_forward_refused')
        const said = await post(to, [asText(item, language())], { key })
        if (comesBack) forwards.add({ ...waits, message: said }, now().getTime())
        heard(to.id)
        return { inWords: true, comesBack }
      }
      const metadata = {
        ...(provenance?.actor === null || (provenance === null && requester === null)
          ? {}
          : { aitp_origin_actor: provenance?.actor ?? requester }),
        aitp_origin_thread: origin,
        aitp_origin_message: provenance?.message ?? asked,
        aitp_hops: hops,
      }
      const id = await post(to, [item.raw], { key, metadata })
      forwards.add({ ...waits, message: id }, now().getTime())
      heard(to.id)
      return { inWords: false, comesBack: true }
    },
  }
}

/** The same for all attempts to give an answer back. */
const keyOf = ({ child, message }: Forward): string => `${child}.${message}`

/** The id by which the others know a conversation. */
const wireId = ({ id, address }: KeptThread): string =>
  address === null ? id : decodeURIComponent(address.slice(address.lastIndexOf('/') + 1))
