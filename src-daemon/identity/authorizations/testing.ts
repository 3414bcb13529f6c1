import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { base58btc } from 'multiformats/bases/base58'
import { SatchelError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/sha256.ts'
import { openDatabase } from '../../storage/index.ts'
import { createMemorySigner } from '../keys/memory-signer.ts'
import type { Signer } from '../core/types.ts'
import type { Authorizations } from './types.ts'
import { CONTEXTS, inSeconds } from './document.ts'
import { createAuthorizations } from './service.ts'
import { rootIdOf, targetOf } from './target.ts'

export const NOTE = { capUri: 'did:nuwa:cap:note', scope: 'sc:note' }

/** A database in a file, an owner with a real key whose store can be locked, and a clock; `start` is a start of the daemon. */
export const openHome = () => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-authorizations-'))
  const path = join(directory, 'state.db')
  const db = openDatabase({ path })
  const home = {
    db,
    path,
    time: Date.parse('2026-11-21T12:00:00.000Z'),
    owner: createMemorySigner(),
    locked: false,
    /** One for each use of the owner's key. */
    signatures: [] as { purpose: string; requester: string }[],
    start: (): Authorizations => createAuthorizations({ db, identity, now: () => new Date(home.time) }),
    target: (where = NOTE) => targetOf({ owner: home.owner.did, ...where }),
    pass: (seconds: number) => {
      home.time += seconds * 1000
    },
    close: () => {
      db.close()
      rmSync(directory, { recursive: true })
    },
  }
  const identity = {
    get ownerDid() {
      return home.owner.did
    },
    signer: ({
      keyId: asked,
      ...use
    }: {
      keyId?: string | undefined
      purpose: string
      requester: string
    }): Signer => {
      const { did, keyId, sign } = home.owner
      if (asked !== keyId) throw new Error('the owner was not asked')
      return {
        did,
        keyId,
        sign: (bytes) => {
          if (home.locked) return Promise.reject(new SatchelError('keystore_locked'))
          home.signatures.push(use)
          return sign(bytes)
        },
      }
    },
  }
  return home
}
export type Home = ReturnType<typeof openHome>

type Json = Readonly<Record<string, unknown>>

/**
 * Signs any document, without the library's rules, as an attacker with a key could. Written from the definition of
 * `eddsa-jcs-2022`, so that it also checks whether the library conforms.
 */
export const forge = async (input: {
  by: Signer
  target: string
  parent?: Json | null
  actions?: readonly string[]
  controller?: string
  /** Milliseconds since 1970. */
  created: number
  expires: number
  body?: Json
  proof?: Json
}): Promise<Json> => {
  const { by, target, parent = null, actions = ['state.query'], created, expires } = input
  const root = rootIdOf(target)
  const document = {
    '@context': [...CONTEXTS],
    id: `urn:uuid:${randomUUID()}`,
    parentCapability: parent === null ? root : parent['id'],
    controller: input.controller ?? createMemorySigner().did,
    invocationTarget: target,
    allowedAction: actions,
    expires: inSeconds(new Date(expires)),
    ...input.body,
  }
  const proof = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created: inSeconds(new Date(created)),
    verificationMethod: by.keyId,
    proofPurpose: 'capabilityDelegation',
    capabilityChain: parent === null ? [root] : [...idsAbove(parent), parent],
    '@context': [...CONTEXTS],
    ...input.proof,
  }
  const signature = await by.sign(Buffer.concat([hashOf(proof), hashOf(document)]))
  return { ...document, proof: { ...proof, proofValue: base58btc.encode(signature) } }
}

const idsAbove = (document: Json): unknown[] => {
  const { capabilityChain } = document['proof'] as { capabilityChain: (string | Json)[] }
  return capabilityChain.map((link) => (typeof link === 'string' ? link : link['id']))
}

const hashOf = (value: unknown): Buffer => sha256(canonicalize(value) ?? '')
