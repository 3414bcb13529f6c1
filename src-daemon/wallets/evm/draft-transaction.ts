import { createHash } from 'node:crypto'
import {
  bytesToHex,
  formatEther,
  hexToBytes,
  keccak256,
  serializeTransaction,
  type Address,
  type Hex,
  type TransactionSerializableEIP1559,
} from 'viem'
import type { EvmTransactionRequest } from '../../contract/aitp-wallets.ts'
import type { WalletNetwork } from '../../contract/wallets.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { decodeCall } from '../core/decode-call.ts'
import type { Draft, DraftDeps } from '../core/family.ts'
import { lookAlikeOf } from '../core/look-alike.ts'
import { inUnits } from '../core/units.ts'
import { readAddress } from './address.ts'
import { sayCall } from './say-call.ts'
import { openNode, type EvmNode } from './node.ts'
import { codeRow, note, row, totalRow } from '../core/parts.ts'

/**
 * A transaction to be signed and sent: tried out on the network first, with the network's own nonce, gas and fees, whatever the request says of
 * them.
 *
 * @throws SatchelError `wallet_account_differs`, `wallet_network_missing`, `wallet_address_invalid`, `wallet_nonce`, `wallet_reverted`,
 * `chain_wrong`, `chain_funds`, `chain_unreachable`, `chain_failed`
 */
export const draftTransaction = async (
  { chain_id: chainId, transaction: asked }: EvmTransactionRequest,
  deps: DraftDeps,
  guard: Pick<NetworkGuard, 'fetchFor'>,
): Promise<Draft> => {
  const { language, known } = deps
  const chain = `eip155:${String(chainId)}`
  const network = deps.network(chain)
  if (network === null) throw new SatchelError('wallet_network_missing', { params: { chain } })
  const from = addressIn(deps.account)
  if (asked.from !== undefined && asked.from.toLowerCase() !== from.toLowerCase())
    throw new SatchelError('wallet_account_differs', { params: { asked: asked.from } })
  const to = addressIn(asked.to)
  const data: Hex = asked.data === undefined ? '0x' : hex(asked.data)
  const value = asked.value === undefined ? 0n : BigInt(asked.value)
  const node = openNode(network, guard)
  await node.check()
  const found = await tryOut(node, { from, to, data, value })
  if (asked.nonce !== undefined && Number(BigInt(asked.nonce)) !== found.nonce)
    throw new SatchelError('wallet_nonce', { params: { asked: Number(BigInt(asked.nonce)) } })
  const fee = found.gas * found.maxFeePerGas
  checkFunds(from, value + fee, found.balance)
  const transaction: TransactionSerializableEIP1559 = {
    type: 'eip1559',
    chainId,
    to,
    value,
    data,
    nonce: found.nonce,
    gas: found.gas,
    maxFeePerGas: found.maxFeePerGas,
    maxPriorityFeePerGas: found.maxPriorityFeePerGas,
  }
  const bytes = hexToBytes(serializeTransaction(transaction))

  const call = data === '0x' ? null : decodeCall(data)
  const said = await sayCall({ to, data, call, isContract: found.isContract }, network, deps)
  const payee = said.payee ?? to
  const coins = (amount: bigint): string => `${inUnits(amount, 18)} ${network.coin}`
  const others = [to, payee].filter((one, n, all) => all.indexOf(one) === n)
  const alike = others.flatMap((one) => {
    const other = lookAlikeOf(one, known)
    return other === null
      ? []
      : [note('bad', say(language, 'wallet_note_look_alike', { address: one, known: other }))]
  })
  const isKnown = [...known].some((one) => one.toLowerCase() === payee.toLowerCase())
  const hasFees = [asked.gas, asked.gasPrice, asked.maxFeePerGas, asked.accessList].some(
    (one) => one !== undefined,
  )
  return {
    payload: { family: 'evm', kind: 'transaction', bytes },
    content: createHash('sha256').update(bytes).digest('hex'),
    rows: [
      row(say(language, 'wallet_row_network'), networkText(network)),
      ...(value > 0n || call === null ? [row(say(language, 'wallet_row_sends'), coins(value))] : []),
      ...(data === '0x' ? [codeRow(say(language, 'wallet_row_to'), to)] : said.rows),
      row(say(language, 'wallet_row_fee'), coins(fee)),
      totalRow(say(language, 'wallet_row_total'), coins(value + fee)),
    ],
    notes: [
      ...alike,
      ...said.notes,
      ...(isKnown || alike.length > 0
        ? []
        : [note('info', say(language, 'wallet_note_first', { address: payee }))]),
      ...(hasFees ? [note('info', say(language, 'wallet_note_own_fees'))] : []),
    ],
    chain,
    payee: payee.toLowerCase(),
    slot: String(found.nonce),
    takes: [{ token: null, amount: value + fee }, ...said.takes],
    unread: said.unread,
    signed: (signature) => {
      const raw = serializeTransaction(transaction, {
        r: bytesToHex(signature.subarray(0, 32)),
        s: bytesToHex(signature.subarray(32, 64)),
        yParity: signature[64] ?? 0,
      })
      return { result: raw, hash: keccak256(raw) }
    },
  }
}

interface Asked {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
}

/** What the network says of a transaction: whether it would be carried out, and what it costs. */
const tryOut = (node: EvmNode, { from, to, data, value }: Asked) =>
  node.ask(async (client) => {
    const call = { account: from, to, value, ...(data === '0x' ? {} : { data }) }
    const [code, balance, nonce, fees] = await Promise.all([
      client.getCode({ address: to }),
      client.getBalance({ address: from }),
      client.getTransactionCount({ address: from, blockTag: 'pending' }),
      client.estimateFeesPerGas(),
    ])
    if (balance < value) throw fundsMissing(from, value, balance)
    await client.call(call)
    const gas = await client.estimateGas(call)
    return {
      isContract: code !== undefined,
      balance,
      nonce,
      maxFeePerGas: fees.maxFeePerGas,
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      // With a margin for what others do to the contract in between; unused gas is not paid for.
      gas: data === '0x' && code === undefined ? gas : (gas * 12n) / 10n,
    }
  }, from)

/** Errors: `chain_funds`. */
const checkFunds = (address: string, needed: bigint, balance: bigint): void => {
  if (balance < needed) throw fundsMissing(address, needed, balance)
}
const fundsMissing = (address: string, needed: bigint, balance: bigint): SatchelError => {
  const params = { address, needed: formatEther(needed), balance: formatEther(balance) }
  return new SatchelError('chain_funds', { params, details: params })
}

/** Errors: `wallet_address_invalid`. */
const addressIn = (text: string): Address => {
  const found = readAddress(text)
  if (found === null) throw new SatchelError('wallet_address_invalid', { params: { address: text } })
  return found
}

const hex = (text: string): Hex => `0x${text.slice(2)}`

const networkText = ({ name, chain }: WalletNetwork): string => `${name} (${chain})`
