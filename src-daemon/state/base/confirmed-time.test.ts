import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../storage/index.ts'
import { type ConfirmedTime, createConfirmedTime } from './confirmed-time.ts'
import { createStatements } from './statements.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 31, 12)

let directory: string
let db: Database
let wall: number
let lastChange: number | null
let time: ConfirmedTime
const open = (): void => {
  time = createConfirmedTime(
    { statement: createStatements(db), now: () => wall, lastChange: () => lastChange },
    false,
  )
}
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-time-'))
  db = openDatabase({ path: join(directory, 'state.db') })
  wall = START
  lastChange = null
  open()
  time.observe()
})
afterEach(() => {
  db.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Satchel starts, and is used for some hours. */
const use = (at: number, hours = 2): void => {
  open()
  for (wall = at; wall <= at + hours * HOUR; wall += 15 * MINUTE) time.observe()
  wall -= 15 * MINUTE
}

describe('the confirmed time', () => {
  it('follows a clock that continues from its last time', () => {
    use(START, 40)
    expect(time.now()).toBe(wall)
    expect(time.isDoubtful()).toBe(false)
    use(wall + 20 * MINUTE)
    expect(time.now()).toBe(wall)
  })

  it('stays put when the clock jumps, in the same session or at a start', () => {
    wall = START + 91 * DAY
    time.observe()
    expect(time.now()).toBe(START)
    use(START + 92 * DAY)
    expect(time.now()).toBe(START)
    expect(time.isDoubtful()).toBe(true)
    use(START + DAY)
    expect(time.now()).toBe(START)
  })

  it('believes a computer that was off for three months on the third day of use', () => {
    const back = START + 91 * DAY
    use(back)
    use(back + DAY)
    expect(time.now()).toBe(START)
    use(back + 2 * DAY)
    expect(time.now()).toBe(back + 2 * HOUR)
    use(back + 3 * DAY)
    expect(time.now()).toBe(back + DAY + 2 * HOUR)
  })

  it('catches up where the clock goes on without a jump', () => {
    const back = START + 91 * DAY
    use(back, 50)
    expect(time.now()).toBe(wall)
    expect(time.isDoubtful()).toBe(false)
  })

  it('follows somebody who works on weekends only', () => {
    for (let week = 1; week < 6; week++) {
      use(START + week * 7 * DAY)
      use(START + week * 7 * DAY + DAY)
    }
    // The last weekend but one is confirmed by the last.
    expect(time.now()).toBe(START + 29 * DAY + 2 * HOUR)
  })

  it('forgets what a clock claimed once it claims something else', () => {
    use(START + 91 * DAY)
    use(START + 92 * DAY)
    use(START + 3 * DAY)
    use(START + 93 * DAY)
    expect(time.now()).toBeLessThan(START + 4 * DAY)
    use(START + 94 * DAY)
    expect(time.now()).toBeLessThan(START + 4 * DAY)
  })

  it('is confirmed by the person at once, and by a server that says the same', () => {
    use(START + 91 * DAY)
    time.confirm()
    expect(time.now()).toBe(wall)
    use(START + 200 * DAY)
    time.heard(wall - 10 * MINUTE)
    expect(time.now()).toBe(wall)
  })

  it('is never confirmed while servers say that the clock is wrong', () => {
    for (let day = 91; day < 99; day++) {
      use(START + day * DAY)
      time.heard(START + (day - 91) * DAY)
    }
    expect(time.now()).toBe(START)
  })

  it('is never later than a clock that went back, and goes back with it on the third day', () => {
    wall = START - 100 * DAY
    time.observe()
    expect(time.now()).toBe(wall)
    expect(time.latest()).toBe(START)
    db.prepare('INSERT INTO state_low_water (schema, ms) VALUES (1, ?)').run(START)
    const lowWater = () => db.prepare('SELECT ms FROM state_low_water').pluck().get()
    use(START - 99 * DAY)
    expect(lowWater()).toBe(START)
    use(START - 98 * DAY)
    expect(time.latest()).toBe(wall)
    // What a wrong time cleared isn't hidden from then on.
    expect(lowWater()).toBe(START - 98 * DAY)
  })

  it('of data from before begins with its last change', () => {
    db.exec('DELETE FROM state_clock')
    lastChange = START - DAY
    use(START + 91 * DAY)
    expect(time.now()).toBe(START - DAY)
  })
})
