import semver from 'semver'
import type { ErrorView } from '../../contract/errors.ts'
import type { Language } from '../../contract/language.ts'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import type { ErrorCode } from '../../text/index.ts'
import { abortable } from '../../platform/abortable.ts'
import type { PackagesService } from '../../packages/types.ts'
import type { InstalledPackage } from '../../contract/packages.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { Asking } from './asking.ts'
import type { ChainWords } from './chain-word.ts'
import type { Kept, Offer } from './kept.ts'
import { createJudgedOffers } from './judged-offers.ts'
import { blockedError, type Installable } from './installable.ts'
import type { TrustService } from '../trust/types.ts'
import type { Source } from './source.ts'
import { wordOf, type Word } from './update-word.ts'
import type { MarketUpdates } from '../../contract/market-updates.ts'

const HOUR_MS = 3_600_000
/** Delay of the first check: not while Satchel starts, and spread out over machines. */
const FIRST_MS = { least: 60_000, spread: 9 * 60_000 }
/** The interval varies by this share either way. */
const JITTER = 0.1
/** The longest delay `setTimeout` supports. */
const LONGEST_MS = 2 ** 31 - 1

/** How long a source may take for one answer: a person waits for the check they asked for. */
const PATIENCE_MS = { asked: 2500, unasked: 8000 }
/** When a check ends, even if a source hasn't answered. */
const CHECK_MS = { asked: 20_000, unasked: 120_000 }
/** Questions to one source at once. */
const AT_ONCE = 8

type Waiting = keyof typeof PATIENCE_MS

export interface UpdatesDeps {
  readonly asking: Asking
  readonly chains: ChainWords
  readonly installable: Installable
  readonly trust: Pick<TrustService, 'advisories' | 'update'>
  readonly language: () => Language
  readonly kept: Kept
  readonly packages: Pick<PackagesService, 'installed'>
  readonly settings: Pick<SettingsService, 'get' | 'onChange'>
  readonly sources: () => readonly Source[]
  readonly now: () => Date
  readonly random?: () => number
  /** Called when an update or a withdrawal appeared or went away. */
  readonly changed: () => void
  readonly log?: { warn(data: object, message: string): void } | undefined
}

/**
 * Checks for newer versions of installed capabilities and for withdrawn versions. It only reports; it
 * installs nothing.
 */
