import type { ChainRegistry } from '../../../../src-daemon/contract/settings.ts'

/** The inputs of a registry on a chain, one for each control. */
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

/** Every field the daemon wouldn't accept, including empty ones. */
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

/** The registry sent to the daemon; only for a form without wrong fields. */
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
