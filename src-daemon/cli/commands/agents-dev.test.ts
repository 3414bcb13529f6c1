import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { startCommand, type RunningCommand } from '../../testing/running-command.ts'
import { tempHome } from '../../testing/temp-home.ts'

const home = tempHome()
const trusted = getCACertificates('default')
let running: RunningCommand | null = null
afterEach(async () => {
  await running?.kill()
  running = null
  setDefaultCACertificates(trusted)
  home.remove()
})

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

it('runs a second agent until it is asked to end', { timeout: 120_000 }, async () => {
  running = startCommand(home.env, 'agents', 'dev', '--json')
  await expect.poll(() => running?.said(), { timeout: 60_000, interval: 100 }).toContain('\n}\n')
  const { url, did, authority } = z
    .object({
      url: z.url({ protocol: /^https$/ }),
      did: z.string().startsWith('did:wba:localhost%3A'),
      authority: z.string(),
    })
    .parse(JSON.parse(running.said()))
  expect(await answers(url)).toBe(false)
  setDefaultCACertificates([...trusted, readFileSync(authority, 'utf8')])
  expect(await answers(url)).toBe(true)
  expect(await (await fetch(new URL('/.well-known/did.json', url))).json()).toMatchObject({ id: did })
  expect(await running.kill('SIGINT')).toBe(0)
  expect(running.complained()).toBe('')
  expect(await answers(url)).toBe(false)
})
