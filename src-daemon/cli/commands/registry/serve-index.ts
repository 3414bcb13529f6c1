import { listenForPrograms } from '../../../api/index.ts'
import type { Embedder } from '../../../models/types.ts'
import type { IndexStore } from '../../../registry/indexer/types.ts'
import type { Io } from '../../console/io.ts'
import { writeText } from '../../console/output.ts'

/**
 * The embedding server's API key, if it needs one: from the environment, since no key store is open here and an option
 * would be visible in the process list.
 */
export const embeddingKeyOf = (env: NodeJS.ProcessEnv): string | undefined => {
  const key = env['SATCHEL_EMBEDDING_KEY']?.trim()
  return key === '' ? undefined : key
}

/** An index, ready to answer. */
export const openIndexService = async (deps: {
  readonly store: IndexStore
  readonly embedder: () => Promise<Embedder | null>
  readonly io: Io
}) => {
  const { createIndexService, createMeaning } = await import('../../../registry/indexer/index.ts')
  const { store, io } = deps
  // A model that becomes available later is used after a restart, because the model must not change while it answers.
  const embedder = await deps.embedder()
  return createIndexService({
    store,
    meaning: embedder === null ? null : createMeaning({ store, embedder }),
    // Standard output may only contain messages.
    report: (problem) => {
      writeText(io.stderr, `${problem instanceof Error ? problem.message : String(problem)}\n`)
    },
  })
}

/** Answers over HTTP at a port on loopback. Errors: `port_taken`. */
export const serveOverHttp = async (
  service: Awaited<ReturnType<typeof openIndexService>>,
  port: number,
): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const http = await service.http()
  const listening = await listenForPrograms({ port, answer: http.answer })
  return {
    url: `http://127.0.0.1:${String(listening.port)}/mcp`,
    close: async () => {
      await http.close()
      await listening.close()
    },
  }
}
