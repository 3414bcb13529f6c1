import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { startCommand, type RunningCommand } from '../../testing/running-command.ts'

let running: RunningCommand | null = null
afterEach(async () => {
  await running?.kill()
  running = null
})

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

it('runs a second agent until it is asked to end', { timeout: 120_000 }, async () => {
  running = startCommand(process.env, 'agents', 'dev', '--json')
  await expect.poll(() => running?.said(), { timeout: 60_000, interval: 100 }).toContain('\n}\n')
  const { url, did } = z
    .object({ url: z.url(), did: z.string().startsWith('did:wba:localhost%3A') })
    .parse(JSON.parse(running.said()))
  expect(await answers(url)).toBe(true)
  expect(await (await fetch(new URL('/.well-known/did.json', url))).json()).toMatchObject({ id: did })
  expect(await running.kill('SIGINT')).toBe(0)
  expect(running.complained()).toBe('')
  expect(await answers(url)).toBe(false)
})
