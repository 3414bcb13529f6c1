import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildContracts, contracts, staleContracts } from './build-contracts.mjs'
import { root } from './freshness.mjs'

const artefact = 'resources/contracts/acp-registry.json'
const source = 'resources/contracts/AcpRegistry.sol'
/** In the real one's place where it does not matter which is compiled: the compiler takes a fraction of the time. */
const small = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;
contract AcpRegistry {
  uint256 constant MAX_REASON = 280;
  function longest() external pure returns (uint256) { return MAX_REASON; }
}
`

describe('the contracts', () => {
  let copy = ''
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'satchel-contracts-'))
    cpSync(join(root, 'resources/contracts'), join(copy, 'resources/contracts'), { recursive: true })
  })
  afterEach(() => {
    rmSync(copy, { recursive: true })
  })
  const read = (base, path) => readFileSync(join(base, path), 'utf8')

  it('are checked in as their sources compile, to the last byte', () => {
    expect(staleContracts()).toEqual([])
    writeFileSync(join(copy, artefact), '{}')
    buildContracts(copy, contracts)
    expect(read(copy, artefact)).toBe(read(root, artefact))
  })

  it('are compiled again where a source differs from its artefact, and only there', () => {
    writeFileSync(join(copy, source), small)
    expect(staleContracts(copy)).toEqual(contracts)
    buildContracts(copy)
    expect(staleContracts(copy)).toEqual([])
    const before = read(copy, artefact)
    buildContracts(copy)
    expect(read(copy, artefact)).toBe(before)
    writeFileSync(join(copy, source), small.replace('MAX_REASON = 280', 'MAX_REASON = 281'))
    expect(staleContracts(copy)).toEqual(contracts)
    buildContracts(copy)
    expect(read(copy, artefact)).not.toBe(before)
  })

  it('are not built with anything the compiler warns of', () => {
    // It could be `pure`.
    writeFileSync(join(copy, source), small.replace('external pure', 'external view'))
    expect(() => buildContracts(copy)).toThrow('longest')
    expect(read(copy, artefact)).toBe(read(root, artefact))
  })

  it('cannot be changed once they are deployed', () => {
    const { abi, bytecode } = JSON.parse(read(root, artefact))
    const changing = abi.filter(
      ({ type, stateMutability }) => type === 'function' && stateMutability !== 'view',
    )
    expect(changing.map(({ name }) => name).sort()).toEqual([
      'acceptName',
      'anchor',
      'offerName',
      'publish',
      'vote',
      'yank',
    ])
    expect(changing.filter(({ stateMutability }) => stateMutability === 'payable')).toEqual([])
    expect(bytecode.length / 2).toBeLessThan(24_576)
    const code = read(root, source).replace(/\/\/.*$/gm, '')
    expect(code).not.toMatch(/\b(delegatecall|callcode|selfdestruct|assembly|constructor|payable)\b/)
  })
})
