import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { dataPaths } from '../../../platform/paths.ts'
import type { IndexStore } from '../../../registry/indexer/types.ts'
import type { Ground } from '../../../registry/indexer/index.ts'
import { readConfig } from '../../../settings/index.ts'
import { ipfsSettingsSchema, chainRegistrySchema, type ChainRegistry } from '../../../contract/settings.ts'
import type { Io } from '../../console/io.ts'
import type { CommandDeps } from '../../console/command-deps.ts'
import { stepPrinter } from './index-steps.ts'
import { portOption } from './serve.ts'
import { embeddingKeyOf, openIndexService, serveOverHttp } from './serve-index.ts'
import { untilStopped } from '../../console/until-stopped.ts'
import { SatchelError } from '../../../platform/errors.ts'

interface IndexOptions extends PlaceOptions {
  readonly db?: string
  readonly once?: true
  readonly serve?: string | true
  readonly listen?: string
}

const LOOPBACK = '/ip4/127.0.0.1/tcp/0'

/**
 * `satchel registry index`: follows a registry and maintains an index of it. A separate process with its own IPFS node,
 * because an index serves many, runs for months and may be on a server without a daemon.
 */
export const addRegistryIndexCommand = (registry: Command, deps: CommandDeps): void => {
  const { text, session, env, io } = deps
  addPlaceOptions(registry.command('index').description(text('cli_registry_index')), deps)
    .option('--db <place>', text('cli_registry_db'))
    .option('--once', text('cli_registry_index_once'))
    .option('--serve [port]', text('cli_registry_index_serve'))
    .option('--listen <address>', text('cli_registry_index_listen'))
    .action(async (options: IndexOptions) => {
      const { output } = session()
      const paths = dataPaths(env)
      const { config } = readConfig(paths.config)
      const place = placeOf(options, config.chainRegistries)
      const port = portOption.parse(typeof options.serve === 'string' ? options.serve : 0)
      const listen = ipfsSettingsSchema.shape.listen.parse(options.listen ?? LOOPBACK)
      const { createIndexer, INDEX_FILE, openGround, openWritableIndex } =
        await import('../../../registry/indexer/index.ts')
      const index = options.db ?? join(paths.dataDir, INDEX_FILE)
      mkdirSync(paths.dataDir, { recursive: true, mode: 0o700 })
      const steps = stepPrinter(output, io)
      const store = await openWritableIndex(index)
      const ground = openGround({
        settings: { ...config, ipfs: { ...config.ipfs, listen } },
        ipfsDir: join(paths.dataDir, 'indexer', 'ipfs'),
        besides: paths.ipfsDir,
        embeddingKey: embeddingKeyOf(env),
      })
      try {
        const indexer = await createIndexer({ ...ground, store, place, report: steps.report })
        steps.begin({ place, index })
        const ending = new AbortController()
        if (options.once === true) {
          void untilStopped().then(() => {
            ending.abort()
          })
          await indexer.once(ending.signal).catch((thrown: unknown) => {
            if (!ending.signal.aborted) throw thrown
            io.exitCode = 1 // it was stopped before it was done
          })
          return
        }
        const serving = options.serve === undefined ? null : await serve({ store, ground, port, io })
        if (serving !== null) steps.serving(serving.url)
        const running = indexer.run(ending.signal)
        await untilStopped(running)
        ending.abort()
        await serving?.close()
        await running
      } finally {
        await ground.close()
        await store.close()
      }
    })
}

const serve = async (input: {
  readonly store: IndexStore
  readonly ground: Pick<Ground, 'embedder'>
  readonly port: number
  readonly io: Io
}) => {
  const { store, ground, port, io } = input
  return serveOverHttp(await openIndexService({ store, embedder: ground.embedder, io }), port)
}

interface PlaceOptions {
  readonly registry?: string
  readonly rpc?: string
  readonly chain?: string
  readonly contract?: string
  readonly start?: string
  readonly confirmations?: string
}

/** Options for the registry: one from the settings by name, or a full description. */
const addPlaceOptions = (command: Command, { text }: CommandDeps): Command =>
  command
    .option('--registry <name>', text('cli_registry_which'))
    .option('--rpc <url>', text('cli_registry_index_rpc'))
    .option('--chain <number>', text('cli_registry_chains_chain'))
    .option('--contract <address>', text('cli_registry_chains_contract'))
    .option('--start <block>', text('cli_registry_chains_start'))
    .option('--confirmations <blocks>', text('cli_registry_chains_confirmations'))

/** Errors: `registry_missing`, `invalid_request`. */
const placeOf = (options: PlaceOptions, known: readonly ChainRegistry[]): ChainRegistry => {
  const { registry, rpc, chain, contract, start = '0', confirmations = '3' } = options
  if (rpc === undefined) {
    const found =
      registry === undefined && known.length === 1 ? known[0] : known.find((one) => one.name === registry)
    if (found !== undefined) return found
    throw new SatchelError('registry_missing', { params: { name: registry ?? '' } })
  }
  return chainRegistrySchema.parse({
    name: registry ?? 'named',
    rpcUrl: rpc,
    chainId: Number(chain),
    contract,
    startBlock: Number(start),
    confirmations: Number(confirmations),
  })
}
