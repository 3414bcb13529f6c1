import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from 'viem'
import { z } from 'zod'
import type { NetworkGuard } from '../../network/index.ts'
import { appRoot } from '../../platform/app.ts'
import { SatchelError } from '../../platform/errors.ts'
import { chainFailure } from './failure.ts'
import { fundLocally, openLocalNode } from './fund.ts'
import { hexOf } from './hex.ts'
import type { LocalChain } from './local-chain.ts'
import type { ChainPlace } from './place.ts'

const artefactSchema = z.object({ bytecode: z.string().regex(/^0x[0-9a-f]+$/) })

/** A local chain with a registry on it. */
export interface LocalRegistry {
  readonly place: ChainPlace
  /** Gives an address some of the chain's worthless money. `wei` is its balance afterwards. */
  fund(address: string, wei: bigint): Promise<void>
}

/**
 * Deploys the registry contract on a local chain, paid for by one of the chain's own accounts.
 *
 * @throws SatchelError `chain_failed`, `chain_unreachable`
 */
export const deployLocally = async (
  chain: Pick<LocalChain, 'rpcUrl' | 'chainId'>,
  guard: Pick<NetworkGuard, 'fetchFor'>,
): Promise<LocalRegistry> => {
  const { host } = new URL(chain.rpcUrl)
  const { client, ask } = openLocalNode(chain, guard)

  try {
    const { bytecode } = artefactSchema.parse(JSON.parse(await readFile(artefactPath, 'utf8')))
    const [from] = z.array(z.string()).parse(await ask('eth_accounts', []))
    const tx = z.string().parse(await ask('eth_sendTransaction', [{ from, data: bytecode }]))
    const receipt = await client.waitForTransactionReceipt({ hash: hexOf(tx) })
    if (receipt.contractAddress === null || receipt.contractAddress === undefined)
      throw new SatchelError('chain_failed', { params: { host, problem: 'contract' } })
    return {
      place: {
        chainId: chain.chainId,
        rpcUrl: chain.rpcUrl,
        contract: receipt.contractAddress satisfies Address,
        startBlock: Number(receipt.blockNumber),
        confirmations: 1,
      },
      fund: (address, wei) => fundLocally(chain, guard, { address, wei }),
    }
  } catch (thrown) {
    throw chainFailure(thrown, { host })
  }
}

const artefactPath = join(appRoot, 'resources', 'contracts', 'acp-registry.json')
