import type { Language } from '../../contract/language.ts'
import { SatchelError } from '../../platform/errors.ts'
import { MASK } from '../exchange/secrets.ts'
import type { createForwards, Forward } from '../kept/forwards.ts'
import type { ThreadRecord } from '../kept/record.ts'
import type { KeptMessage, KeptThread } from '../kept/store.ts'
import { asText } from '../messages/as-text.ts'
import type { ReadContent } from '../messages/read-content.ts'
import type { RequestView } from '../transcript/derive.ts'
import { MAX_HOPS } from '../transcript/provenance.ts'
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
  /** Those whose answers are being looked for; true: once more after that. */
  const looking = new Map<string, boolean>()

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

  const giveBack = async (forward: Forward, found: Derived, child: KeptThread): Promise<void> => {
    const request = requestOf(found, forward.message, 0)
    if (request?.state === 'pending') return
    const raw = request === null ? null : answerIn(child, found, request)
    const parent = store.get(forward.parent)
    const asked = parent === null ? null : requestOf(await derived(parent), forward.asked, forward.item)
    // Which message it was there, is the word of who keeps that conversation.
    const isSame = request !== null && request.item.raw === asked?.item.raw
    if (raw !== null && isSame && parent !== null && parent.closedAt === null && asked.state === 'pending')
      await post(parent, [raw], { key: `${forward.child}.${forward.message}` })
    forwards.take(forward)
  }

  const look = async (id: string): Promise<void> => {
    const child = store.get(id)
    const waiting = child === null ? [] : forwards.into(id)
    if (child === null || waiting.length === 0) return
    const found = await derived(child)
    for (const forward of waiting) await giveBack(forward, found, child)
  }

  /** Looks for answers in a conversation to what was passed on into it. Never fails: what can't be given back now is tried again. */
  const heard = (id: string): void => {
    if (looking.has(id)) {
      looking.set(id, true)
      return
    }
    if (forwards.into(id).length === 0) return
    looking.set(id, false)
    look(id)
      .catch((thrown: unknown) => {
        log.warn({ err: thrown, thread: id }, 'an answer was not given back')
      })
      .finally(() => {
        const again = looking.get(id) === true
        looking.delete(id)
        if (again) heard(id)
      })
  }

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
     * Passes a pending request on. Where not all in the other conversation know its capability, it is said in words, and no answer to that goes
     * back. Errors: `thread_forward_refused`.
     */
    pass: async (
      from: KeptThread,
      request: RequestView,
      to: KeptThread,
    ): Promise<{ readonly inWords: boolean }> => {
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
      if (!commonOf({ actors: readers }).has(item.type.capability)) {
        await post(to, [asText(item, language())], { key })
        return { inWords: true }
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
      const forward = { child: to.id, message: id, parent: from.id, asked, item: request.place.item }
      forwards.add(forward, now().getTime())
      heard(to.id)
      return { inWords: false }
    },
  }
}

/** The id by which the others know a conversation. */
const wireId = ({ id, address }: KeptThread): string =>
  address === null ? id : decodeURIComponent(address.slice(address.lastIndexOf('/') + 1))
