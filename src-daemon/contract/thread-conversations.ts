import { z } from 'zod'
import { formReplySchema, formSchema } from './form.ts'
import { paymentReceiptSchema, paymentWaySchema } from './payments.ts'
import { threadCardSchema } from './thread-cards.ts'
import { CAPABILITIES } from './threads.ts'
import { walletAskedSchema } from './wallets.ts'

export const threadIdSchema = z.string().min(1).max(200)

/** Somebody in a conversation with other agents. */
export const threadPersonSchema = z.object({
  did: z.string(),
  /** The owner's name for them, else what they call themselves, else the DID. */
  name: z.string(),
  isUs: z.boolean(),
  state: z.enum(['in', 'invited', 'left']),
  /** Capabilities of AITP that they declared and we know. */
  capabilities: z.array(z.enum(CAPABILITIES)),
})
export type ThreadPerson = z.infer<typeof threadPersonSchema>

/** A conversation with other agents in the list. */
export const threadSummarySchema = z.object({
  id: threadIdSchema,
  title: z.string(),
  people: z.array(threadPersonSchema),
  /** What all who are in it declared. */
  common: z.array(z.enum(CAPABILITIES)),
  /** The agent that keeps it, as a contact; null: it is kept here. */
  keptBy: z.string().nullable(),
  /** Whether we hear of what is said. `here`: it is kept here. `waiting`: the agent isn't reached, and is tried again. */
  connection: z.enum(['here', 'live', 'waiting', 'stopped', 'closed']),
  /** Messages of others that weren't looked at. */
  unseen: z.int().nonnegative(),
  updatedAt: z.iso.datetime(),
})
export type ThreadSummary = z.infer<typeof threadSummarySchema>

/** A structured message of a conversation, with what can be done about it. */
export const threadItemSchema = threadCardSchema.extend({
  /** What is filled in to answer it; null: it can't be answered here. */
  form: formSchema.nullable(),
  /** The host that its form can be got from before it can be answered; null: nothing has to be got. */
  formAt: z.string().nullable(),
  /** What an account of the owner's is asked for; null: none is. */
  wallet: walletAskedSchema.nullable(),
  /** The ways in which it can be paid, where one of them can be gone from here; null: it isn't paid here. */
  payment: z.array(paymentWaySchema).nullable(),
  /** What became of a payment that was agreed to; null: none was. */
  paid: paymentReceiptSchema.nullable(),
  canDecline: z.boolean(),
  /** The conversation that it was passed on into, and is waited for. */
  passedTo: threadIdSchema.nullable(),
})
export type ThreadItem = z.infer<typeof threadItemSchema>

export const threadEntrySchema = z.object({
  id: z.string(),
  did: z.string(),
  name: z.string(),
  mine: z.boolean(),
  at: z.iso.datetime(),
  /** What was said in words. */
  texts: z.array(z.string()),
  items: z.array(threadItemSchema),
})
export type ThreadEntry = z.infer<typeof threadEntrySchema>

export const threadViewSchema = threadSummarySchema.extend({
  entries: z.array(threadEntrySchema),
  /** Whether earlier messages were left out. */
  hasEarlier: z.boolean(),
})
export type ThreadView = z.infer<typeof threadViewSchema>

/** The same for all attempts to say something once. */
const key = z.string().regex(/^[\x21-\x7e]{1,200}$/)
const words = z.string().trim().min(1).max(20_000)
export const threadOpenSchema = z.object({ contact: z.string().max(63), text: words, key: key.optional() })
/** `thread`: its id at the agent. */
export const threadJoinSchema = z.object({
  contact: z.string().max(63),
  thread: z.string().regex(/^[\w.:-]{1,200}$/),
})
export const threadSaySchema = z.object({ id: threadIdSchema, text: words, key: key.optional() })
export const threadAnswerSchema = z.object({
  id: threadIdSchema,
  /** `key` of the card. */
  item: z.string().max(20),
  reply: formReplySchema,
})
export const threadForwardSchema = threadAnswerSchema.omit({ reply: true }).extend({ to: threadIdSchema })
export const threadLoadFormSchema = threadAnswerSchema.omit({ reply: true })
/** `account`: an address of the owner's; `plan`: what they were shown, by its id. */
export const threadWalletPlanSchema = threadAnswerSchema
  .omit({ reply: true })
  .extend({ account: z.string().max(200) })
export const threadWalletAnswerSchema = threadAnswerSchema
  .omit({ reply: true })
  .extend({ plan: z.string().max(100) })
/** `way`: one of the ways of the quote, by its key. */
export const threadPaymentPlanSchema = threadWalletPlanSchema.extend({ way: z.string().max(20) })
export const threadPaymentAnswerSchema = threadWalletAnswerSchema.extend({ way: z.string().max(20) })
export type ThreadAnswer = z.infer<typeof threadAnswerSchema>

/** What happens to an agent's requests of a kind: the owner is asked (as without one), or they are declined by themselves. */
export const requestPolicySchema = z.enum(['ask', 'deny'])
export type RequestPolicy = z.infer<typeof requestPolicySchema>

/** Kinds of request about which something may be decided beforehand. */
export const requestKindSchema = z.enum(CAPABILITIES).exclude(['x01-control'])
export type RequestKind = z.infer<typeof requestKindSchema>

/** Of one agent, for each kind. */
export const requestPoliciesSchema = z.record(requestKindSchema, requestPolicySchema)
export type RequestPolicies = z.infer<typeof requestPoliciesSchema>

/** A contact's id, or a DID. */
export const threadPeerSchema = z.string().min(1).max(2048)
export const setRequestPolicySchema = z.object({
  peer: threadPeerSchema,
  capability: requestKindSchema,
  policy: requestPolicySchema,
})
export type SetRequestPolicy = z.infer<typeof setRequestPolicySchema>
