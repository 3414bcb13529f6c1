import { z } from 'zod'
import { dateTimeSchema, errorResponseIn, uriIn, type Dialect } from './aitp-dialect.ts'

const requestIn = (d: Dialect) => ({ request_id: d.id, description: z.string().optional() })

const NEAR_ACTIONS = [
  'CreateAccount',
  'DeployContract',
  'FunctionCall',
  'Transfer',
  'Stake',
  'AddKey',
  'DeleteKey',
  'DeleteAccount',
] as const

/** The messages of AITP-04 (`aitp-04-near-wallet`, v1.0.0). */
export const nearMessages = (d: Dialect) => ({
  request_account: d.object(requestIn(d)),
  account_response: d.object({ request_id: d.id, accounts: z.array(z.string()) }),
  request_transaction: d.object({
    ...requestIn(d),
    transaction: d.object({
      receiver_id: z.string(),
      // What an unknown action does can't be shown, so it is never one of "others".
      actions: z.array(d.object({ type: z.enum(NEAR_ACTIONS), params: z.record(z.string(), z.unknown()) })),
    }),
  }),
  transaction_response: d.object({ request_id: d.id, transaction_hash: z.string() }),
  request_message_signing: d.object({
    ...requestIn(d),
    message: d.object({
      nonce: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/),
      recipient: z.string(),
      message: z.string(),
    }),
    state: z.string().optional(),
  }),
  message_signing_response: d.object({
    request_id: d.id,
    account_id: z.string(),
    public_key: z.string(),
    signature: z.string(),
  }),
  token_notification: d.object({
    notification_id: d.id,
    token_type: d.choice(['nep141']),
    token_contract: z.string(),
  }),
})

export const evmAddressSchema = z.string().regex(/^0x[a-fA-F0-9]{40}$/)
const hex = z.string().regex(/^0x[a-fA-F0-9]+$/)
const chainId = z.int().positive()

/** The messages of AITP-05 (`aitp-05-evm-wallet`, v1.0.0). Chain 1 is Ethereum. */
export const evmMessages = (d: Dialect) => ({
  request_address: d.object({ ...requestIn(d), chain_id: d.or(chainId, 1) }),
  address_response: d.object({ request_id: d.id, addresses: z.array(evmAddressSchema) }),
  request_transaction: d.object({
    ...requestIn(d),
    chain_id: d.or(chainId, 1),
    transaction: d.object({
      to: evmAddressSchema,
      from: evmAddressSchema.optional(),
      data: z
        .string()
        .regex(/^0x([a-fA-F0-9]{2})*$/)
        .optional(),
      value: hex.optional(),
      gas: hex.optional(),
      gasPrice: hex.optional(),
      maxFeePerGas: hex.optional(),
      maxPriorityFeePerGas: hex.optional(),
      nonce: hex.optional(),
      accessList: z
        .array(
          d.object({
            address: evmAddressSchema,
            storageKeys: z.array(z.string().regex(/^0x[a-fA-F0-9]{64}$/)),
          }),
        )
        .optional(),
    }),
  }),
  transaction_response: d.object({
    request_id: d.id,
    transaction_hash: z.string().regex(/^0x[a-fA-F0-9]{64}$/),
  }),
  request_message_signing: d
    .object({
      ...requestIn(d),
      address: evmAddressSchema.optional(),
      signing_type: z.enum(['personal_sign', 'typed_data']),
      message: z.string().optional(),
      typed_data: d
        .object({
          types: z.record(z.string(), z.array(d.object({ name: z.string(), type: z.string() }))),
          primaryType: z.string(),
          domain: z.record(z.string(), z.unknown()),
          message: z.record(z.string(), z.unknown()),
        })
        .optional(),
    })
    .refine(
      ({ signing_type: type, message, typed_data: data }) =>
        type === 'personal_sign'
          ? message !== undefined && data === undefined
          : data !== undefined && message === undefined,
      { error: 'needs exactly what its signing_type names', path: ['signing_type'] },
    ),
  message_signing_response: d.object({ request_id: d.id, address: evmAddressSchema, signature: hex }),
  chain_notification: d.object({
    notification_id: d.id,
    chain_id: chainId,
    name: z.string().optional(),
    rpc_url: uriIn(d).optional(),
    native_currency: d
      .object({ name: z.string(), symbol: z.string(), decimals: z.int().min(0).max(255) })
      .optional(),
  }),
  token_notification: d.object({
    notification_id: d.id,
    chain_id: chainId,
    token_type: d.choice(['erc20']),
    token_contract: evmAddressSchema,
    name: z.string(),
    symbol: z.string(),
    decimals: z.int().min(0).max(255),
    icon_url: uriIn(d).optional(),
  }),
})

