import { createHash, randomUUID } from 'node:crypto'
import type { FormReply } from '../../contract/form.ts'
import { LANGUAGES } from '../../contract/language.ts'
import type { ThreadSummary } from '../../contract/thread-conversations.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { SatchelError } from '../../platform/errors.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import { say } from '../../text/index.ts'
import { createAgentThreads, type AtAgent } from '../followed/agent-threads.ts'
import { actorsOf, createFollower } from '../followed/follow.ts'
import { readForeignMessage } from '../followed/foreign-message.ts'
import { answerForm } from '../forms/answer-form.ts'
import { formAddressOf, withFieldsOf } from '../forms/elsewhere.ts'
import { formOf } from '../forms/form-of.ts'
import { createForwards } from '../kept/forwards.ts'
import { createRecord } from '../kept/record.ts'
import type { KeptMessage, KeptThread, ThreadActor } from '../kept/store.ts'
import { openContentReader, type MessageItem, type ReadContent } from '../messages/read-content.ts'
import { writeMessage } from '../messages/write-message.ts'
import { ownDeclaration } from '../negotiation/declared.ts'
import type { RequestView } from '../transcript/derive.ts'
import { writeWalletAnswer } from '../wallets/write-answer.ts'
import { createLooks } from './looks.ts'
import { createPassingOn } from './passing-on.ts'
import { createPaying } from './paying.ts'
import { createRequestPolicies } from './request-policies.ts'
import type { ThreadsDeps, ThreadsService } from './service.ts'
import { askedOfWallet } from './wallet-answers.ts'
import { commonOf, deriveThread, requestAt, summaryOf, viewOf, type ViewDeps } from './view.ts'

const LISTED = 500

/** A request that waits, and where. */
interface Asked {
  readonly thread: KeptThread
  readonly request: RequestView
}

