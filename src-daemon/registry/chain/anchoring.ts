import type { AnchorCheck, AnchorPlan, ChainPlace, Proof, ProofVerdict } from '../../contract/state-proofs.ts'
import { proofSchema, type Anchor } from '../../contract/state-proofs.ts'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { StateService } from '../../state/types.ts'
import type { Language } from '../../contract/language.ts'
import type { Chain } from './chain.ts'
import type { FoundAnchor } from './find-anchor.ts'
import type { ChainAnchors, RegistriesService } from './types.ts'

interface AnchoringDeps {
  readonly registries: Pick<RegistriesService, 'open' | 'signer' | 'estimate' | 'change'>
  readonly state: Pick<StateService, 'proofs'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly language: () => Language
}

/**
 * Anchors of state on a chain (asm.md 9.2): the hash of a line of the local anchor log, which seals a snapshot and all
 * lines before. Nothing of the data can be read from it.
 */
export const createChainAnchors = (deps: AnchoringDeps): ChainAnchors => {
  const { registries, state, settings, language } = deps

  const find = async (chain: Chain, by: string, root: string): Promise<FoundAnchor | null> => {
    const { findAnchor } = await import('./find-anchor.ts')
    return findAnchor(chain, { by, root })
  }

  /** Notes that an anchor is on a chain. */
  const place = (
    anchor: Anchor,
    chain: Chain,
    account: string,
    { tx, block, at }: FoundAnchor,
  ): Promise<Anchor> =>
    state.proofs.placeAnchor(anchor.number, {
      chainId: chain.place.chainId,
      contract: chain.contract,
      account,
      tx,
      block,
      at,
    })

  const plan: ChainAnchors['plan'] = async ({ registry, ...key }): Promise<AnchorPlan> => {
    const chain = await registries.open(registry)
    const { address } = await registries.signer('owner')
    const anchor = await state.proofs.freshAnchor(key)
    if (anchor.chain !== undefined) return { anchor, cost: null }
    // It was sent before, and the answer was lost.
    const found = await find(chain, address, anchor.hash)
    if (found !== null) return { anchor: await place(anchor, chain, address, found), cost: null }
    const cost = await registries.estimate({ registry, change: { kind: 'anchor', root: anchor.hash } })
    return { anchor, cost }
  }

  const send: ChainAnchors['send'] = async ({ registry, number }) => {
    const chain = await registries.open(registry)
    const { address } = await registries.signer('owner')
    const anchor = (await state.proofs.anchors()).find((one) => one.number === number)
    if (anchor === undefined)
      throw new SatchelError('anchor_unknown', { params: { number }, details: { number } })
    if (anchor.chain !== undefined) return anchor
    await registries.change({ registry, change: { kind: 'anchor', root: anchor.hash } })
    const found = await find(chain, address, anchor.hash)
    if (found === null)
      throw new SatchelError('chain_failed', { params: { host: chain.place.rpcUrl, problem: '?' } })
    return place(anchor, chain, address, found)
  }

  /** Whether the chain has an anchor as it is described. Errors: `registry_missing`, those of `Chain.check`. */
  const holds = async (hash: string, { chainId, contract, account, tx }: ChainPlace): Promise<boolean> => {
    const same = settings
      .get()
      .chainRegistries.find(
        (one) => one.chainId === chainId && one.contract.toLowerCase() === contract.toLowerCase(),
      )
    if (same === undefined)
      throw new SatchelError('registry_missing', { params: { name: `${String(chainId)} ${contract}` } })
    return (await find(await registries.open(same.name), account, hash))?.tx === tx
  }

  const check = async ({ number, space, scope, hash, chain }: Anchor): Promise<AnchorCheck> => {
    const about = { number, space, scope, chain: chain ?? null }
    if (chain === undefined) return { ...about, found: 'local', problem: null }
    try {
      return { ...about, found: (await holds(hash, chain)) ? 'holds' : 'missing', problem: null }
    } catch (thrown) {
      return { ...about, found: 'unknown', problem: toErrorView(thrown, language()).message }
    }
  }

  const verifyProof: ChainAnchors['verifyProof'] = async (given) => {
    const parsed = proofSchema.safeParse(given)
    const anchor: Proof['anchor'] = parsed.success ? parsed.data.anchor : null
    const named = anchor?.chain
    if (anchor === null || named === undefined) return { ok: false, step: 'chain', value: '-' }
    const { chainId, block, tx } = named
    const value = `${String(chainId)}, ${String(block)}, ${tx}`
    return {
      ok: await holds(anchor.hash, named),
      step: 'chain',
      value,
    } satisfies ProofVerdict['steps'][number]
  }

  return {
    plan,
    send,
    verify: async () => Promise.all((await state.proofs.anchors()).map(check)),
    verifyProof,
  }
}
