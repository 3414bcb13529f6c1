import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStatements } from '../base/statements.ts'
import { openTestState, rejectionOf, type TestState } from '../testing.ts'
import { runAnchorBackendTests, testSnapshot } from './anchors.acceptance.ts'
import { createLocalAnchors, type AnchorBackend } from './anchors.ts'
import { anchorHash } from './digest.ts'

const open = ({ db }: TestState): AnchorBackend =>
  createLocalAnchors({
    statement: createStatements(db),
    atomically: (work) => db.transaction(work)(),
    now: () => Date.parse('2026-01-02T03:04:05.006Z'),
  })

runAnchorBackendTests('the log in the database', () => {
  const test = openTestState()
  return {
    open: () => open(test),
    close: () => {
      test.close()
    },
  }
})

describe('somebody who changes the log in the database', () => {
  let test: TestState
  beforeEach(async () => {
    test = openTestState()
    const anchors = open(test)
    for (const size of [1, 2, 3]) await anchors.append(testSnapshot(size))
  })
  afterEach(() => {
    test.close()
  })

  it('is refused as long as its rules stand', () => {
    expect(() => test.db.exec('UPDATE state_anchors SET size = 9')).toThrow('append-only')
    expect(() => test.db.exec('DELETE FROM state_anchors')).toThrow('append-only')
  })

  it.each([
    ['changes a root', `UPDATE state_anchors SET root = '${'0'.repeat(64)}' WHERE number = 2`, 2],
    ['changes a size', 'UPDATE state_anchors SET size = 9 WHERE number = 1', 1],
    ['changes a scope', "UPDATE state_anchors SET scope = 'sc:other' WHERE number = 3", 3],
    ['changes a time', "UPDATE state_anchors SET at = '2020-01-01T00:00:00.000Z' WHERE number = 2", 2],
    ['takes a line out', 'DELETE FROM state_anchors WHERE number = 2', 2],
    ['takes the first line out', 'DELETE FROM state_anchors WHERE number = 1', 1],
    [
      'takes a line out and closes the gap',
      'DELETE FROM state_anchors WHERE number = 2; UPDATE state_anchors SET number = 2 WHERE number = 3',
      2,
    ],
  ])('is found out when he %s, and nothing more is anchored', async (_what, sql, number) => {
    test.db.exec('DROP TRIGGER state_anchors_no_update; DROP TRIGGER state_anchors_no_delete')
    test.db.exec(sql)
    for (const use of [() => open(test).list(), () => open(test).append(testSnapshot(4))]) {
      const { code, params } = await rejectionOf(use())
      expect([code, params]).toEqual(['anchor_log_broken', { number }])
    }
  })

  it('is detected by the next line, even if he recomputes the hash of his line', async () => {
    test.db.exec('DROP TRIGGER state_anchors_no_update')
    const [, line] = await open(test).list()
    if (line === undefined) throw new Error('two')
    const forged = { ...line, at: '2020-01-01T00:00:00.000Z' }
    test.db
      .prepare('UPDATE state_anchors SET at = ?, hash = ? WHERE number = 2')
      .run(forged.at, anchorHash(forged))
    expect((await rejectionOf(open(test).list())).params).toEqual({ number: 3 })
  })
})