export const createThreads = (deps: ThreadsDeps): ThreadsService => {
  const { db, guard, tokens, agentOf, nameOf, signer, now, language, log } = deps
  const record = createRecord({ db, now, told: deps.told })
  const { store } = record
  const { listen, emit } = createEmitter<string | null>()
  record.listen((id) => {
    emit(id)
    passing.heard(id)
    declining(id)
    unpaid(id)
  })
  const agents = createAgentThreads({ guard, now, tokens })
  let reader: Promise<ReadContent> | null = null
  const read = (): Promise<ReadContent> => (reader ??= openContentReader())
  const oneAtATime = createOneAtATime()

  /** Errors: `thread_not_offered`, `thread_no_identity`. */
  const speaker = (contact: string, address: string | null = null) => {
    const agent = agentOf(contact)
    const url = address ?? agent?.threads ?? null
    if (agent === null || url === null || agent.threads === null)
      throw new SatchelError('thread_not_offered', {
        params: { agent: contact },
        details: { agent: contact },
      })
    if (agent.as === null)
      throw new SatchelError('thread_no_identity', {
        params: { agent: contact },
        details: { agent: contact },
      })
    const at: AtAgent = { signer: signer(agent.as, new URL(url).host), agent: agent.did ?? contact }
    return { at, url, did: agent.did ?? `contact:${agent.id}` }
  }

  const follower = createFollower({
    record,
    read,
    agents,
    at: ({ contact, address, us }) => {
      const agent = contact === null ? null : agentOf(contact)
      // Another identity isn't in the conversation.
      if (agent?.threads === null || agent === null || agent.as !== us || address === null) return null
      const { at, did } = speaker(agent.id, address)
      return { ...at, did }
    },
    now,
    changed: emit,
    log,
    ...(deps.waits === undefined ? {} : { waits: deps.waits }),
  })

  const known = (id: string): KeptThread => {
    const thread = store.get(id)
    if (thread === null) throw new SatchelError('thread_unknown', { params: { id }, details: { id } })
    return thread
  }
  const going = (id: string): KeptThread => {
    const thread = known(id)
    if (thread.closedAt !== null) throw new SatchelError('thread_closed')
    return thread
  }

  const viewing = { record, nameOf, now, language }
  const connectionOf: ViewDeps['connectionOf'] = ({ id, address }) =>
    address === null ? 'here' : follower.hearing(id)
  const summary = (thread: KeptThread): ThreadSummary => summaryOf(thread, { ...viewing, connectionOf })

  /** Says something where the conversation is kept, and keeps it. */
  const post = async (
    thread: KeptThread,
    content: readonly string[],
    {
      key = randomUUID(),
      metadata = {},
    }: { key?: string | undefined; metadata?: KeptMessage['metadata'] } = {},
  ): Promise<string> => {
    const reading = await read()
    const { id, address, contact, us } = thread
    if (address === null || contact === null) {
      return record.add(id, { actor: us, content, metadata }, reading)?.id ?? ''
    }
    const { at, did } = speaker(contact, address)
    if (at.signer.did !== us) throw new SatchelError('thread_no_identity', { params: { agent: contact } })
    const kept = readForeignMessage(await agents.post(address, at, { content, metadata, key }), {
      keeper: did,
      now: now().getTime(),
    })
    // What counts is what we said, whatever the agent says that it was.
    const said = { at: kept?.at, actor: us, content, metadata }
    const own = record.add(id, { ...said, id: kept?.id ?? key }, reading)
    follower.start(id)
    if (own !== null) return own.id
    const before = kept === null ? null : store.message(id, kept.id)
    if (before?.actor === us) return before.id // It was said before, and only the agent's word of it was lost.
    // The id is another message's; that one stands.
    return record.add(id, { ...said, id: key }, reading)?.id ?? key
  }

  /** What is typed or pasted as words may be none that others act upon. Errors: `thread_message_invalid`. */
  const refuseStructured = async (text: string): Promise<void> => {
    const item = (await read())(text)
    if (item.kind === 'text') return
    const type = item.kind === 'message' ? item.type.type : (item.typeName ?? 'JSON')
    throw new SatchelError('thread_message_invalid', { params: { type, problem: '$schema' } })
  }

  const begin = (
    { id: foreign, actors }: { readonly id: string; readonly actors: Parameters<typeof actorsOf>[0] },
    { contact, url, us, did }: { contact: string; url: string; us: string; did: string },
  ): KeptThread => {
    const address = `${url.replace(/\/$/, '')}/${encodeURIComponent(foreign)}`
    const before = store.byAddress(address)
    const own: ThreadActor = { did: us, named: '', capabilities: ownDeclaration(), state: 'in' }
    const listed = actorsOf(actors)
    const keeper: ThreadActor[] = listed.some((one) => one.did !== us)
      ? []
      : [{ did, named: '', capabilities: [], state: 'in' }]
    const all = [own, ...listed.filter((one) => one.did !== us), ...keeper]
    if (before === null) return record.create({ address, contact, us, title: '', actors: all })
    const again = { ...before, actors: all, closedAt: null }
    store.put(again)
    return again
  }

  const request = async (id: string, item: string): Promise<Asked> => {
    const thread = going(id)
    const found = requestAt(deriveThread(thread, { record, read: await read(), now }), item, thread.us)
    if (found?.state !== 'pending') throw new SatchelError('thread_request_closed')
    return { thread, request: found }
  }

  const respond = async (thread: KeptThread, request: RequestView, reply: FormReply): Promise<void> => {
    const { place, id } = request
    const item = record.forms.filled(request.item)
    const isForm = isAsked(item)
    if (formOf(item) === null && reply.action === 'accept') throw new SatchelError('thread_request_closed')
    const content = isForm ? answerForm(item, reply) : refusalOf(thread, request)
    await postAnswer(thread, { place, id }, content)
  }

  const postAnswer = async (
    thread: KeptThread,
    { place, id }: Pick<RequestView, 'place' | 'id'>,
    content: string,
  ): Promise<void> => {
    // The same answer given again after a break is the same message where the conversation is kept.
    const key = createHash('sha256')
      .update(JSON.stringify([thread.id, place, id, content]))
      .digest('hex')
    await post(thread, [content], { key })
  }

  /** Who answers for a request: who wrote it here, and the keeper of a conversation elsewhere, whose word it is who wrote what there. */
  const askerOf = ({ thread, request: { requester } }: Asked): string | null => {
    const { address, contact } = thread
    if (address === null || contact === null) return requester
    return agentOf(contact)?.did ?? `contact:${contact}`
  }

  const policies = createRequestPolicies({ db, agentOf })
  /** Declines what is to be declined without asking: of who asks, and of who they say asked first. */
  const decline = async (id: string): Promise<void> => {
    const thread = store.get(id)
    if (thread === null || thread.closedAt !== null || policies.isEmpty()) return
    const { messages, transcript } = deriveThread(thread, { record, read: await read(), now })
    // A refusal in words doesn't close a request; it is said once all the same.
    const said = new Set(messages.flatMap(({ actor, content }) => (actor === thread.us ? content : [])))
    for (const request of transcript.requests) {
      const { state, requester, provenance, item } = request
      if (state !== 'pending' || requester === thread.us) continue
      const askers = [requester, provenance?.actor ?? null].filter((did) => did !== null)
      const isSaid =
        !isAsked(item) && LANGUAGES.some((language) => said.has(refusalOf(thread, request, language)))
      if (!isSaid && askers.some((did) => policies.denies(did, item.type.capability)))
        await respond(thread, request, { action: 'decline' })
    }
  }
  const declining = createLooks(
    (id) => oneAtATime(() => decline(id)),
    (thrown, thread) => {
      log.warn({ err: thrown, thread }, 'a request was not declined')
    },
  )

  const paying = createPaying({
    payments: deps.payments,
    asked: async (id, item) => {
      const found = await request(id, item)
      return { ...found, asker: askerOf(found) }
    },
    requests: async (id) => {
      const thread = store.get(id)
      if (thread === null) return null
      const { transcript } = deriveThread(thread, { record, read: await read(), now })
      return { thread, requests: transcript.requests.filter(({ requester }) => requester !== thread.us) }
    },
    oneAtATime,
    post: (thread, { place, id }, content) => postAnswer(thread, { place, id }, content),
    payer: ({ us }) => deps.payer(us),
    log,
  })
  deps.payments.onChange(() => {
    emit(null)
  })
  const unpaid = createLooks(paying.resume, () => undefined)

  const passing = createPassingOn({ record, forwards: createForwards(db), read, post, now, language, log })

  /** In a form that all who are there know; else in words. */
  const refusalOf = (thread: KeptThread, { item, id }: RequestView, inLanguage = language()): string =>
    commonOf(thread).has('x01-control')
      ? writeMessage('x01-control', 'rejection', {
          in_reply_to: { message_type: item.type.type, id },
          code: 'declined',
        })
      : say(inLanguage, 'thread_text_declined', { type: item.type.type, id })

  return {
    record,
    read,
    list: () => store.list(LISTED).map(summary),
    view: async (id) =>
      viewOf(known(id), {
        ...viewing,
        read: await read(),
        connectionOf,
        passedOn: passing.passedOn,
        paid: paying.paid,
      }),
    open: async ({ contact, text, key = randomUUID() }) => {
      await refuseStructured(text)
      const { at, url, did } = speaker(contact)
      const us = at.signer.did
      const actor = { did: us, capabilities: ownDeclaration() }
      const made = await agents.open(url, at, { actor, key: `${key}.open` })
      const thread = begin(made, { contact, url, us, did })
      await post(thread, [text], { key })
      follower.start(thread.id)
      return summary(known(thread.id))
    },
    join: async ({ contact, thread: foreign }) => {
      const { at, url, did } = speaker(contact)
      const us = at.signer.did
      const address = `${url.replace(/\/$/, '')}/${encodeURIComponent(foreign)}`
      const joined = await agents.join(address, at, { did: us, capabilities: ownDeclaration() })
      const thread = begin({ ...joined, id: foreign }, { contact, url, us, did })
      follower.start(thread.id)
      return summary(known(thread.id))
    },
    send: async ({ id, text, key }) => {
      await refuseStructured(text)
      await post(going(id), [text], { key })
    },
    answer: ({ id, item, reply }) =>
      oneAtATime(async () => {
        const found = await request(id, item)
        await respond(found.thread, found.request, reply)
      }),
    loadForm: async ({ id, item: key }) => {
      const { item } = (await request(id, key)).request
      const url = formAddressOf(item)
      if (url === null) throw new SatchelError('thread_request_closed')
      record.forms.put(withFieldsOf(item, await deps.loadForm(url), await read()))
      emit(id)
    },
    policies: policies.of,
    setPolicy: (input) => {
      policies.set(input)
      emit(null)
      for (const { id } of store.list(LISTED)) declining(id)
    },
    denies: policies.denies,
    leave: async (id) => {
      const thread = going(id)
      const { address, contact, us } = thread
      if (address !== null && contact !== null) {
        const { at } = speaker(contact, address)
        await agents.leave(address, at)
        follower.stop(id)
      }
      const own = thread.actors.find(({ did }) => did === us)
      const left = own === undefined ? thread : record.setActor(known(id), { ...own, state: 'left' })
      record.close(left)
    },
    remove: (id) => {
      known(id)
      follower.stop(id)
      store.remove(id)
      emit(id)
    },
    seen: (id) => {
      const thread = known(id)
      const [last] = store.page(id, { limit: 1, order: 'desc' }).messages
      if (last === undefined || last.number <= thread.seen) return
      store.put({ ...thread, seen: last.number })
      emit(id)
    },
    onChange: listen,
    prepareWallet: async ({ id, item, account }) => {
      const found = await request(id, item)
      return deps.wallets.prepare({ ...askedOfWallet(id, found.request, askerOf(found)), account })
    },
    answerWallet: async ({ id, item, plan }) => {
      const found = await request(id, item)
      const asked = askedOfWallet(id, found.request, askerOf(found))
      const result = await deps.wallets.carryOut({ ...asked, plan })
      // The network may have taken its time: an answer of somebody else's on the owner's behalf came first, or none.
      await oneAtATime(async () => {
        const still = await request(id, item)
        await postAnswer(
          still.thread,
          still.request,
          writeWalletAnswer(still.request.id, asked.request, result),
        )
      })
    },
    preparePayment: paying.prepare,
    answerPayment: paying.answer,
    forward: (input) =>
      oneAtATime(async () => {
        const found = await request(input.id, input.item)
        return passing.pass(found.thread, found.request, going(input.to))
      }),
    start: () => {
      follower.startAll()
      passing.start()
      void paying.resume(null)
      for (const { id } of store.list(LISTED)) declining(id)
    },
    close: follower.close,
  }
}

/** Whether a request is a decision or a form, wherever that is, so that it can be declined as one. */
const isAsked = (item: MessageItem): boolean => formOf(item) !== null || formAddressOf(item) !== null
