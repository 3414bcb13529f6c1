/** Takes back in what a damaged disk took, once all of it has come from other replicas. */
import type { Devices } from '../../identity/types.ts'
import type { Pending } from '../log/pending.ts'
import type { IncomingChange, OpLog } from '../log/types.ts'

/** The log of a change, and the row of its schema; null where the schema is not here. */
type PlaceOf = (change: IncomingChange) => { readonly log: number; readonly schema: number } | null

export interface Returning {
  /** Whether a change is one of the lost. It waits until those before it are here, and has a place among what followed. */
  isLost(change: IncomingChange): boolean
  /** Takes in what waits and can be placed now. */
  takeBack(): ReturnType<OpLog['refill']>
}

export const createReturning = (
  {
    log,
    pending,
    devices,
  }: { readonly log: OpLog; readonly pending: Pending; readonly devices: Pick<Devices, 'limit'> },
  placeOf: PlaceOf,
): Returning => ({
  isLost: (change) => {
    const place = placeOf(change)
    return place !== null && log.isLost(place.log, change.actor, change.seq)
  },
  takeBack: () => {
    const back = log.refill({
      of: (id, actor, { after, seq }) => {
        const { owner: space, scope } = log.keyOf(id)
        return pending.numbered({ space, scope, actor }, after + 1, seq - 1)
      },
      isTrusted: (id, actor) => {
        const { owner: space, scope } = log.keyOf(id)
        return devices.limit(actor, { space, scope }) === null
      },
      schemaOf: (change) => placeOf(change)?.schema ?? null,
    })
    for (const change of back.taken) pending.drop(change)
    return back
  },
})
