import { join } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { listenForPrograms } from '../../api/index.ts'
import { dataPaths } from '../../platform/paths.ts'
import type { CommandDeps } from '../program.ts'

const portOption = z.coerce.number().int().min(0).max(65_535).optional()

/** `satchel registry serve [--index FILE|URL] [--http PORT]`: answers from an index; needs no daemon. */
export const addRegistryServeCommand = (registry: Command, { text, session, env }: CommandDeps): void => {
  registry
    .command('serve')
    .description(text('cli_registry_serve'))
    .option('--index <place>', text('cli_registry_serve_index'))
    .option('--http <port>', text('cli_registry_serve_http'))
    .action(async (options: { index?: string; http?: string }) => {
      const port = portOption.parse(options.http)
      const { output } = session()
      const { createIndexService, INDEX_FILE, openIndex } = await import('../../registry/indexer/index.ts')
      const store = await openIndex(options.index ?? join(dataPaths(env).dataDir, INDEX_FILE))
      // Nothing but messages may stand on standard output.
      const report = (problem: unknown): void => {
        process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`)
      }
      const service = createIndexService({ store, meaning: null, report })
      const stopped = new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const)
          process.once(signal, () => {
            resolve()
          })
        if (port === undefined)
          process.stdin
            .once('end', () => {
              resolve()
            })
            .once('close', () => {
              resolve()
            })
      })
      try {
        if (port === undefined) {
          const served = await service.stdio()
          await stopped
          await served.close()
        } else {
          const http = await service.http()
          const listening = await listenForPrograms({ port, answer: http.answer })
          const url = `http://127.0.0.1:${String(listening.port)}/mcp`
          output.result({ url }, () => {
            output.say('cli_registry_serving', { url })
          })
          await stopped
          await http.close()
          await listening.close()
        }
      } finally {
        await store.close()
        process.stdin.destroy()
      }
    })
}
