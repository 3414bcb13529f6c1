import { expect, it } from 'vitest'
import { z } from 'zod'
import { publishCall } from '../../../registry/chain/calls.ts'
import { send } from '../../../registry/chain/send.ts'
import { newName, useTestChain, version } from '../../../registry/chain/testing.ts'
import { runCli } from '../../../testing/cli.ts'
import { useOwnDaemon } from '../../../testing/own-daemon.ts'

const TIMEOUT = 240_000

const test = useTestChain()
const daemon = useOwnDaemon()

const run = (...args: string[]) => runCli(daemon.env, 'registry', ...args)

it(
  'adds a registry, makes an account, and writes to a real chain what was agreed to',
  { timeout: TIMEOUT },
  async () => {
    expect((await run('show', 'note')).stderr).toContain('registry_missing')
    const { rpcUrl, chainId, contract, startBlock } = test.registry.place
    const place = [
      '--rpc',
      rpcUrl,
      '--contract',
      contract,
      '--start',
      String(startBlock),
      '--confirmations',
      '1',
    ]
    expect((await run('chains', 'add', 'dev', ...place, '--chain', '1')).stderr).toContain('chain_wrong')
    expect((await run('chains', 'add', 'No', ...place, '--chain', '1')).stderr).toContain('invalid_request')
    expect((await run('chains', 'add', 'dev', ...place, '--chain', String(chainId))).code).toBe(0)
    expect((await run('chains')).stdout).toContain(`dev  ${String(chainId)}  ${contract}`)

    const owner = await test.account()
    const one = version(newName())
    await send(test.chain, owner, publishCall(one))
    const name = one.capUri.slice('did:nuwa:cap:'.length)
    const shown = (await run('show', name)).stdout
    for (const told of [one.capUri, owner.address, one.authorDid, one.cid, '0 for, 0 against'])
      expect(shown).toContain(told)

    expect((await run('account')).stdout).toContain('`satchel registry account --create`')
    expect((await run('vote', name, 'up', '--yes')).stderr).toContain('chain_account_missing')
    const made = z
      .object({
        account: z.object({ address: z.string() }),
        balances: z.array(z.object({ balance: z.string() })),
      })
      .parse(JSON.parse((await run('account', '--create', '--json')).stdout))
    expect(made.balances).toEqual([{ balance: '0' }])
    expect((await run('vote', name, 'up', '--yes')).stderr).toContain('chain_funds')
    await test.registry.fund(made.account.address, 10n ** 18n)
    expect((await run('account')).stdout).toMatch(
      new RegExp(`^${made.account.address}\n.*\ndev +${String(chainId)} +1\n$`),
    )

    expect((await run('vote', name, 'up', '--dry-run')).stdout).toMatch(
      /This costs at most 0\.0+\d+\. The account has 1\./,
    )
    expect((await run('vote', name, 'up')).stderr).toContain('needs_consent')
    expect((await run('show', name)).stdout).toContain('0 for, 0 against')
    expect((await run('vote', name, 'up', '--yes')).stdout).toMatch(
      /Confirmed in block \d+, for 0\.0+\d+\.\n0x/,
    )
    expect((await run('show', name)).stdout).toContain('1 for, 0 against')
    expect((await run('vote', name, 'sideways')).code).toBe(2)
    expect((await run('yank', name, '1.0.0', '--reason', 'mine', '--yes')).stderr).toContain(
      'registry_name_owned',
    )
    expect((await run('accept', name, '--yes')).stderr).toContain('registry_not_offered')

    expect((await run('chains', 'remove', 'dev')).code).toBe(0)
    expect((await run('show', name)).stderr).toContain('registry_missing')
  },
)
