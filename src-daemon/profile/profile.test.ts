import { afterEach, beforeEach, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import { openDatabase, type Database } from '../storage/index.ts'
import { tempHome } from '../testing/temp-home.ts'
import { createProfile } from './profile.ts'

let home: ReturnType<typeof tempHome>
let db: Database
beforeEach(() => {
  home = tempHome()
  db = openDatabase({ path: home.paths.database })
})
afterEach(() => {
  db.close()
  home.remove()
})

const now = () => new Date('2026-11-28T12:00:00Z')

it('keeps what is said, changes what is named, and says so once', () => {
  const profile = createProfile({ db, language: () => 'en', now })
  let told = 0
  profile.onChange(() => (told += 1))
  expect(profile.change({ tel: '22 00 00 00', name: 'Ana' })).toEqual({ name: 'Ana', tel: '22 00 00 00' })
  expect(profile.change({ name: 'Ana Silva', tel: null, country: 'NO' })).toEqual({
    name: 'Ana Silva',
    country: 'NO',
  })
  expect(profile.change({})).toEqual({ name: 'Ana Silva', country: 'NO' })
  expect(told).toBe(2)
  expect(createProfile({ db, language: () => 'en', now }).get()).toEqual({ name: 'Ana Silva', country: 'NO' })
})

it('takes all or nothing, and names the field and never its value', () => {
  const profile = createProfile({ db, language: () => 'en', now })
  profile.change({ name: 'Ana' })
  const refused = (): unknown => {
    try {
      profile.change({ name: 'Bo', email: 'hunter2' })
    } catch (thrown) {
      return thrown
    }
    return null
  }
  const thrown = refused()
  expect(thrown).toBeInstanceOf(SatchelError)
  expect(thrown).toMatchObject({ code: 'profile_value_invalid', details: { pointer: 'email' } })
  expect(JSON.stringify([thrown, String(thrown)])).not.toContain('hunter2')
  expect(profile.get()).toEqual({ name: 'Ana' })
})

it('leaves out what a newer version has a name for', () => {
  const profile = createProfile({ db, language: () => 'en', now })
  db.prepare("INSERT INTO profile VALUES ('shoe-size', '41', '2026-01-01T00:00:00Z')").run()
  expect(profile.get()).toEqual({})
})
