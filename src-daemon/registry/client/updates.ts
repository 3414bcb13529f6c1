import semver from 'semver'
import { abortable } from '../../platform/abortable.ts'
import type { PackagesService } from '../../packages/types.ts'
import type { InstalledPackage } from '../../contract/packages.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { Asking } from './asking.ts'
import type { ChainWords } from './chain-word.ts'
import type { Kept, Offer, Yank } from './kept.ts'
import type { Source } from './source.ts'
import { wordOf, type Word } from './update-word.ts'
import type { MarketUpdates } from '../../contract/marketplace.ts'

const HOUR_MS = 3_600_000
/** Delay of the first check: not while Satchel starts, and spread out over machines. */
const FIRST_MS = { least: 60_000, spread: 9 * 60_000 }
/** The interval varies by this share either way. */
const JITTER = 0.1
/** The longest delay `setTimeout` supports. */
const LONGEST_MS = 2 ** 31 - 1

export interface UpdatesDeps {
  readonly asking: Asking
  readonly chains: ChainWords
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
  const { asking, kept, packages, settings, sources, now, random = Math.random, changed, log } = deps
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let next: Date | null = null
  let running: Promise<MarketUpdates> | null = null

  const updates = (): MarketUpdates => {
    const offers = new Map(kept.offers().map((offer) => [offer.name, offer]))
    const yanks = new Map(kept.yanks().map((yank) => [yank.sha256, yank]))
    return {
      updates: packages.installed().flatMap((one) => {
        const { name, version, sha256, review } = one
        const found = offers.get(name)
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
            },
            yanked: yank && { reason: yank.reason, source: yank.source },
            foundAt: offer?.foundAt ?? yank?.foundAt ?? now().toISOString(),
          },
        ]
      }),
      checkedAt: kept.checkedAt(),
      nextCheck: next?.toISOString() ?? null,
      sources: sources().map(({ catalogue }) => asking.state(catalogue)),
    }
  }

  /** One check at a time: a call during a check gets its result. */
  const check = (signal: AbortSignal): Promise<MarketUpdates> => {
    running ??= checkNow(ending.signal).finally(() => {
      running = null
    })
    return abortable(running, signal)
  }

  const checkNow = async (signal: AbortSignal): Promise<MarketUpdates> => {
    const before = { offers: kept.offers(), yanks: kept.yanks() }
    const enabled = sources()
    const found: { offer: Offer | null; yanks: Yank[] }[] = []
    for (const installed of packages.installed()) {
      const words = await Promise.all(
        enabled.map(
          async (source) => (await wordOf(deps, source, installed, signal)) ?? remembered(source, installed),
        ),
      )
      const offers = words.flatMap(({ offer }) => offer ?? [])
      const best = offers.toSorted((a, b) => semver.compareBuild(b.version, a.version))[0] ?? null
      found.push({ offer: best, yanks: words.flatMap(({ yank }) => yank ?? []).slice(0, 1) })
    }
    signal.throwIfAborted()
    const checkedAt = now().toISOString()
    // Versions kept for a downgrade may have been withdrawn, too; what was said of them stays.
    const installed = new Set(packages.installed().map(({ sha256 }) => sha256))
    const others = before.yanks.filter(({ sha256 }) => !installed.has(sha256))
    kept.replace({
      offers: found.flatMap(({ offer }) => offer ?? []),
      yanks: [...others, ...found.flatMap(({ yanks }) => yanks)],
      checkedAt,
    })
    plan()
    changed()
    return updates()

    /** What a source that does not answer now said last time. */
    function remembered({ catalogue }: Source, { name, sha256 }: InstalledPackage): Word {
      return {
        offer: before.offers.find((one) => one.name === name && one.source === catalogue.name) ?? null,
        yank: before.yanks.find((one) => one.sha256 === sha256 && one.source === catalogue.name) ?? null,
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
    check(ending.signal).catch((thrown: unknown) => {
      if (ending.signal.aborted) return
      log?.warn({ err: thrown }, 'looking for updates failed')
      plan()
    })
  }

  const stop = settings.onChange(plan)

  return {
    updates,
    check,
    /** Starts the periodic checks. */
    start: plan,
    close: async (): Promise<void> => {
      ending.abort()
      clearTimeout(timer)
      stop()
      await running?.catch(() => undefined) // its caller gets the error
    },
  }
}
