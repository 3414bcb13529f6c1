import type { WalletFamily } from '../../../../src-daemon/contract/identity.ts'
import type { WalletAccount } from '../../../../src-daemon/contract/wallets.ts'
import { api } from '../../../rpc/client.ts'

/** What the sheet of the wallets can be opened for. */
export type WalletForm = 'create' | 'import' | 'watch' | 'rename' | 'network' | 'limit'
export type WalletField =
  | 'family'
  | 'label'
  | 'text'
  | 'address'
  | 'chain'
  | 'coin'
  | 'rpc'
  | 'amount'
  | 'token'
  | 'peer'
export type WalletValues = Readonly<Record<WalletField, string>>

/** The families of accounts, the most common first. */
export const FAMILIES = ['evm', 'near', 'solana'] as const satisfies readonly WalletFamily[]
/** Networks and limits are theirs alone: only on these chains transactions are made. */
const evm = 'evm'

/** The fields of each form, in their order. */
export const FIELDS: Readonly<Record<WalletForm, readonly WalletField[]>> = {
  create: ['family', 'label'],
  import: ['family', 'label', 'text'],
  watch: ['family', 'label', 'address'],
  rename: ['label'],
  network: ['label', 'chain', 'coin', 'rpc'],
  limit: ['chain', 'amount', 'token', 'peer'],
}
const MAY_BE_EMPTY: ReadonlySet<WalletField> = new Set(['token', 'peer'])

export const emptyValues = (): Record<WalletField, string> => ({
  family: 'evm',
  label: '',
  text: '',
  address: '',
  chain: '1',
  coin: 'ETH',
  rpc: '',
  amount: '',
  token: '',
  peer: '',
})

/** The fields that the daemon wouldn't accept; whether an address is one, it says itself. */
export const wrongIn = (form: WalletForm, values: WalletValues): readonly WalletField[] =>
  FIELDS[form].filter((field) => {
    const text = values[field].trim()
    if (text === '') return !MAY_BE_EMPTY.has(field)
    switch (field) {
      case 'chain':
        return !/^[1-9]\d{0,15}$/.test(text)
      case 'amount':
        return !/^\d{1,60}(?:\.\d{1,30})?$/.test(text)
      case 'coin':
        return !/^[A-Za-z0-9.]{1,12}$/.test(text)
      case 'rpc':
        return !isNode(text)
      default:
        return false
    }
  })

const isNode = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** Does what a form without wrong fields says. `account`: the one that is renamed. */
export const submit = async (
  form: WalletForm,
  values: WalletValues,
  account: WalletAccount | null,
): Promise<unknown> => {
  const family = familyOf(values)
  const [label, chain] = [values.label.trim(), `eip155:${values.chain.trim()}`]
  switch (form) {
    case 'create':
      return api.wallets.create.mutate({ family, label })
    case 'import':
      return api.wallets.import.mutate({ family, label, text: values.text })
    case 'watch':
      return api.wallets.watch.mutate({ family, label, address: values.address.trim() })
    case 'rename':
      return account === null
        ? null
        : api.wallets.rename.mutate({ family: account.family, address: account.address, label })
    case 'network': {
      const [coin, rpc] = [values.coin.trim(), values.rpc.trim()]
      return api.wallets.setNetwork.mutate({ family: evm, chain, name: label, coin, rpc })
    }
    case 'limit': {
      const [token, peer] = [orNull(values.token), orNull(values.peer)]
      return api.wallets.setLimit.mutate({ family: evm, chain, token, peer, amount: values.amount.trim() })
    }
  }
}

const familyOf = ({ family }: WalletValues): WalletFamily => FAMILIES.find((one) => one === family) ?? evm

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
