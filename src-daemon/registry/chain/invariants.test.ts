import fc from 'fast-check'
import { expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import type { ErrorCode } from '../../text/index.ts'
import { acceptCall, offerCall, publishCall, voteCall, yankCall, type RegistryCall } from './calls.ts'
import { createRegistryEvents } from './events.ts'
import { readName } from './read-name.ts'
import { readVersions } from './read-versions.ts'
import { readVote } from './read-vote.ts'
import { send } from './send.ts'
import { newName, useTestChain, version } from './testing.ts'
import type { ChainSigner, RegistryEvent } from './types.ts'

const test = useTestChain()

/** The state the contract should have, in the plainest form. */
interface Name {
  owner: number
  offeredTo: number | null
  author: string
  readonly versions: {
    semver: string
    sha256: string
    publisher: number
    author: string
    yanked: string | null
  }[]
  readonly votes: number[]
}

type Step =
  | { kind: 'publish'; who: number; name: number; semver: string; author: number }
  | { kind: 'yank'; who: number; name: number; semver: string }
  | { kind: 'offer'; who: number; name: number; to: number | null }
  | { kind: 'accept'; who: number; name: number; author: number }
  | { kind: 'vote'; who: number; name: number; vote: number }

const PEOPLE = 3
const who = fc.nat(PEOPLE - 1)
const name = fc.nat(1)
const author = fc.nat(1)
const semver = fc.constantFrom('1.0.0', '1.0.1', '2.0.0-a')
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('publish' as const), who, name, semver, author }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('yank' as const), who, name, semver }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('offer' as const), who, name, to: fc.option(who) }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('accept' as const), who, name, author }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('vote' as const),
        who,
        name,
        vote: fc.integer({ min: -1, max: 1 }),
      }),
    },
  ),
  { minLength: 4, maxLength: 30 },
)

const authorDid = (number: number) => `did:key:zAuthor${String(number)}`

/** Applies a step to the model; returns the error the contract must answer with, or null. */
const apply = (names: (Name | null)[], step: Step, sha256: string): ErrorCode | null => {
  const known = names[step.name] ?? null
  if (step.kind === 'publish') {
    const target = known ?? {
      owner: step.who,
      offeredTo: null,
      author: authorDid(step.author),
      versions: [],
      votes: Array<number>(PEOPLE).fill(0),
    }
    if (target.owner !== step.who) return 'registry_name_owned'
    if (target.author !== authorDid(step.author)) return 'registry_other_author'
    if (target.versions.some((one) => one.semver === step.semver)) return 'registry_version_exists'
    target.versions.push({
      semver: step.semver,
      sha256,
      publisher: step.who,
      author: target.author,
      yanked: null,
    })
    names[step.name] = target
    return null
  }
  if (known === null) return 'registry_name_unknown'
  switch (step.kind) {
    case 'yank': {
      if (known.owner !== step.who) return 'registry_name_owned'
      const one = known.versions.find((each) => each.semver === step.semver)
      if (one === undefined) return 'registry_version_unknown'
      if (one.yanked !== null) return 'registry_already_yanked'
      one.yanked = 'because'
      return null
    }
    case 'offer':
      if (known.owner !== step.who) return 'registry_name_owned'
      known.offeredTo = step.to
      return null
    case 'accept':
      if (known.offeredTo !== step.who) return 'registry_not_offered'
      Object.assign(known, { owner: step.who, offeredTo: null, author: authorDid(step.author) })
      return null
    case 'vote':
      if (known.votes[step.who] === step.vote) return 'registry_same_vote'
      known.votes[step.who] = step.vote
      return null
  }
}

const callOf = (step: Step, capUri: string, people: readonly ChainSigner[], sha256: string): RegistryCall => {
  switch (step.kind) {
    case 'publish':
      return publishCall({ ...version(capUri, step.semver, authorDid(step.author)), sha256 })
    case 'yank':
      return yankCall({ capUri, semver: step.semver, reason: 'because' })
    case 'offer':
      return offerCall({ capUri, to: step.to === null ? null : (people[step.to]?.address ?? '') })
    case 'accept':
      return acceptCall({ capUri, authorDid: authorDid(step.author) })
    case 'vote':
      return voteCall({ capUri, vote: step.vote })
  }
}

const KINDS = {
  publish: 'published',
  yank: 'yanked',
  offer: 'offered',
  accept: 'transferred',
  vote: 'voted',
} as const

it('nothing is overwritten, names change hands only as both sides want, tallies are sums, and each change tells of itself once', async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => test.account()))
  const addressOf = (number: number) => people[number]?.address ?? ''
  const events = createRegistryEvents(test.chain, { kinds: Object.values(KINDS) })

  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const uris = [newName(), newName()]
      const names: (Name | null)[] = [null, null]
      const from = Number(await test.chain.client.getBlockNumber()) + 1
      const done: { kind: string; capUri: string }[] = []
      for (const step of all) {
        const capUri = uris[step.name] ?? ''
        const { sha256 } = version(capUri)
        const expected = apply(names, step, sha256)
        const signer = people[step.who]
        if (signer === undefined) throw new Error('nobody')
        const outcome = await send(test.chain, signer, callOf(step, capUri, people, sha256)).then(
          () => null,
          (thrown: unknown) => (thrown as { code: string }).code,
        )
        expect(outcome, JSON.stringify(step)).toBe(expected)
        if (outcome === null) done.push({ kind: KINDS[step.kind], capUri })
      }

      for (const [index, capUri] of uris.entries()) {
        const model = names[index] ?? null
        const found = await readName(test.chain, { capUri })
        if (model === null) {
          expect(found).toBeNull()
          continue
        }
        expect(found).toEqual({
          capUri,
          owner: addressOf(model.owner),
          offeredTo: model.offeredTo === null ? null : addressOf(model.offeredTo),
          authorDid: model.author,
          versions: model.versions.length,
          votes: {
            up: model.votes.filter((vote) => vote === 1).length,
            down: model.votes.filter((vote) => vote === -1).length,
          },
        })
        for (const [voter, vote] of model.votes.entries())
          expect(await readVote(test.chain, { capUri, voter: addressOf(voter) })).toBe(vote)
        const versions = await readVersions(test.chain, { capUri })
        expect(versions).toMatchObject(
          model.versions
            .map((one) => ({
              ...one,
              publisher: addressOf(one.publisher),
              author: undefined,
              authorDid: one.author,
            }))
            .map(({ author: _author, ...one }) => one),
        )
      }

      const told: RegistryEvent[] = []
      for await (const page of events.pages({ from, signal: AbortSignal.timeout(30_000) }))
        told.push(...page.events)
      expect(
        told.map((event) => ({ kind: event.kind, capUri: 'capUri' in event ? event.capUri : '' })),
      ).toEqual(done)
    }),
    { numRuns: effort(6, 25) },
  )
}, 120_000)
