import { describe, expect, it } from 'vitest'
import { chainRegistrySchema } from '../../../../src-daemon/contract/settings.ts'
import { chainOf, emptyChain, wrongFields, type ChainForm } from './chain-form.ts'

const good: ChainForm = {
  name: 'main',
  rpcUrl: ' https://node.example/key ',
  chainId: '10',
  contract: `0x${'aB'.repeat(20)}`,
  startBlock: '1200000',
  confirmations: '12',
}

describe('a registry on a chain as it is entered', () => {
  it('lacks its name, node, chain and contract at first', () => {
    expect(wrongFields(emptyChain())).toEqual(['name', 'rpcUrl', 'chainId', 'contract'])
  })

  it('is what the daemon takes once no field is wrong', () => {
    expect(wrongFields(good)).toEqual([])
    expect(chainRegistrySchema.parse(chainOf(good))).toMatchObject({
      rpcUrl: 'https://node.example/key',
      chainId: 10,
      startBlock: 1_200_000,
    })
  })

  it.each([
    ['name', 'Main'],
    ['name', ''],
    ['rpcUrl', 'node.example'],
    ['rpcUrl', 'ftp://node.example'],
    ['rpcUrl', 'https://ana:secret@node.example'],
    ['chainId', '0'],
    ['chainId', '1.5'],
    ['contract', '0x12'],
    ['startBlock', '-1'],
    ['confirmations', '1001'],
  ] as const)('says that %s must not be %j, as the daemon does', (field, value) => {
    const form = { ...good, [field]: value }
    expect(wrongFields(form)).toEqual([field])
    expect(chainRegistrySchema.safeParse(chainOf(form)).success).toBe(false)
  })
})
