import { expect, it } from 'vitest'
import { isRunning } from '../src-daemon/platform/processes.ts'
import { runWithin } from './run-within.mjs'

const code = (text) => ({ args: ['-e', text] })
/** Hears no signal but the last, as a worker in an endless loop. */
const stubborn = 'process.on("SIGTERM", () => {}); console.log(process.pid); setInterval(() => {}, 1000)'
const startsStubborn = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'inherit' })`

it('returns what a program prints and its exit code', async () => {
  const program = { args: ['-p', 'process.env.WORD'], env: { WORD: 'apple' } }
  expect(await runWithin(program, { output: 'pipe', limit: 30_000 })).toEqual({
    code: 0,
    text: 'apple\n',
    stopped: null,
    left: '',
  })
  expect(await runWithin(code('process.exitCode = 3'), { output: 'pipe' })).toMatchObject({ code: 3 })
})

it('ends a program that takes too long, and what it started, after it said what it was doing', async () => {
  const program = code(`${startsStubborn}
    process.on('SIGTERM', () => { console.log('was at test 7'); process.exit(1) })`)
  const ended = await runWithin(program, { output: 'pipe', limit: 1500 })
  expect(ended).toMatchObject({ code: 1, stopped: 'late' })
  const [pid, said] = ended.text.trim().split('\n')
  expect(said).toBe('was at test 7')
  await expect.poll(() => isRunning(Number(pid))).toBe(false)
})

it('ends what a program left behind that holds its output, and names it', async () => {
  const options = { output: 'pipe', isDone: () => true, last: 1500 }
  const ended = await runWithin(code(`const child = ${startsStubborn}; child.unref()`), options)
  expect(ended).toMatchObject({ code: 0, stopped: 'left' })
  expect(ended.left).toContain(`${ended.text.trim()} `)
  expect(ended.left).toContain('SIGTERM')
  await expect.poll(() => isRunning(Number(ended.text))).toBe(false)
})

it.runIf(process.platform === 'linux')(
  'ends what a program left behind in a session of its own, and says which test that was of',
  async () => {
    const detached = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], {
      detached: true, stdio: 'ignore', env: { ...process.env, SATCHEL_TEST_NAME: 'a test of mine' } })`
    const program = code(`const child = ${detached}; child.unref(); console.log(child.pid)`)
    const ended = await runWithin(program, { output: 'pipe', last: 500 })
    expect(ended).toMatchObject({ code: 0, stopped: 'left' })
    expect(ended.left).toMatch(new RegExp(`^${ended.text.trim()} .*SIGTERM.* \\(of a test of mine\\)$`))
    await expect.poll(() => isRunning(Number(ended.text))).toBe(false)
  },
)
