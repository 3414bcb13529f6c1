import { shallowRef, watch, type ShallowRef } from 'vue'
import type { CapabilityRef } from '../../../src-daemon/contract/capability-ref.ts'
import { api } from '../../rpc/client.ts'

type Schema = Readonly<Record<string, unknown>>
interface ToolSchemas {
  readonly input: Schema
  readonly output: Schema
}
const NONE: ToolSchemas = { input: {}, output: {} }

/** The schemas of a tool, asked for once `ref` says which; empty until then, and for a tool that is gone: they only give labels. */
export const useToolSchemas = (ref: () => CapabilityRef | null): Readonly<ShallowRef<ToolSchemas>> => {
  const schemas = shallowRef(NONE)
  watch(
    ref,
    async (wanted) => {
      if (wanted === null || schemas.value !== NONE) return
      const { capability_id, version } = wanted
      const found = await api.capabilities.describe.query({ capability_id, version }).catch(() => null)
      if (found !== null && 'input_schema' in found)
        schemas.value = { input: found.input_schema, output: found.output_schema ?? {} }
    },
    { immediate: true },
  )
  return schemas
}
