import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { NOTE, noteAccess, openTestState, type TestState } from '../testing.ts'
import type { StateAccess } from '../schema/schema.ts'
import type { JsonRecord } from '../../contract/state.ts'

let test: TestState
beforeAll(() => {
  test = openTestState()
})
afterAll(() => {
  test.close()
})

let turns = 0
const accessOf = (turnId: string): StateAccess => {
  if (noteAccess.origin.kind !== 'capability') throw new Error('capability')
  return { ...noteAccess, origin: { ...noteAccess.origin, turnId } }
}

/** An edit: whose, of which field, and its number. */
const edit = fc.record({
  who: fc.constantFrom('owner', 'turn', 'other turn'),
  field: fc.constantFrom('title', 'rating', 'city', 'done', 'stars', 'body', 'extra'),
  n: fc.integer({ min: 1, max: 5 }),
})

const START = {
  title: 'start',
  rating: 0,
  done: false,
  stars: 100,
  body: 'start',
  place: { city: 'start', zip: '1' },
}

const contentOf = (id: string): JsonRecord => {
  const { object } = test.state.get({ schemaUri: NOTE, id })
  return { ...object, updatedAt: undefined, createdAt: undefined, id: undefined }
}

const patchOf = (field: string, n: number, step: number): JsonRecord => {
  const text = `${String(step)} of ${String(n)}`
  if (field === 'stars') return { $inc: { stars: n } }
  if (field === 'city') return { $set: { 'place.city': text } }
  if (field === 'rating') return { $set: { rating: step + 1 } }
  if (field === 'done') return { $set: { done: n % 2 === 0 } }
  if (field === 'extra') return n === 1 ? { $unset: ['extra'] } : { $set: { extra: { [text]: n } } }
  return { $set: { [field]: text } }
}

it('has every field as if the turn had never been, and back again', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 14 }), (edits) => {
      turns += 1
      const turn = `turn ${String(turns)}`
      const access = {
        owner: { ...noteAccess, origin: { kind: 'owner', via: 'cli' } } satisfies StateAccess,
        turn: accessOf(turn),
        'other turn': accessOf(`another ${String(turns)}`),
      }
      const { id } = test.state.create(access.owner, { schemaUri: NOTE, object: START }).object
      const twin = test.state.create(access.owner, { schemaUri: NOTE, object: START }).object.id
      const textOf = (): unknown => contentOf(id)['body']
      const seen = { before: null as unknown, stays: false, hasActed: false }
      edits.forEach(({ who, field, n }, step) => {
        const isTurn = who === 'turn'
        const text = textOf()
        const patch = patchOf(field, n, step)
        const { change } = test.state.update(access[who], {
          schemaUri: NOTE,
          id,
          patch,
        })
        const [made] = test.state.history.changes({ schemaUri: NOTE, id })
        const wrote = made?.hash === change.hash && made.paths.some((path) => path !== '/updatedAt')
        if (!wrote) return
        if (isTurn) seen.hasActed = true
        else test.state.update(access.owner, { schemaUri: NOTE, id: twin, patch })
        if (field !== 'body' || text === textOf()) return
        if (isTurn) seen.before ??= text
        else if (seen.before !== null) seen.stays = true
      })
      fc.pre(seen.hasActed)
      const before = contentOf(id)
      const { objects } = test.state.history.revert({ target: { turnId: turn }, via: 'cli', dryRun: false })
      const body = seen.stays ? before['body'] : (seen.before ?? before['body'])
      // The twin had all edits except those of the turn. A text others have continued stays as they left it.
      expect(contentOf(id)).toEqual({ ...contentOf(twin), body })
      expect(objects[0]?.kept.some(({ path }) => path === '/body') ?? false).toBe(seen.stays)

      const after = contentOf(id)
      const again = test.state.history.revert({ target: { turnId: turn }, via: 'cli', dryRun: false })
      expect(again.objects.map(({ change }) => change)).toEqual([null])
      expect(contentOf(id)).toEqual(after)
      const change = objects[0]?.change ?? null
      if (change === null) return
      test.state.history.revert({ target: { change }, via: 'cli', dryRun: false })
      expect(contentOf(id)).toEqual(before)
    }),
    { numRuns: effort(12, 40) },
  )
}, 60_000)
