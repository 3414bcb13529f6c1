import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { anchorSchema, objectProofSchema } from '../../contract/state-proofs.ts'
import { findAnchor } from '../../registry/chain/find-anchor.ts'
import { useTestChain } from '../../registry/chain/testing.ts'
import { runCli } from '../../testing/cli.ts'
import { useOwnDaemon } from '../../testing/own-daemon.ts'

const TIMEOUT = 240_000
const NOTE = 'did:nuwa:user:'

const test = useTestChain()
const daemon = useOwnDaemon()

const state = (...args: string[]) => runCli(daemon.env, 'state', ...args)
const registry = (...args: string[]) => runCli(daemon.env, 'registry', ...args)

it('anchors a scope on a real chain, and proves and verifies it there', { timeout: TIMEOUT }, async () => {
  const { rpcUrl, chainId, contract, startBlock } = test.registry.place
  const at = ['--rpc', rpcUrl, '--contract', contract, '--start', String(startBlock), '--confirmations', '1']
  const folder = daemon.paths.dataDir
  const schema = join(folder, 'recipe.json')
  writeFileSync(schema, '{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"}}}')
  const made = await state('schema', 'register', schema, '--as', 'Recipe#v1', '--json')
  const { uri } = z.object({ uri: z.string().startsWith(NOTE) }).parse(JSON.parse(made.stdout))
  await state('create', uri, '{"id":"bread","name":"Bread"}')

  expect((await state('anchor', 'sc:own', '--chain', '--yes')).stderr).toContain('registry_missing')
  await registry('chains', 'add', 'dev', ...at, '--chain', String(chainId))
  expect((await state('anchor', 'sc:own', '--chain', '--yes')).stderr).toContain('chain_account_missing')
  const account = z
    .object({ account: z.object({ address: z.string() }) })
    .parse(JSON.parse((await registry('account', '--create', '--json')).stdout)).account.address
  await test.registry.fund(account, 10n ** 18n)

  const asked = await state('anchor', 'sc:own', '--chain')
  expect(asked.stdout).toMatch(/This costs at most 0\.0+\d+/)
  expect(asked.stderr).toContain('needs_consent')
  const done = anchorSchema.parse(
    JSON.parse((await state('anchor', 'sc:own', '--chain', '--yes', '--json')).stdout),
  )
  const found = await findAnchor(test.chain, { by: account, root: done.hash })
  expect(done.chain).toEqual({ chainId, contract, account, ...found })
  // Nothing has changed since: it isn't paid for again.
  expect((await state('anchor', 'sc:own', '--chain', '--yes')).stdout).toContain(done.chain?.tx)
  expect((await state('anchors', 'verify')).stdout).toMatch(/^1\s+sc:own\s+on the chain\s+0x/)

  const path = join(folder, 'proof.json')
  await state('prove', uri, 'bread', '--out', path)
  const proof = objectProofSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  expect(proof.anchor?.chain).toEqual(done.chain)
  expect((await state('verify-proof', path, '--expect', done.hash)).stdout).toContain(done.chain?.tx)
  expect(await state('verify-proof', path, '--on-chain')).toMatchObject({ code: 0 })

  // For those without Satchel, too.
  const script = fileURLToPath(new URL('../../../docs/verify-proof.mjs', import.meta.url))
  expect(execFileSync(process.execPath, [script, path, done.hash], { encoding: 'utf8' })).toContain(
    done.chain?.tx,
  )

  // A proof that names another transaction, or an anchor that only this device has.
  const forged = {
    ...proof,
    anchor: { ...proof.anchor, chain: { ...done.chain, tx: `0x${'ab'.repeat(32)}` } },
  }
  writeFileSync(path, JSON.stringify(forged))
  expect(await state('verify-proof', path)).toMatchObject({ code: 0 })
  expect(await state('verify-proof', path, '--on-chain')).toMatchObject({ code: 1 })
  await state('create', uri, '{"id":"soup"}')
  await state('anchor', 'sc:own')
  expect((await state('anchors', 'verify')).stdout).toMatch(/\n2\s+sc:own\s+only on this device/)
  const [first] = z.array(anchorSchema).parse(JSON.parse((await state('anchors', 'list', '--json')).stdout))
  expect(first).toEqual(done)
})
