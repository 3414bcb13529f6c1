import type { MessagePort } from '../../../platform/worker-threads.ts'

/** How the node takes part in the network. */
export interface NodeNetwork {
  /** Where it listens: `/ip4/127.0.0.1/tcp/0`. */
  readonly listen: string
  /** The only peers it calls, as multiaddresses. */
  readonly peers: readonly string[]
}

/** What the worker thread is started with. */
export interface NodeStart {
  readonly port: MessagePort
  /** Folder of the blocks, and of what is pinned. */
  readonly dir: string
  /** Null: no network at all, only what is kept here. */
  readonly network: NodeNetwork | null
}

/** What can be asked of the node. CIDs are texts. */
export interface NodeCalls {
  get(input: { cid: string; maxBytes: number }, options: { signal: AbortSignal }): Promise<Uint8Array>
  add(input: { bytes: Uint8Array }): Promise<string>
  has(input: { cid: string }): Promise<boolean>
  pin(input: { cid: string }, options: { signal: AbortSignal }): Promise<null>
  unpin(input: { cid: string }): Promise<null>
  pins(): Promise<string[]>
  reach(): Promise<{ addresses: string[]; peers: string[] }>
  /** How many blocks went. */
  sweep(): Promise<number>
  /** Lets the node come to its end. */
  stop(): Promise<null>
}
export type NodeCall = keyof NodeCalls

/** What its owner says to it; `cancel` gives up an earlier call. */
export type NodeRequest =
  | { readonly id: number; readonly call: NodeCall; readonly input: unknown }
  | { readonly id: number; readonly call: 'cancel' }

/** Why a call failed: nobody has it, it is too large, its bytes are not those of its CID, or the node could not. */
export type NodeFailure = 'not_found' | 'too_large' | 'wrong_bytes' | 'failed'

/** What it says. `ready` and `ended` are of the node itself. */
export type NodeMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ended'; readonly problem: string }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly why: NodeFailure; readonly problem: string }
