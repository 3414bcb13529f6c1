import { afterAll, describe, expect, it } from 'vitest'
import { createPassphraseJudge } from './strength.ts'

describe('how hard a passphrase is to guess', () => {
  const judge = createPassphraseJudge()
  afterAll(() => judge.close())

  it.each([
    ['password123', 'weak', 'common'],
    ['aaaaaaaaaaaaaaaa', 'weak', 'simpleRepeat'],
    ['qwertyuiop', 'weak', 'anotherWord'],
    ['x'.repeat(1024), 'weak', 'simpleRepeat'],
  ])('%s is weak, and says why', async (passphrase, strength, advice) => {
    const judged = await judge.judge(passphrase)
    expect(judged.strength).toBe(strength)
    expect(judged.advice).toContain(advice)
    await expect(judge.check(passphrase)).rejects.toMatchObject({ code: 'guessable_passphrase' })
  })

  it.each([
    ['another one', 'fair'],
    ['lantern copper', 'good'],
    ['lantern copper meadow seven', 'strong'],
    ['正确的马电池订书钉', 'good'],
  ])('%s is %s, and allowed', async (passphrase, strength) => {
    expect((await judge.judge(passphrase)).strength).toBe(strength)
    await judge.check(passphrase)
  })

  it('is judged as it is used, not by the marks it was typed with', async () => {
    const repeated = 'é'.repeat(9)
    expect(await judge.judge(repeated.normalize('NFD'))).toEqual(await judge.judge(repeated))
    expect((await judge.judge(repeated)).strength).toBe('weak')
  })

  it('answers again after its thread has ended', async () => {
    await judge.close()
    await judge.check('lantern copper meadow seven')
  })
})
