import { LRUCache } from 'lru-cache'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { nameOf } from '../ipfs/core/blocks.ts'
import type { IpfsService } from '../ipfs/types.ts'
import type { IpfsPlace } from '../../contract/ipfs.ts'
import { createJournal, type JournalDeps } from './journal.ts'
import { namedPictures } from './pictures.ts'
import type { PlanDeps, Planned } from './plan.ts'
import type { RunDeps } from './run.ts'
import type { SubmitTimeouts } from './submit.ts'
import type { PublishInput, PublishService } from './types.ts'
import type { Publication } from '../../contract/publishing.ts'

export interface PublicationsDeps extends JournalDeps, Omit<PlanDeps, 'journal' | 'ipfs' | 'missing'> {
  readonly packages: RunDeps['packages']
  readonly ownPictures: RunDeps['ownPictures']
  readonly ipfs: Pick<IpfsService, 'add' | 'fetchVerified' | 'keepers' | 'pins' | 'unpin'>
  /** By default five minutes until a transaction is settled, checked every second. */
  readonly timeouts?: SubmitTimeouts | undefined
  readonly log?: { warn(data: object, message: string): void } | undefined
}

const TIMEOUTS: SubmitTimeouts = { timeoutMs: 5 * 60_000, pollMs: 1000 }

/**
 * Publishes packages to the registries that the owner set. The chain library is loaded with the first
 * publication.
 */
export const createPublications = (deps: PublicationsDeps): PublishService => {
  const { ipfs, log } = deps
  const journal = createJournal(deps)
  const { listen: onChange, emit: changed } = createEmitter()
  const ending = new AbortController()
  const jobs = new Map<string, Promise<void>>()
  /** Two concurrent starts for the same version are one publication. */
  const beginning = createOneAtATime()
  const alone = createOneAtATime()
  /** The start after a plan doesn't wait once more for the files that the plan missed. */
  const missing = new LRUCache<string, true>({ max: 1000, ttl: 60_000 })

  const planned = async (input: PublishInput): Promise<Planned> => {
    const { planPublication } = await import('./plan.ts')
    return planPublication({ ...deps, journal, missing }, input)
  }

  const launch = (id: string, requester: string, isDearer = false): Publication => {
    const begun = journal.running(id)
    const job = run(id, requester, isDearer)
    jobs.set(id, job)
    // The caller who waits gets the error; for everyone else it is in the row.
    job.catch(() => undefined)
    changed()
    return begun.shown
  }

  const run = async (id: string, requester: string, isDearer: boolean): Promise<void> => {
    try {
      const { runPublication } = await import('./run.ts')
      const more = { journal, alone, changed, timeouts: deps.timeouts ?? TIMEOUTS }
      await runPublication({ ...deps, ...more }, id, { requester, isDearer, signal: ending.signal })
    } catch (thrown) {
      // The row still says `running`, which the next start treats as interrupted.
      if (ending.signal.aborted) return
      log?.warn({ err: thrown, id }, 'a publication stopped')
      journal.stopped(id, thrown)
      changed()
      throw thrown
    } finally {
      jobs.delete(id)
    }
  }

  const begin = async ({
    requester,
    ...input
  }: Parameters<PublishService['start']>[0]): Promise<Publication> => {
    const { plan, candidate, entry } = await planned(input)
    if (entry !== null && (jobs.has(entry.shown.id) || entry.shown.state === 'published')) return entry.shown
    if (!plan.affordable) {
      const { refuseFunds } = await import('./plan.ts')
      refuseFunds(plan)
    }
    if (entry !== null) return launch(entry.shown.id, requester)
    const { capUri, semver, chainId, contract, registry, title } = plan
    const id = newId()
    journal.begin(id, {
      capUri,
      semver,
      chainId,
      contract,
      registry,
      title,
      authorDid: plan.author.did,
      fileName: input.fileName,
      sourceSha256: candidate.sha256,
      source: input.bytes,
      keyId: candidate.keyId,
      signed: candidate.signed,
    })
    return launch(id, requester)
  }

  /** The pins of a file: where it is now, which stores no longer have it, and which could not be asked. */
  const pinnedNow = (
    { cid, places, step }: Publication,
    listed: Awaited<ReturnType<IpfsService['pins']>>,
  ): IpfsPlace[] => {
    if (cid === null || step === 'sign' || step === 'add') return [...places]
    const has = listed.pins.find((pin) => pin.cid === cid)?.places ?? []
    return listed.places.map((place) => {
      const isPinned = has.some(({ kind, name }) => kind === place.kind && name === place.name)
      if (isPinned || place.code !== null) return place
      const params = { cid, sources: nameOf(place) }
      const problem = toErrorView(new SatchelError('ipfs_not_found', { params }), deps.language()).message
      return { ...place, code: 'ipfs_not_found', problem }
    })
  }

  const cancel: PublishService['cancel'] = async (id) => {
    const { shown, signed } = journal.get(id)
    const params = { name: shown.capUri, version: shown.semver }
    if (jobs.has(id)) throw new SatchelError('publication_running', { params })
    if (!shown.cancellable) throw new SatchelError('publication_submitted', { params })
    journal.remove(id)
    changed()
    const isElsewhere = journal.all().some((other) => other.signed?.cid === signed?.cid)
    if (signed !== null && !isElsewhere) await ipfs.unpin(signed.cid)
  }

  return {
    plan: async (input) => {
      missing.clear()
      return (await planned(input)).plan
    },
    start: (input) => beginning(() => begin(input)),
    resume: ({ id, requester, dearer }) => {
      const { shown } = journal.get(id)
      return jobs.has(id) || shown.state === 'published' ? shown : launch(id, requester, dearer)
    },
    dearer: async (id) => {
      const entry = journal.get(id)
      if (jobs.has(id) || entry.shown.state === 'published') return null
      const { dearerCost } = await import('./dearer.ts')
      return dearerCost(deps.registries, entry)
    },
    list: () => journal.all().map(({ shown }) => shown),
    listPinned: async () => {
      const all = journal.all()
      if (all.length === 0) return []
      const listed = await ipfs.pins()
      return all.map(({ shown }) => ({ ...shown, places: pinnedNow(shown, listed) }))
    },
    get: (id) => journal.get(id).shown,
    settled: async (id) => {
      await jobs.get(id)
      const { shown, failure } = journal.get(id)
      if (failure !== null) throw failure
      return shown
    },
    signedFile: (id) => {
      const { shown, signed } = journal.get(id)
      const params = { name: shown.capUri, version: shown.semver }
      if (signed === null) throw new SatchelError('publication_not_signed', { params })
      const file = { fileName: shown.fileName, bytes: signed.bytes }
      return { ...file, pictures: namedPictures(deps.ownPictures, file).flatMap(({ bytes }) => bytes ?? []) }
    },
    cancel,
    onChange,
    close: () => {
      ending.abort()
      return Promise.resolve()
    },
  }
}
