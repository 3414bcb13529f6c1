import { readChain } from '../../src-daemon/identity/authorizations/document.ts'
import { targetOf } from '../../src-daemon/identity/authorizations/target.ts'
import { forge, NOTE } from '../../src-daemon/identity/authorizations/testing.ts'
import { verifyDelegations } from '../../src-daemon/identity/authorizations/zcap.ts'
import { createMemorySigner } from '../../src-daemon/identity/index.ts'
import { isRecord } from '../../src-daemon/platform/is-record.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const signers = [1, 2, 3, 4, 5, 6].map((n) => createMemorySigner(new Uint8Array(32).fill(n)))
const owner = signers[0]?.did ?? ''
const place = targetOf({ owner, ...NOTE })
const CREATED = Date.parse('2026-11-21T12:00:00Z')
type Json = Readonly<Record<string, unknown>>

/** Chains of authorizations with good signatures: each input is a JSON list of links, each by the party before it. */
export const target: Target = {
  maxBytes: 2 * 1024,
  seeds: () =>
    [
      [{}],
      [{ actions: ['state.query', 'state.create'] }, { actions: ['state.query'] }],
      [{}, { by: 1, to: 2 }, { by: 2, to: 3, seconds: 60 }],
      [{ by: 1 }],
      [{}, { actions: ['state.delete'], seconds: 999_999_999 }],
      [
        {
          body: { id: 'urn:uuid:0190a0b0-0000-7000-8000-000000000001' },
          proof: { proofPurpose: 'assertionMethod' },
        },
      ],
      [{}, { body: { invocationTarget: `${place}x`, caveat: [] } }],
    ].map((links) => JSON.stringify(links)),
  run: async (input) => {
    const links = jsonOf(input.toString('utf8'))
    if (links === null || links.length === 0 || links.length > 7) return
    let last: Json | null = null
    for (const [n, link] of links.entries()) last = await forged(link, n, last)
    const chain = readChain(last)
    await verifyDelegations(chain, owner)
    // What was accepted, by rules of our own.
    for (const [n, child] of chain.entries()) {
      const parent = chain[n - 1]
      const by = parent === undefined ? owner : parent.controller
      promised(
        child.proof.verificationMethod.startsWith(`${by}#`),
        'each link is signed by the party before it',
      )
      if (parent === undefined) continue
      promised(
        child.allowedAction.every((one) => parent.allowedAction.includes(one)),
        'no link adds an action',
      )
      promised(Date.parse(child.expires) <= Date.parse(parent.expires), 'no link lives longer')
      promised(child.invocationTarget === parent.invocationTarget, 'no link has another target')
    }
  },
}

const jsonOf = (text: string): Json[] | null => {
  try {
    const value: unknown = JSON.parse(text)
    // Half characters have no canonical form, so they can't be signed.
    if (/\\ud[89a-f]/.test(JSON.stringify(value))) return null
    return Array.isArray(value) && value.every((one) => isRecord(one)) ? value : null
  } catch {
    return null
  }
}

const forged = (link: Json, n: number, parent: Json | null): Promise<Json> => {
  const signer = (index: unknown, other: number) =>
    signers[typeof index === 'number' ? index : other] ?? createMemorySigner(new Uint8Array(32).fill(9))
  const { actions, seconds, body, proof } = link
  return forge({
    by: signer(link['by'], n),
    controller: signer(link['to'], n + 1).did,
    target: place,
    parent,
    actions: Array.isArray(actions) ? (actions as string[]) : ['state.query'],
    created: CREATED,
    expires: CREATED + 1000 * Math.min(Math.abs(typeof seconds === 'number' ? seconds : 3600), 1e11),
    ...(isRecord(body) && {
      body: { id: `urn:uuid:0190a0b0-0000-7000-8000-00000000000${String(n)}`, ...body },
    }),
    ...(isRecord(proof) && { proof }),
  })
}
