import { describe, expect, it } from 'vitest'
import type { ChainRecord } from '../../../../src-daemon/contract/registry-chain.ts'
import { changeOf, problemOf, standingIn } from './chain-draft.ts'

const NAME = 'did:nuwa:cap:diary'
const ME = '0xAbCdEf0123456789aBcDeF0123456789abcdef01'
const OTHER = `0x${'2'.repeat(40)}`
const draft = (change: Partial<Parameters<typeof problemOf>[1]> = {}) => ({
  semver: '1.0.0',
  reason: '',
  to: '',
  ...change,
})
const record = (semver: string, yanked: string | null = null): ChainRecord => ({
  semver,
  cid: 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
  sha256: 'a'.repeat(64),
  authorDid: 'did:key:z6MkAuthor',
  publisher: OTHER,
  publishedAt: '2026-01-02T03:04:05.000Z',
  yanked,
})
const shown = (change: Partial<Parameters<typeof standingIn>[0]> = {}) => ({
  owner: OTHER,
  offeredTo: null,
  ownAccount: ME,
  ownVote: 0,
  records: [record('0.9.0', 'leaks'), record('1.0.0'), record('1.1.0')],
  ...change,
})

describe('an account’s relation to a name', () => {
  it('knows its own address however it is written, and no account as none', () => {
    expect(standingIn(shown({ owner: ME.toLowerCase() }))).toMatchObject({ owns: true, offered: false })
    expect(standingIn(shown({ offeredTo: ME }))).toMatchObject({ owns: false, offered: true })
    expect(standingIn(shown({ ownAccount: null, ownVote: null }))).toMatchObject({
      owns: false,
      offered: false,
      vote: 0,
    })
  })

  it('offers the versions not yet withdrawn, latest first', () => {
    expect(standingIn(shown()).withdrawable).toEqual(['1.1.0', '1.0.0'])
  })
})

describe('a draft', () => {
  it('is a change once all of it is there, without the space around it', () => {
    expect(changeOf({ kind: 'vote', vote: 0 }, NAME, draft())).toEqual({ kind: 'vote', name: NAME, vote: 0 })
    expect(changeOf({ kind: 'yank' }, NAME, draft({ reason: '  ' }))).toBeNull()
    expect(changeOf({ kind: 'yank' }, NAME, draft({ reason: 'x', semver: '' }))).toBeNull()
    expect(changeOf({ kind: 'yank' }, NAME, draft({ reason: ' leaks ' }))).toEqual({
      kind: 'yank',
      name: NAME,
      semver: '1.0.0',
      reason: 'leaks',
    })
    expect(changeOf({ kind: 'offer' }, NAME, draft())).toBeNull()
    expect(changeOf({ kind: 'offer' }, NAME, draft({ to: ` ${OTHER} ` }))).toEqual({
      kind: 'offer',
      name: NAME,
      to: OTHER,
    })
    expect(changeOf({ kind: 'cancel' }, NAME, draft())).toEqual({ kind: 'offer', name: NAME, to: null })
    expect(changeOf({ kind: 'accept' }, NAME, draft())).toEqual({ kind: 'accept', name: NAME })
  })

  it('counts a reason in bytes, as the contract does', () => {
    expect(problemOf('yank', draft({ reason: 'x'.repeat(280) }))).toBeNull()
    expect(problemOf('yank', draft({ reason: '漏'.repeat(94) }))).toBe('reason_long')
    expect(changeOf({ kind: 'yank' }, NAME, draft({ reason: '漏'.repeat(94) }))).toBeNull()
  })

  it('takes neither an invalid address nor the one that would cancel the offer', () => {
    expect(problemOf('offer', draft({ to: '0x12' }))).toBe('address_wrong')
    expect(problemOf('offer', draft({ to: `0x${'0'.repeat(40)}` }))).toBe('address_zero')
    expect(changeOf({ kind: 'offer' }, NAME, draft({ to: `0x${'0'.repeat(40)}` }))).toBeNull()
    expect(problemOf('vote', draft({ to: 'nothing' }))).toBeNull()
  })
})
