import type { VerificationKey } from '../../contract/identity.ts'
import type { Language } from '../../contract/language.ts'
import { trustListNameSchema, type TrustListView, type TrustUpdate } from '../../contract/trust.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { cleanText } from '../../platform/clean-text.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { SatchelError, toErrorView, toSatchelError } from '../../platform/errors.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { Database } from '../../storage/index.ts'
import type { ErrorCode } from '../../text/index.ts'
import { fetchList } from './fetch-list.ts'
import { readTrustList, trustBytes, type TrustContent } from './format.ts'
import { createKeptLists, type KeptList } from './kept.ts'
import { createLookup, type Lookup } from './lookup.ts'
import type { TrustService } from './types.ts'
import { contentsOf, describeList, viewOf } from './views.ts'

const MAX_LISTS = 20
/** How long a list may take. */
const PATIENCE_MS = 20_000
const NAME_LETTERS = 60

export interface TrustDeps {
  readonly db: Database
  readonly guard: Pick<NetworkGuard, 'fetch'>
  /** The public key of a key id that its DID lists under `assertionMethod`. Errors: `key_not_authorized`, `did_*`. */
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly now: () => Date
  readonly language: () => Language
}

interface Followed {
  readonly kept: KeptList
  readonly content: TrustContent
}

/** The lists are read from the database on first use; no request is sent before the first call that asks for one. */
export const createTrust = ({ db, guard, keyOf, now, language }: TrustDeps): TrustService => {
  const kept = createKeptLists({ db })
  const { listen: onChange, emit: announce } = createEmitter()
  const oneAtATime = createOneAtATime()
  const ending = new AbortController()
  let known: { readonly followed: readonly Followed[]; readonly lookup: Lookup } | null = null

  const followed = (): readonly Followed[] => current().followed

  const current = () => {
    if (known !== null) return known
    // Their signatures were checked when they were taken.
    const all = kept.all().map((one) => ({ kept: one, content: readTrustList(one.list, one.place).signed }))
    const named = all.map(({ kept: { name }, content }) => ({ name, content }))
    known = { followed: all, lookup: createLookup(named) }
    return known
  }

  const changed = (): void => {
    known = null
    announce()
  }

  const find = (name: string): Followed => {
    const found = followed().find(({ kept: one }) => isSame(one.name, name))
    if (found === undefined) throw new SatchelError('trust_list_missing', { params: { name } })
    return found
  }

  const view = ({ kept: one, content }: Followed): TrustListView => {
    const { problem, name } = one
    const until = content.valid_until
    const isOverdue = until !== undefined && Date.parse(until) <= now().getTime()
    const failure =
      problem !== null
        ? new SatchelError(problem.code as ErrorCode, { params: problem.params })
        : isOverdue
          ? new SatchelError('trust_list_expired', { params: { name, time: content.time } })
          : null
    return viewOf(one, content, failure && toErrorView(failure, language()))
  }

  const fetch = (
    wanted: Pick<Parameters<typeof fetchList>[0], 'place' | 'did' | 'seen'>,
    signal: AbortSignal | undefined,
    patienceMs = PATIENCE_MS,
  ) => {
    const patience = AbortSignal.timeout(patienceMs)
    const ends = AbortSignal.any([ending.signal, patience, ...(signal === undefined ? [] : [signal])])
    return fetchList({ ...wanted, keyOf, now: now() }, guard, ends).catch((thrown: unknown) => {
      if (!patience.aborted) throw thrown
      const params = { host: wanted.place, seconds: patienceMs / 1000 }
      throw new SatchelError('network_timeout', { params, cause: thrown })
    })
  }

  const follow: TrustService['follow'] = ({ place, did, name }, { signal } = {}) =>
    oneAtATime(async () => {
      const taken = await fetch({ place, did, seen: null }, signal)
      if (taken === null) throw new SatchelError('internal')
      const wanted = trustListNameSchema.parse(name ?? (cleanText(taken.content.name, NAME_LETTERS) || did))
      const other = followed().find(({ kept: one }) => isSame(one.name, wanted) || one.place === place)
      if (other !== undefined)
        throw new SatchelError('trust_list_exists', { params: { name: other.kept.name } })
      if (followed().length >= MAX_LISTS)
        throw new SatchelError('trust_too_many', { params: { limit: MAX_LISTS } })
      const { json: list, mark } = taken
      const checkedAt = now().toISOString()
      kept.keep({ name: wanted, place, did, list, mark, checkedAt, problem: null })
      changed()
      return view(find(wanted))
    })

  /** Throws nothing but the signal's reason. */
  const updateOne = async (
    { kept: before, content }: Followed,
    { signal, patienceMs }: { signal?: AbortSignal | undefined; patienceMs?: number },
  ): Promise<TrustUpdate> => {
    const { name, place, did, mark } = before
    const seen = { time: content.time, sha256: sha256Hex(trustBytes(content)), mark }
    try {
      const taken = await fetch({ place, did, seen }, signal, patienceMs)
      const isNew = taken !== null && taken.sha256 !== seen.sha256
      const next = taken === null ? {} : { list: taken.json, mark: taken.mark }
      keepIfFollowed({ ...before, ...next, checkedAt: now().toISOString(), problem: null })
      return { name, outcome: isNew ? 'changed' : 'same', problem: null }
    } catch (thrown) {
      signal?.throwIfAborted()
      const failure = toSatchelError(thrown)
      const { code, params } = failure
      keepIfFollowed({ ...before, problem: { code, params } })
      return { name, outcome: 'failed', problem: toErrorView(failure, language()) }
    }
  }

  /** It may have been given up meanwhile. */
  const keepIfFollowed = (one: KeptList): void => {
    if (!ending.signal.aborted && kept.all().some(({ name }) => name === one.name)) kept.keep(one)
  }

  const update: TrustService['update'] = async (names, options = {}) => {
    const wanted = names === undefined ? followed() : names.map(find)
    const before = followed().map(view)
    const done = await Promise.all(wanted.map((one) => updateOne(one, options)))
    known = null
    // Not for the time of the check alone.
    const isOther = followed().some((one, at) => {
      const { problem, time } = view(one)
      return problem?.code !== before[at]?.problem?.code || time !== before[at]?.time
    })
    if (isOther) announce()
    return done
  }

  return {
    lists: () => followed().map(view),
    show: (name) => {
      const found = find(name)
      return contentsOf(view(found), found.content)
    },
    look: async (place, { signal } = {}) => {
      const taken = await fetch({ place, did: null, seen: null }, signal)
      if (taken === null) throw new SatchelError('internal')
      return describeList(taken.content)
    },
    follow,
    update,
    unfollow: (name) => {
      kept.remove(find(name).kept.name)
      changed()
    },
    advisories: (of) => current().lookup.advisories(of),
    recommendations: (author) => current().lookup.recommendations(author),
    get recommended() {
      return current().lookup.recommended
    },
    collections: () =>
      followed().flatMap(({ kept: { name: list }, content }) =>
        content.collections.map((collection) => ({ list, collection })),
      ),
    collection: (list, id) => {
      const found = find(list).content.collections.find((one) => one.id === id)
      if (found === undefined) throw new SatchelError('trust_collection_missing', { params: { list, id } })
      return { list, collection: found }
    },
    onChange,
    close: () => {
      ending.abort()
      return oneAtATime(() => Promise.resolve())
    },
  }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
