import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useOwnDaemon } from '../../testing/own-daemon.ts'
import { startCommand, type RunningCommand } from '../../testing/running-command.ts'

const linkSchema = z.object({ url: z.url(), redirect: z.string().nullable() })
const TIMEOUT = 20_000

describe.skipIf(process.platform === 'win32')('satchel web', () => {
  const daemon = useOwnDaemon()

  const web = async (env: NodeJS.ProcessEnv = {}, ...args: string[]) => {
    const command = startCommand({ ...daemon.env, ...env }, '--json', 'web', ...args)
    return { command, ...(await linkOf(command)) }
  }
  const redirectFiles = () => readdirSync(daemon.paths.runDir).filter((name) => name.endsWith('.html'))

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'closes its port when it ends with %s, and no other',
    async (signal) => {
      const other = await web()
      const { command, url } = await web()
      expect((await fetch(url)).status).toBe(200)
      await command.kill(signal)
      await expect.poll(() => isOpen(url), { timeout: TIMEOUT }).toBe(false)
      expect(await isOpen(other.url)).toBe(true)
      await other.command.kill('SIGINT')
      await expect.poll(() => isOpen(other.url), { timeout: TIMEOUT }).toBe(false)
    },
    TIMEOUT * 2,
  )

  it.runIf(process.platform === 'linux')(
    'opens a browser without its link in the arguments of any program',
    async () => {
      const seen = join(daemon.paths.dataDir, 'seen')
      const browser = join(daemon.paths.dataDir, 'browser')
      // What every program was started with, while the browser runs, and what that was told to open.
      writeFileSync(
        browser,
        `#!/bin/sh\ncat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' > '${seen}.part'\nprintf '%s' "$1" > '${seen}.page'\nmv '${seen}.part' '${seen}'\n`,
      )
      chmodSync(browser, 0o700)
      const { command, url, redirect } = await web(
        { BROWSER: browser, DISPLAY: ':9', PATH: process.env['PATH'], XDG_CURRENT_DESKTOP: '' },
        '--open',
      )
      const token = new URL(url).hash.replace('#token=', '')
      await expect.poll(() => existsSync(seen), { timeout: TIMEOUT }).toBe(true)
      expect(readFileSync(seen, 'latin1')).toContain(browser)
      expect(readFileSync(seen, 'latin1')).not.toContain(token)
      const page = readFileSync(`${seen}.page`, 'utf8')
      expect(page).toBe(redirect)
      expect(statSync(page).mode & 0o777).toBe(0o600)
      expect(readFileSync(page, 'utf8')).toContain(token)
      await command.kill('SIGKILL')
      await expect.poll(redirectFiles, { timeout: TIMEOUT }).toEqual([])
    },
    TIMEOUT * 2,
  )

  it('writes no file when it opens no browser', async () => {
    const { command, redirect } = await web()
    expect(redirect).toBeNull()
    expect(redirectFiles()).toEqual([])
    await command.kill('SIGINT')
  })

  it('removes at its start the file a daemon left that was killed', async () => {
    const { command, redirect } = await web({ DISPLAY: ':9', BROWSER: 'true' }, '--open')
    expect(redirect).not.toBeNull()
    await daemon.kill()
    await command.ended
    expect(redirectFiles()).toHaveLength(1)
    await daemon.start()
    expect(redirectFiles()).toEqual([])
  })
})

const linkOf = async (command: RunningCommand) => {
  await expect.poll(() => command.said(), { timeout: TIMEOUT }).toContain('}')
  return linkSchema.parse(JSON.parse(command.said()))
}

const isOpen = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )
