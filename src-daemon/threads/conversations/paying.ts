import type { PaymentReceipt } from '../../contract/payments.ts'
import type { WalletPlan } from '../../contract/wallets.ts'
import type { Signer } from '../../identity/types.ts'
import type { Bill, Paid, PaymentsService } from '../../payments/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { KeptThread } from '../kept/store.ts'
import { billKey, billOf } from '../payments/bill-of.ts'
import { writePayment } from '../payments/write-payment.ts'
import { payableOf, type RequestView } from '../transcript/derive.ts'

/** A request that waits, where, and who answers for it. */
interface Asked {
  readonly thread: KeptThread
  readonly request: RequestView
  readonly asker: string | null
}

interface PayingDeps {
  readonly payments: Pick<
    PaymentsService,
    'prepare' | 'carryOut' | 'resume' | 'untold' | 'told' | 'receiptOf'
  >
  /** A request that waits. Errors: `thread_request_closed`. */
  readonly asked: (id: string, item: string) => Promise<Asked>
  /** All requests of a conversation, over or not; empty if it is gone. */
  readonly requests: (id: string) => Promise<{ thread: KeptThread; requests: readonly RequestView[] } | null>
  /** What was looked at holds until the work has ended. */
  readonly oneAtATime: <T>(work: () => Promise<T>) => Promise<T>
  readonly post: (thread: KeptThread, request: RequestView, content: string) => Promise<void>
  /** The identity that is in a conversation. Errors: `payment_identity`, which have to come before anything is paid. */
  readonly payer: (thread: KeptThread) => Signer
  readonly log: { warn(data: object, message: string): void }
}

interface At {
  readonly id: string
  readonly item: string
  readonly way: string
}

/** Pays quotes of conversations, and answers them with what was paid. */
export const createPaying = ({ payments, asked, requests, oneAtATime, post, payer, log }: PayingDeps) => {
  /** Errors: `thread_request_closed` if the request isn't a quote that can be paid so. */
  const billAt = async ({ id, item, way }: At): Promise<{ bill: Bill; thread: KeptThread }> => {
    const { thread, request, asker } = await asked(id, item)
    const bill = asker === null ? null : billOf(request.item, { payable: payable(request), peer: asker, way })
    if (bill === null) throw new SatchelError('thread_request_closed')
    payer(thread)
    return { bill, thread }
  }

  /** Says what was paid, once: the same text where it was said before and nobody knows. */
  const tell = (id: string, paid: Paid): Promise<void> =>
    oneAtATime(async () => {
      const { key } = paid.bill
      const found = await requests(id)
      const open = found?.requests.findLast((one) => billKey(payable(one)) === key && isOpen(one))
      if (found !== null && open !== undefined)
        await post(found.thread, open, await writePayment(paid, payer(found.thread)))
      payments.told(key)
    })

  const resume = async (where: string | null): Promise<void> => {
    for (const { key, place } of payments.untold()) {
      if (where !== null && place !== where) continue
      try {
        const paid = await payments.resume(key)
        if (paid !== null) await tell(place, paid)
      } catch (thrown) {
        log.warn({ err: thrown, thread: place }, 'a payment was not finished')
      }
    }
  }

  return {
    prepare: async ({ account, ...at }: At & { account: string }): Promise<WalletPlan> => {
      const { bill } = await billAt(at)
      return payments.prepare({ bill, account })
    },
    answer: async ({ plan, ...at }: At & { plan: string }): Promise<void> => {
      const { bill, thread } = await billAt(at)
      await tell(thread.id, await payments.carryOut({ bill, plan, place: thread.id }))
    },
    paid: (request: RequestView): PaymentReceipt | null => payments.receiptOf(billKey(payable(request))),
    /**
     * Goes on with what was agreed to and not told, in one conversation or (null) in all. Never fails: what can't be done now is tried again when
     * something is heard there, and at the next start.
     */
    resume,
  }
}

const payable = ({ item, id }: RequestView): string => payableOf(item, id)

/** An answer that is late by a break of the program is still sent: the money left in time. */
const isOpen = ({ state }: RequestView): boolean => state === 'pending' || state === 'expired'
