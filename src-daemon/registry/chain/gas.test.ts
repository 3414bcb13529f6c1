import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import {
  acceptCall,
  anchorCall,
  offerCall,
  publishCall,
  voteCall,
  yankCall,
  type RegistryCall,
} from './calls.ts'
import { send } from './send.ts'
import { useTestChain, version } from './testing.ts'
import type { ChainSigner } from './types.ts'

const test = useTestChain()

/** Rows `| what | gas |` of the table in the docs. */
const documented = (): Map<string, number> => {
  const text = readFileSync(join(appRoot, 'docs/reference/registry.md'), 'utf8')
  const rows = [...text.matchAll(/^\| ([^|]+?) +\| +([\d,]+) +\|$/gm)]
  return new Map(rows.map(([, what = '', gas = '']) => [what, Number(gas.replaceAll(',', ''))]))
}

it('costs what the docs say, within a tenth', async () => {
  const measured = new Map<string, number>()
  const gasOf = async (what: string, signer: ChainSigner, call: RegistryCall) => {
    measured.set(what, (await send(test.chain, signer, call)).gas)
  }
  const [owner, next] = [await test.account(), await test.account()]
  // Realistic lengths: a `did:key` of Ed25519, a CID of a raw block, a short name.
  const capUri = 'did:nuwa:cap:weather-reporter'
  const authorDid = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'
  const reason = 'It sends more than it says. Use 1.0.1.'

  const deployed = await test.chain.client.getTransactionReceipt({
    hash: (await test.chain.client.getBlock({ blockNumber: BigInt(test.registry.place.startBlock) }))
      .transactions[0] as `0x${string}`,
  })
  measured.set('putting the contract on a chain', Number(deployed.gasUsed))
  await gasOf('first version of a name', owner, publishCall(version(capUri, '1.0.0', authorDid)))
  await gasOf('a later version', owner, publishCall(version(capUri, '1.0.1', authorDid)))
  await gasOf('yanking a version', owner, yankCall({ capUri, semver: '1.0.0', reason }))
  await gasOf('a first vote', next, voteCall({ capUri, vote: 1 }))
  await gasOf('changing a vote', next, voteCall({ capUri, vote: -1 }))
  await gasOf('offering a name', owner, offerCall({ capUri, to: next.address }))
  await gasOf(
    'accepting a name, as another author',
    next,
    acceptCall({ capUri, authorDid: authorDid.replace('2doK', '2doL') }),
  )
  await gasOf('anchoring a root', next, anchorCall({ root: 'ab'.repeat(32) }))

  process.stdout.write(
    [...measured].map(([what, gas]) => `${what}: ${gas.toLocaleString('en')} gas\n`).join(''),
  )
  const told = documented()
  for (const [what, gas] of measured) {
    expect(told.get(what), `${what}: ${String(gas)} gas`).toBeGreaterThan(gas * 0.9)
    expect(told.get(what), `${what}: ${String(gas)} gas`).toBeLessThan(gas * 1.1)
  }
})
