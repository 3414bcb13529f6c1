import { OWNER } from '../../core/principal.ts'
import type { CapabilitiesService } from '../../core/types.ts'
import type { CapAdapter } from '../types.ts'

/** The CAP floor of this process under test; `open` is called again for a restart. */
export const serviceAdapter = (
  open: () => { readonly service: CapabilitiesService; readonly close?: () => Promise<void> },
  runs?: () => number,
): CapAdapter => {
  let opened = open()
  const adapter: CapAdapter = {
    list: () => Promise.resolve(opened.service.list()),
    describe: (capability_id, version) =>
      Promise.resolve(opened.service.describe({ capability_id, version })),
    invoke: (ref, input, { deadlineMs }) =>
      opened.service.invoke(ref, input, {
        caller: 'internal',
        principal: OWNER,
        turn: null,
        ...(deadlineMs === null ? {} : { deadlineMs }),
      }),
    restart: async () => {
      await opened.close?.()
      opened = open()
    },
    close: async () => {
      await opened.close?.()
    },
  }
  if (runs === undefined) return adapter
  // Each call that has ended is a line of the log, and a late one would be one more.
  const counts = () =>
    Promise.resolve({ runs: runs(), results: opened.service.activity({ limit: 10_000 }).length })
  return { ...adapter, counts }
}
