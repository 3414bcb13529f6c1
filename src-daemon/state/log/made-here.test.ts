import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../storage/index.ts'
import { createEngine } from '../engine.ts'
import { createSequences } from '../sequences/client.ts'
import { NOTE } from '../testing.ts'
import { openReplicas } from './replicas.testing.ts'

it('a change that comes back after a backup was restored is not taken to have seen what came before it', () => {
  const [a, b, c] = openReplicas(3)
  if (a === undefined || b === undefined || c === undefined) throw new Error('no replicas')
  const directory = mkdtempSync(join(tmpdir(), 'satchel-restored-'))
  const path = join(directory, 'state.db')
  const id = a.create({ title: 'Milk' })
  b.integrate(a.outgoing())
  c.integrate(a.outgoing())
  a.engine.db.prepare('VACUUM INTO ?').run(path)
  const restored = createEngine({
    db: openDatabase({ path }),
    ownerDid: () => a.did,
    now: () => b.now(),
    sequences: createSequences(),
  })
  onTestFinished(() => {
    restored.db.close()
    for (const replica of [a, b, c]) replica.close()
    rmSync(directory, { recursive: true, force: true })
  })
  b.tick(60_000)
  a.update(id, { $set: { title: 'of a' } })
  b.update(id, { $set: { title: 'of b' } })
  restored.integrate(b.outgoing())
  c.integrate(a.outgoing())
  restored.integrate(c.outgoing())
  c.update(id, { $set: { title: 'of c, which saw a' } })
  restored.integrate(c.outgoing())
  expect(restored.row(restored.schemas.get(NOTE), id)?.object['title']).toBe('of b')
  expect(restored.views.check().differences).toEqual([])
})
