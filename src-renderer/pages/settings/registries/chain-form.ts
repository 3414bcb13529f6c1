import type { ChainRegistry } from '../../../../src-daemon/contract/settings.ts'

/** What a person enters of a registry on a chain: every field as its control has it. */
export interface ChainForm {
  name: string
  rpcUrl: string
  chainId: string
  contract: string
  startBlock: string
  confirmations: string
}

export const emptyChain = (): ChainForm => ({
  name: '',
  rpcUrl: '',
  chainId: '',
  contract: '',
  startBlock: '0',
  confirmations: '12',
})

/** Each field that is not what the daemon takes, whether it was filled in yet or not. */
export const wrongFields = (form: ChainForm): readonly (keyof ChainForm)[] => {
  const isRight: Readonly<Record<keyof ChainForm, boolean>> = {
    name: /^[a-z0-9][a-z0-9-]{0,39}$/.test(form.name.trim()),
    rpcUrl: isNode(form.rpcUrl.trim()),
    chainId: isWhole(form.chainId, 1, Number.MAX_SAFE_INTEGER),
    contract: /^0x[0-9a-fA-F]{40}$/.test(form.contract.trim()),
    startBlock: isWhole(form.startBlock, 0, Number.MAX_SAFE_INTEGER),
    confirmations: isWhole(form.confirmations, 1, 1000),
  }
  return (Object.keys(form) as (keyof ChainForm)[]).filter((field) => !isRight[field])
}

/** What the daemon is told; only of a form without wrong fields. */
export const chainOf = (form: ChainForm): ChainRegistry => ({
  name: form.name.trim(),
  rpcUrl: form.rpcUrl.trim(),
  chainId: Number(form.chainId),
  contract: form.contract.trim(),
  startBlock: Number(form.startBlock),
  confirmations: Number(form.confirmations),
})

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,16}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

const isNode = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === '' &&
    text.length <= 500
  )
}