export const createUpdates = (deps: UpdatesDeps) => {
  const { kept, asking, packages, trust, settings, sources, now, random = Math.random, changed, log } = deps
  const judgedOffers = createJudgedOffers(deps)
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let next: Date | null = null
  let running: { work: Promise<MarketUpdates>; over: AbortController; callers: number } | null = null

  const viewOf = ({ code, params }: NonNullable<Offer['problem']>): ErrorView =>
    toErrorView(new SatchelError(code as ErrorCode, { params }), deps.language())

  /** What the lists say counts as of now, all else as of the check. */
  const problemOf = (
    offer: Offer & Pick<InstalledPackage['review'], 'title' | 'author'>,
  ): ErrorView | null => {
    const blocked = blockedError(offer, trust)
    if (blocked !== null) return toErrorView(blocked, deps.language())
    return offer.problem === null || offer.problem.code === 'package_blocked' ? null : viewOf(offer.problem)
  }

  const updates = (): MarketUpdates => {
    const checkedAt = kept.checkedAt()
    const asked = kept.asked()
    const offers = new Map(kept.offers().map((offer) => [offer.name, offer]))
    const yanks = new Map(kept.yanks().map((yank) => [yank.sha256, yank]))
    return {
      updates: packages.installed().flatMap((one) => {
        const { name, version, sha256, review } = one
        const found = offers.get(name)
        const { title, author } = review
        // A version installed since is not an update any more.
        const offer = found !== undefined && semver.gt(found.version, version) ? found : null
        const yank = yanks.get(sha256) ?? null
        if (offer === null && yank === null) return []
        return [
          {
            name,
            capUri: review.capUri,
            title: review.title,
            installed: { version, sha256 },
            offered: offer && {
              version: offer.version,
              source: offer.source,
              sha256: offer.sha256,
              cid: offer.cid,
              problem: problemOf({ ...offer, title, author }),
              higher: offer.higher && {
                version: offer.higher.version,
                problem: viewOf(offer.higher.problem),
              },
            },
            yanked: yank && { reason: yank.reason, source: yank.source },
            foundAt: offer?.foundAt ?? yank?.foundAt ?? now().toISOString(),
          },
        ]
      }),
      checkedAt,
      nextCheck: next?.toISOString() ?? null,
      sources: sources().map(({ catalogue }) => asking.state(catalogue)),
      silent: sources().flatMap(({ catalogue }) => {
        const at = asked.answered[catalogue.name] ?? asking.state(catalogue).at
        return checkedAt === null || at === checkedAt ? [] : [{ source: catalogue.name, at }]
      }),
      unlisted: asked.unlisted,
    }
  }

  /** One check at a time: a call during a check gets its result. It ends once its last caller has left. */
  const check = async (signal: AbortSignal, waiting: Waiting = 'asked'): Promise<MarketUpdates> => {
    if (running === null) {
      const over = new AbortController()
      const work = checkNow(AbortSignal.any([ending.signal, over.signal]), waiting).finally(() => {
        if (running?.work === work) running = null
      })
      running = { work, over, callers: 0 }
    }
    const current = running
    current.callers += 1
    try {
      return await abortable(current.work, signal)
    } finally {
      current.callers -= 1
      if (current.callers === 0) {
        current.over.abort()
        if (running === current) running = null
      }
    }
  }

  /** What one source says of each package; null where it was not to be had. */
  const wordsOf = async (
    source: Source,
    all: readonly InstalledPackage[],
    { signal, patienceMs, until }: { signal: AbortSignal; patienceMs: number; until: number },
  ): Promise<readonly (Word | null)[]> => {
    const words: (Word | null)[] = all.map(() => null)
    const left = [...all.entries()]
    let isSilent = false
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined && !isSilent; next = left.shift()) {
        const [at, installed] = next
        const remaining = until - performance.now()
        if (remaining <= 0) return
        const asked = { signal, patienceMs: Math.ceil(Math.min(patienceMs, remaining)) }
        const said = await wordOf(deps, source, installed, asked)
        words[at] = said.word
        if (said.word === null && said.isSilent) isSilent = true
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return words
  }

  const checkNow = async (signal: AbortSignal, waiting: Waiting): Promise<MarketUpdates> => {
    const before = { offers: kept.offers(), yanks: kept.yanks(), answered: kept.asked().answered }
    const all = packages.installed()
    const enabled = sources()
    const until = performance.now() + CHECK_MS[waiting]
    const asked = { signal, patienceMs: PATIENCE_MS[waiting], until }
    const [said] = await Promise.all([
      Promise.all(enabled.map(async (source) => ({ source, words: await wordsOf(source, all, asked) }))),
      // Before offers are judged by them.
      trust.update(undefined, { signal, patienceMs: PATIENCE_MS[waiting] }),
    ])
    const found = all.map((installed, at) => {
      const words = said.map(({ source, words: each }) => each[at] ?? remembered(source, installed))
      const offers = words.flatMap(({ offer }) => offer ?? [])
      const best = offers.toSorted((a, b) => semver.compareBuild(b.version, a.version))[0] ?? null
      const listing = words.find(({ offer }) => offer === best)?.listing ?? null
      const source = enabled.find(({ catalogue }) => catalogue.name === best?.source)
      return {
        installed,
        offer: best,
        listing,
        source,
        yanks: words.flatMap(({ yank }) => yank ?? []).slice(0, 1),
        isListed: words.some((word) => word.isListed),
      }
    })
    const offers = await judgedOffers(found, asked)
    signal.throwIfAborted()
    const checkedAt = now().toISOString()
    // Versions kept for a downgrade may have been withdrawn, too; what was said of them stays.
    const installed = new Set(all.map(({ sha256 }) => sha256))
    const others = before.yanks.filter(({ sha256 }) => !installed.has(sha256))
    kept.replace({
      offers,
      yanks: [...others, ...found.flatMap(({ yanks }) => yanks)],
      checkedAt,
      asked: {
        answered: Object.fromEntries(
          said.flatMap(({ source, words }) => {
            const { name } = source.catalogue
            const at = words.includes(null) ? before.answered[name] : checkedAt
            return at === undefined ? [] : [[name, at] as const]
          }),
        ),
        unlisted: found.filter(({ isListed }) => !isListed).map(({ installed: { name } }) => name),
      },
    })
    plan()
    changed()
    return updates()

    /** What a source that does not answer now said last time. */
    function remembered({ catalogue }: Source, { name, sha256 }: InstalledPackage): Word {
      return {
        listing: null,
        offer: before.offers.find((one) => one.name === name && one.source === catalogue.name) ?? null,
        yank: before.yanks.find((one) => one.sha256 === sha256 && one.source === catalogue.name) ?? null,
        isListed: true,
      }
    }
  }

  /** Schedules the next check from the time of the last one; a change of the setting takes effect at once. */
  const plan = (): void => {
    clearTimeout(timer)
    const { updateCheckHours: hours } = settings.get()
    next = null
    if (hours === 0 || ending.signal.aborted) return
    const last = kept.checkedAt()
    const every = hours * HOUR_MS * (1 - JITTER + 2 * JITTER * random())
    const soonest = now().getTime() + FIRST_MS.least + FIRST_MS.spread * random()
    const due = last === null ? soonest : Math.max(soonest, new Date(last).getTime() + every)
    next = new Date(due)
    timer = setTimeout(look, Math.min(LONGEST_MS, due - now().getTime()))
    timer.unref()
  }

  const look = (): void => {
    check(ending.signal, 'unasked').catch((thrown: unknown) => {
      if (ending.signal.aborted) return
      log?.warn({ err: thrown }, 'looking for updates failed')
      plan()
    })
  }

  const stop = settings.onChange(plan)

  return {
    updates,
    check: (signal: AbortSignal) => check(signal),
    /** Starts the periodic checks. */
    start: plan,
    close: async (): Promise<void> => {
      ending.abort()
      clearTimeout(timer)
      stop()
      await running?.work.catch(() => undefined) // its caller gets the error
    },
  }
}