const solanaAddress = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
const solanaSignature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)
const solanaChain = z.string().regex(/^solana:[1-9A-HJ-NP-Za-km-z]{32}$/)
const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/)

/** The messages of AITP-06 (`aitp-06-solana-wallet`), proposed. */
export const solanaMessages = (d: Dialect) => ({
  request_address: d.object({ ...requestIn(d), chain: d.or(solanaChain, MAINNET) }),
  address_response: d.object({
    request_id: d.id,
    chain: solanaChain.optional(),
    addresses: z.array(solanaAddress),
  }),
  request_transaction: d.object({
    ...requestIn(d),
    chain: d.or(solanaChain, MAINNET),
    mode: d.or(z.enum(['sign', 'sign_and_send']), 'sign_and_send'),
    transaction: z.union([
      d.object({
        serialized: base64,
        encoding: z.literal('base64').optional(),
        version: z.union([z.literal('legacy'), z.literal(0)]).optional(),
      }),
      d.object({
        instructions: z
          .array(
            d.object({
              program_id: solanaAddress,
              accounts: z.array(
                d.object({ pubkey: solanaAddress, is_signer: z.boolean(), is_writable: z.boolean() }),
              ),
              data: base64,
            }),
          )
          .min(1),
        fee_payer: solanaAddress.optional(),
        address_lookup_tables: z.array(solanaAddress).optional(),
        compute_unit_limit: z.int().min(0).optional(),
        compute_unit_price: z.string().regex(/^\d+$/).optional(),
      }),
    ]),
    options: d
      .object({
        commitment: z.enum(['processed', 'confirmed', 'finalized']).optional(),
        skip_preflight: z.boolean().optional(),
        min_context_slot: z.int().optional(),
      })
      .optional(),
  }),
  transaction_response: d
    .object({
      request_id: d.id,
      chain: solanaChain.optional(),
      signature: solanaSignature.optional(),
      signed_transaction: base64.optional(),
    })
    .refine(({ signature, signed_transaction: signed }) => signature !== undefined || signed !== undefined, {
      error: 'needs a signature or a signed_transaction',
      path: ['signature'],
    }),
  request_message_signing: d
    .object({
      ...requestIn(d),
      chain: d.or(solanaChain, MAINNET),
      address: solanaAddress.optional(),
      signing_type: z.enum(['raw', 'offchain', 'sign_in']),
      message: z.string().optional(),
      sign_in: d
        .object({
          domain: z.string(),
          uri: uriIn(d).optional(),
          statement: z.string().optional(),
          version: z.literal('1').optional(),
          chain_id: z.string().optional(),
          nonce: z.string().min(8),
          issued_at: dateTimeSchema.optional(),
          expiration_time: dateTimeSchema.optional(),
          not_before: dateTimeSchema.optional(),
          request_id: z.string().optional(),
          resources: z.array(uriIn(d)).optional(),
        })
        .optional(),
    })
    .refine(
      ({ signing_type: type, message, sign_in: signIn }) =>
        type === 'sign_in' ? signIn !== undefined : message !== undefined,
      { error: 'needs what its signing_type names', path: ['signing_type'] },
    ),
  message_signing_response: d.object({
    request_id: d.id,
    address: solanaAddress,
    signing_type: z.enum(['raw', 'offchain', 'sign_in']).optional(),
    signature: solanaSignature,
    signed_message: base64.optional(),
  }),
  token_notification: d.object({
    notification_id: d.id,
    chain: d.or(solanaChain, MAINNET),
    token_type: d.choice(['spl-token', 'spl-token-2022']),
    token_mint: solanaAddress,
    name: z.string().optional(),
    symbol: z.string().optional(),
    decimals: z.int().min(0).max(255).optional(),
    icon_url: uriIn(d).optional(),
  }),
  error_response: errorResponseIn(d),
})

export type NearSigningRequest = z.output<ReturnType<typeof nearMessages>['request_message_signing']>
export type SolanaSigningRequest = z.output<ReturnType<typeof solanaMessages>['request_message_signing']>
export type EvmTransactionRequest = z.output<ReturnType<typeof evmMessages>['request_transaction']>
export type EvmSigningRequest = z.output<ReturnType<typeof evmMessages>['request_message_signing']>
