import type { MessagePort } from '../../../platform/worker-threads.ts'

/** How the node takes part in the network. */
export interface NodeNetwork {
  /** The address it listens on: `/ip4/127.0.0.1/tcp/0`. */
  readonly listen: string
  /** The only peers it dials, as multiaddresses. */
  readonly peers: readonly string[]
}

/** What the worker thread is started with. */
export interface NodeStart {
  readonly port: MessagePort
  /** Folder of the blocks and of the pins. */
  readonly dir: string
  /** Null: no network, only what is stored here. */
  readonly network: NodeNetwork | null
}

/** The calls of the node. CIDs are strings. */
export interface NodeCalls {
  get(input: { cid: string; maxBytes: number }, options: { signal: AbortSignal }): Promise<Uint8Array>
  add(input: { bytes: Uint8Array }): Promise<string>
  has(input: { cid: string }): Promise<boolean>
  pin(input: { cid: string }, options: { signal: AbortSignal }): Promise<null>
  unpin(input: { cid: string }): Promise<null>
  pins(): Promise<string[]>
  reach(): Promise<{ addresses: string[]; peers: string[] }>
  /** Returns how many blocks were removed. */
  sweep(): Promise<number>
  /** Stops the node cleanly. */
  stop(): Promise<null>
}
export type NodeCall = keyof NodeCalls

/** A message to the node; `cancel` cancels an earlier call. */
export type NodeRequest =
  | { readonly id: number; readonly call: NodeCall; readonly input: unknown }
  | { readonly id: number; readonly call: 'cancel' }

/**
 * Why a call failed: no source has it, it is too large, its bytes do not match its CID, or the node failed.
 */
export type NodeFailure = 'not_found' | 'too_large' | 'wrong_bytes' | 'failed'

/** A message from the node. `ready` and `ended` concern the node itself. */
export type NodeMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ended'; readonly problem: string }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly why: NodeFailure; readonly problem: string }
