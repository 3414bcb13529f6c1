import { getAddress, zeroAddress, type ContractFunctionArgs, type ContractFunctionName } from 'viem'
import type { registryAbi } from './abi.ts'

type Writing = ContractFunctionName<typeof registryAbi, 'nonpayable'>
type Call<Name extends Writing> = {
  readonly functionName: Name
  readonly args: ContractFunctionArgs<typeof registryAbi, 'nonpayable', Name>
  /** What the call is about, for error messages. */
  readonly about: { readonly capUri?: string; readonly semver?: string }
}

/** A write to a registry: estimate it with `estimate`, send it with `send`. */
export type RegistryCall = { readonly [Name in Writing]: Call<Name> }[Writing]

interface OfName {
  /** Without a version. */
  readonly capUri: string
}
interface OfVersion extends OfName {
  readonly semver: string
}

/** Publishes a version. `sha256` is hex without prefix, of the bytes that `cid` names. */
export const publishCall = (
  input: OfVersion & { readonly cid: string; readonly sha256: string; readonly authorDid: string },
): RegistryCall => {
  const { capUri, semver, cid, sha256, authorDid } = input
  return {
    functionName: 'publish',
    args: [capUri, semver, cid, `0x${sha256}`, authorDid],
    about: { capUri, semver },
  }
}

/** Yanks a version: it must not be installed any more. This can't be undone. */
export const yankCall = ({
  capUri,
  semver,
  reason,
}: OfVersion & { readonly reason: string }): RegistryCall => ({
  functionName: 'yank',
  args: [capUri, semver, reason],
  about: { capUri, semver },
})

/** Offers a name to an address; with null, takes an offer back. */
export const offerCall = ({ capUri, to }: OfName & { readonly to: string | null }): RegistryCall => ({
  functionName: 'offerName',
  args: [capUri, to === null ? zeroAddress : getAddress(to)],
  about: { capUri },
})

/** Accepts a name that was offered; `authorDid` signs the versions to come. */
export const acceptCall = ({ capUri, authorDid }: OfName & { readonly authorDid: string }): RegistryCall => ({
  functionName: 'acceptName',
  args: [capUri, authorDid],
  about: { capUri },
})

/** Votes on a capability: 1 for it, -1 against it, 0 takes the vote back. */
export const voteCall = ({ capUri, vote }: OfName & { readonly vote: number }): RegistryCall => ({
  functionName: 'vote',
  args: [capUri, vote],
  about: { capUri },
})

/** Records on chain that the account knows a root now: 32 bytes, hex without prefix. */
export const anchorCall = ({ root }: { readonly root: string }): RegistryCall => ({
  functionName: 'anchor',
  args: [`0x${root}`],
  about: {},
})
