import { join } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { dataPaths } from '../../../platform/paths.ts'
import { readConfig } from '../../../settings/index.ts'
import type { Io } from '../../console/io.ts'
import type { CommandDeps } from '../../console/command-deps.ts'
import { embeddingKeyOf, openIndexService, serveOverHttp } from './serve-index.ts'
import { untilStopped } from '../../console/until-stopped.ts'

export const portOption = z.coerce.number().int().min(0).max(65_535)

/** `satchel registry serve [--db FILE|URL] [--http PORT]`: answers from an index; needs no daemon. */
export const addRegistryServeCommand = (registry: Command, { text, session, env, io }: CommandDeps): void => {
  registry
    .command('serve')
    .description(text('cli_registry_serve'))
    .option('--db <place>', text('cli_registry_db'))
    .option('--http <port>', text('cli_registry_serve_http'))
    .action(async (options: { db?: string; http?: string }) => {
      const port = portOption.optional().parse(options.http)
      const { output } = session()
      const paths = dataPaths(env)
      const { INDEX_FILE, openGround, openIndex } = await import('../../../registry/indexer/index.ts')
      const store = await openIndex(options.db ?? join(paths.dataDir, INDEX_FILE))
      const ground = openGround({
        settings: readConfig(paths.config).config,
        ipfsDir: paths.ipfsDir,
        embeddingKey: embeddingKeyOf(env),
      })
      try {
        const service = await openIndexService({ store, embedder: ground.embedder, io })
        if (port === undefined) {
          const served = await service.stdio()
          await untilStopped(inputEnds(io.stdin))
          await served.close()
        } else {
          const served = await serveOverHttp(service, port)
          const { url } = served
          output.result({ url }, () => {
            output.say('cli_registry_serving', { url })
          })
          await untilStopped()
          await served.close()
        }
      } finally {
        await ground.close()
        await store.close()
        io.stdin.destroy()
      }
    })
}

const inputEnds = (input: Io['stdin']): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['end', 'close'] as const)
      input.once(event, () => {
        resolve()
      })
  })
