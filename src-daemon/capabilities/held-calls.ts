import type { CapabilityRef } from '../contract/capability-ref.ts'
import type { CapabilitiesService, InvokeContext } from './core/types.ts'

/** Calls that wait in the inbox at once; a turn that wants more is told so. */
const MOST = 100

/** Calls of turns without anybody to ask. Each becomes a call of its own, which waits for the person as any other does, only longer. */
export interface HeldCalls {
  /** False if too many wait already. */
  hold(ref: CapabilityRef, input: Readonly<Record<string, unknown>>, context: InvokeContext): boolean
}

/** `invoke`: runs a call that waits by itself; its outcome is in the activity log. */
export const createHeldCalls = (invoke: CapabilitiesService['invoke']): HeldCalls => {
  let waiting = 0
  return {
    hold: (ref, input, context) => {
      if (waiting >= MOST) return false
      waiting += 1
      // The turn, and what it was called with, may be over by then.
      const { caller, principal, turn, flow, readBefore, tellsRead, asksNothingGranted } = context
      void invoke(ref, input, {
        ...{ caller, principal, turn, held: true },
        ...(flow === undefined ? {} : { flow }),
        ...(readBefore === undefined ? {} : { readBefore }),
        ...(tellsRead === undefined ? {} : { tellsRead }),
        ...(asksNothingGranted === undefined ? {} : { asksNothingGranted }),
        ...(context.asksOwner === undefined ? {} : { asksOwner: context.asksOwner }),
      }).finally(() => {
        waiting -= 1
      })
      return true
    },
  }
}
