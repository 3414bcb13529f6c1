import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNetworkGuard } from '../network/index.ts'
import { createModels, type ModelsDeps } from '../models/index.ts'
import type { Settings } from '../contract/settings.ts'
import { openDatabase } from '../storage/index.ts'
import { NO_INSIDE } from './no-inside.ts'
import { noSecrets } from './secrets.ts'

type ModelSettings = ReturnType<ModelsDeps['settings']['get']>

/** The models service with a real database, guard and whatever servers a test started. */
export const openModels = (
  given: Partial<ModelSettings> = {},
  {
    inside = {},
    ...more
  }: Partial<Omit<ModelsDeps, 'inside'>> & { readonly inside?: Partial<ModelsDeps['inside']> } = {},
) => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-models-'))
  const db = openDatabase({ path: join(directory, 'state.db') })
  const guard = createNetworkGuard()
  const secrets = noSecrets()
  let settings: ModelSettings = {
    model: 'auto',
    plannerInstead: false,
    embeddingModel: 'auto',
    ollamaUrl: 'http://127.0.0.1:9',
    contextWindow: null,
    keepAliveMinutes: null,
    thinking: true,
    modelEndpoints: [],
    guidedModels: {},
    monthMoney: null,
    monthTokens: null,
    modelBuild: 'auto',
    ...given,
  }
  const set = (change: Partial<Settings>): void => {
    settings = { ...settings, ...change }
  }
  const deps: ModelsDeps = {
    db,
    settings: {
      get: () => settings,
      set: ({ modelEndpoints = [] }) => {
        set({ modelEndpoints })
      },
    },
    secrets,
    guard,
    inside: { ...NO_INSIDE, folder: join(directory, 'models'), ...inside },
    language: () => 'en',
    now: () => new Date('2026-01-02T03:04:05.000Z'),
    log: { warn: () => undefined },
    ...more,
  }
  const models = createModels(deps)
  return {
    models,
    db,
    /** Where models inside Satchel are. */
    modelsFolder: join(directory, 'models'),
    set,
    secrets,
    /** The service after a restart of the daemon; the previous one is aborted. */
    restart: () => {
      models.close()
      return createModels(deps)
    },
    close: async (): Promise<void> => {
      models.close()
      await guard.close()
      db.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
