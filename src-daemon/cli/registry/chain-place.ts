import type { Command } from 'commander'
import { SatchelError } from '../../platform/errors.ts'
import { chainRegistrySchema, type ChainRegistry } from '../../contract/settings.ts'
import type { CommandDeps } from '../program.ts'

export interface PlaceOptions {
  readonly registry?: string
  readonly rpc?: string
  readonly chain?: string
  readonly contract?: string
  readonly start?: string
  readonly confirmations?: string
}

/** Where a registry is: one of the settings by its name, or one that is told in full. */
export const addPlaceOptions = (command: Command, { text }: CommandDeps): Command =>
  command
    .option('--registry <name>', text('cli_registry_which'))
    .option('--rpc <url>', text('cli_registry_index_rpc'))
    .option('--chain <number>', text('cli_registry_chains_chain'))
    .option('--contract <address>', text('cli_registry_chains_contract'))
    .option('--start <block>', text('cli_registry_chains_start'))
    .option('--confirmations <blocks>', text('cli_registry_chains_confirmations'))

/** Errors: `registry_missing`, `invalid_request`. */
export const placeOf = (options: PlaceOptions, known: readonly ChainRegistry[]): ChainRegistry => {
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
