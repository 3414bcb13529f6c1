import {
  sideBySide,
  PLAN_MANIFEST,
  PLAN_TOOL,
  planInput,
  type ExposedTool,
} from '../../capabilities/index.ts'
import type { ToolPart } from '../../contract/chat.ts'
import type { Effect } from '../../contract/approvals.ts'
import type { OpenCatalogue, OpenEntry } from './catalogue.ts'

/** As the model sees it: its id has no capability to name. */
export const PLAN: ExposedTool = { ...sideBySide(PLAN_MANIFEST, null), name: 'plan', wireName: 'plan' }

/** What changes nothing, here or elsewhere, needs no plan. */
const HARMLESS: ReadonlySet<Effect> = new Set<Effect>(['none', 'network_read'])

/** The calls of a turn that the person agreed to as a list. */
export interface AgreedPlan {
  /** Takes a call out of the plan; false if it isn't in it, so that it may not run. */
  take(entry: OpenEntry): boolean
  /** Notes how a call ended: an agreed plan counts from now on, and a planned call that failed may be tried again. */
  note(part: ToolPart): void
  /** Whether one was agreed to: small plans, one after the other, are a large one. */
  isAgreed(): boolean
}

export const createAgreedPlan = (catalogue: Pick<OpenCatalogue, 'get' | 'named'>): AgreedPlan => {
  const left = new Map<string, number>()
  let isAgreed = false
  const add = (id: string, count: number): void => {
    left.set(id, (left.get(id) ?? 0) + count)
  }
  return {
    take: ({ id, manifest }) => {
      if (HARMLESS.has(manifest.x_effect)) return true
      if ((left.get(id) ?? 0) === 0) return false
      add(id, -1)
      return true
    },
    note: ({ ref: { capability_id: id }, status, arguments: args }) => {
      if (id !== PLAN_TOOL) {
        if (status !== 'ok' && left.has(id)) add(id, 1)
        return
      }
      const parsed = planInput.safeParse(args)
      if (status !== 'ok' || !parsed.success) return
      isAgreed = true
      left.clear()
      for (const { tool } of parsed.data.steps) {
        const entry = catalogue.get(tool) ?? catalogue.named(tool)
        if (entry !== null) add(entry.id, 1)
      }
    },
    isAgreed: () => isAgreed,
  }
}
