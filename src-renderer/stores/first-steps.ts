import { defineStore } from 'pinia'
import { ref } from 'vue'
import { api } from '../rpc/client.ts'
import { useSettings } from './settings.ts'

/** How Satchel should think, as chosen before there are settings. */
export type FirstModel =
  | { readonly kind: 'none' | 'ollama' | 'key' }
  | { readonly kind: 'local'; readonly preset: string }
  | { readonly kind: 'inside'; readonly model: string }

/** What the person chose on the first screen. */
export interface FirstPlan {
  readonly model: FirstModel
  /** Of the catalogue, with the hashes of the reviewed files. */
  readonly install: readonly { readonly id: string; readonly sha256: string }[]
}

/** Choices made before there is a vault: kept in this window's memory only, and carried out once the daemon is ready. */
export const useFirstSteps = defineStore('first-steps', () => {
  const settings = useSettings()
  const plan = ref<FirstPlan | null>(null)

  const useModel = async (model: FirstModel): Promise<void> => {
    if (model.kind === 'none') await settings.change({ model: 'planner' })
    if (model.kind === 'inside') await api.models.pull.mutate({ model: model.model })
    if (model.kind !== 'local') return
    const [presets, known] = await Promise.all([api.models.presets.query(), api.models.endpoints.query()])
    const preset = presets.find(({ id }) => id === model.preset)
    if (preset === undefined || known.some(({ id }) => id === preset.id)) return
    const { id, name, protocol, baseUrl } = preset
    await api.models.addEndpoint.mutate({
      ...{ id, name, protocol, baseUrl },
      ...{ contextWindow: null, tools: 'auto', vision: false, models: [] },
    })
  }

  /** Carries it out; may be called again after a failure. Throws the daemon's error. */
  const carryOut = async ({ model, install }: FirstPlan): Promise<void> => {
    await useModel(model)
    const catalogue = await api.packages.catalogue.query()
    for (const { id, sha256 } of install)
      if (catalogue.find((one) => one.id === id)?.installed !== true)
        await api.packages.install.mutate({ source: { kind: 'catalogue', id }, sha256 })
  }

  return { plan, carryOut }
})
