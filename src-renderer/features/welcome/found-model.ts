import type { LocalServer } from '../../../src-daemon/contract/models.ts'

/** What Satchel begins with unless something else is chosen: a model server of this computer that has a model, Ollama first. */
export const foundModel = (
  ollamaModels: number,
  local: readonly Pick<LocalServer, 'preset' | 'models'>[],
): { readonly kind: 'ollama' | 'none' } | { readonly kind: 'local'; readonly preset: string } => {
  if (ollamaModels > 0) return { kind: 'ollama' }
  const server = local.find(({ models }) => models > 0)
  return server === undefined ? { kind: 'none' } : { kind: 'local', preset: server.preset }
}
