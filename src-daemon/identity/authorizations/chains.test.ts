import fc from 'fast-check'
import { expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Authorization } from './types.ts'
import { NOTE, openHome } from './testing.ts'

const ACTIONS = ['state.create', 'state.update', 'state.query', 'state.delete', 'state.delete.hard']

const link = fc.record({
  actions: fc.subarray(ACTIONS, { minLength: 1 }),
  seconds: fc.integer({ min: 1, max: 1000 }),
})
const step = fc.oneof(
  fc.record({ kind: fc.constant('narrow' as const), from: fc.nat(9), link }),
  fc.record({ kind: fc.constant('revoke' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 400 }) }),
)

/** What is expected of an authorization, kept without any of the code under test. */
interface Model {
  readonly parent: Model | null
  readonly id: string
  readonly actions: readonly string[]
  readonly until: number
  revoked: boolean
}
const upwards = (model: Model): Model[] =>
  model.parent === null ? [model] : [model, ...upwards(model.parent)]

const attempt = async (work: () => Promise<Authorization>): Promise<Authorization | string> =>
  work().catch((thrown: unknown) => {
    if (thrown instanceof SatchelError) return thrown.code
    throw thrown
  })

it('allows an action exactly while every link has it, none has ended and none was taken back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(ACTIONS, { minLength: 1 }),
      fc.array(step, { maxLength: 14 }),
      async (actions, steps) => {
        const home = openHome()
        try {
          const authorizations = home.start()
          const issued = await authorizations.issue({ ...NOTE, actions })
          const { id, expiresAt } = issued
          const made: Model[] = [{ parent: null, id, actions, until: Date.parse(expiresAt), revoked: false }]
          for (const one of steps) {
            if (one.kind === 'pass') home.pass(one.seconds)
            else if (one.kind === 'revoke') {
              const model = made[one.which % made.length]
              if (model === undefined || model.parent === null) continue
              model.revoked = true
              authorizations.revoke(model.id)
            } else {
              const parent = made[one.from % made.length]
              if (parent === undefined) continue
              const until = home.time + one.link.seconds * 1000
              const result = await attempt(() =>
                authorizations.attenuate({
                  parent: parent.id,
                  actions: one.link.actions,
                  expiresInSeconds: one.link.seconds,
                }),
              )
              const links = upwards(parent)
              const allowed =
                links.length < 4 &&
                links.every((above) => !above.revoked && above.until > home.time && above.until >= until) &&
                one.link.actions.every((action) => parent.actions.includes(action))
              expect(typeof result === 'string').toBe(!allowed)
              if (typeof result !== 'string')
                made.push({ parent, id: result.id, actions: one.link.actions, until, revoked: false })
            }
          }
          for (const model of made) {
            const chain = authorizations.chain(model.id)
            for (const action of ACTIONS) {
              const expected = upwards(model).every(
                (above) => above.actions.includes(action) && above.until > home.time && !above.revoked,
              )
              const check = () => {
                authorizations.check({ id: model.id, action, ...NOTE })
              }
              if (expected) check()
              else expect(check).toThrow(SatchelError)
              // Verifying it from its documents alone, as another party does, has the same result.
              const shown = authorizations.verifyChain({ chain, action, target: home.target() })
              expect(
                await shown.then(
                  () => true,
                  () => false,
                ),
              ).toBe(expected)
            }
          }
        } finally {
          home.close()
        }
      },
    ),
    { numRuns: effort(12, 40) },
  )
}, 60_000)
