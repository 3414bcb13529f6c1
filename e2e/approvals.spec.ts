/** Approvals before a call leaves the device: asked in the conversation, stored, listed, revoked, and logged. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { startOllamaServer, type OllamaServer } from './ollama-server/server.ts'
import { expectAccessible, tabTo, tooWide } from './support/checks.ts'
import { DIARY_1_0_0, diaryText, signedText, testAuthor } from './support/diary.ts'
import { sendMessage as send } from './support/chat.ts'
import { createSatchel, expect, test as base, type Satchel } from './support/satchel.ts'

/** A name that no resolver knows: a call that is let go leaves the floor and fails at the network, visibly. */
const HOST = 'weather.satchel.invalid'
const PLACE = 'Oslo\u202e\u200b'
const ASK = 'diary: how is the weather'

const called = (args: Record<string, string>) => ({
  chunks: [{ tool_calls: [{ function: { name: 'weather_0', arguments: args } }] }],
})

const test = base.extend<{ model: OllamaServer; diary: Satchel }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const server = await startOllamaServer({
      script: {
        about: 'Asks for the weather, as often as it is told to.',
        turns: [
          { when: { toolResults: true }, reply: { chunks: [{ content: 'That is all I know.' }] } },
          { when: { user: 'in Bergen' }, reply: called({ place: 'Bergen' }) },
          {
            when: { user: 'hidden' },
            reply: called({ place: PLACE, url: `https://api.example.org@${HOST}/x` }),
          },
          { when: {}, reply: called({ place: 'Oslo' }) },
        ],
      },
    })
    await use(server)
    await server.close()
  },
  diary: async ({ model }, use, { outputDir: _ }) => {
    const satchel = createSatchel({ env: { OLLAMA_HOST: model.url } })
    await satchel.json('daemon', 'start')
    const file = join(satchel.paths.dataDir, 'diary.acp.yaml')
    writeFileSync(file, await signedText(diaryText({ ...DIARY_1_0_0, hosts: [HOST] })))
    await satchel.json('cap', 'install', file, '--yes')
    await use(satchel)
    await satchel.dispose()
  },
})

const card = (page: Page): Locator =>
  page.getByTestId('approval-card').or(page.locator('[data-test="approval-card"]'))
const line = (page: Page): Locator => page.locator('[data-test="approval-line"]')
const ended = async (page: Page) => {
  await expect(page.getByText('That is all I know.').last()).toBeVisible()
}
const lines = async (satchel: Satchel) =>
  (await satchel.json('activity', 'list')) as {
    capabilityId: string
    outcome: string
    decision: { kind: string }
  }[]

test('asks with everything that would be sent, allows once, and asks again the next time', async ({
  page,
  diary,
}) => {
  await diary.open(page)
  await send(page, ASK)
  await expect(card(page)).toContainText('Diary wants to use weather_0')
  await expect(card(page)).toContainText(`by ${testAuthor.did}`)
  await expect(card(page)).toContainText(HOST)
  await expect(card(page)).toContainText('Oslo')
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Diary wants to use weather_0')
  await expect(card(page).getByRole('button', { name: 'Deny' })).toBeFocused()
  expect(await tooWide(page)).toEqual([])
  await expectAccessible(page, 'a question in a conversation')
  expect(await lines(diary)).toEqual([])
  await card(page).getByRole('button', { name: 'Allow once' }).click()
  await expect(card(page)).toBeHidden()
  await expect(line(page)).toHaveText('You allowed it once')
  await ended(page)
  expect((await lines(diary))[0]).toMatchObject({
    outcome: 'failed',
    decision: { kind: 'asked', by: 'renderer' },
  })

  await send(page, ASK)
  await expect(card(page)).toBeVisible()
  await card(page).getByRole('button', { name: 'Deny' }).click()
  await expect(line(page).last()).toHaveText('You denied it')
  expect((await lines(diary))[0]).toMatchObject({ outcome: 'denied', decision: { kind: 'denied' } })
})

test('is answered by keyboard alone, allowed for the conversation, listed and taken back', async ({
  page,
  diary,
}) => {
  await diary.open(page)
  await send(page, ASK)
  const allow = card(page).getByRole('button', { name: 'Allow', exact: true })
  await expect(card(page).getByRole('button', { name: 'Deny' })).toBeFocused()
  await tabTo(page, card(page).getByRole('combobox', { name: 'What you allow' }))
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'weather_0, whatever it’s given' }).press('Enter')
  await tabTo(page, allow)
  await page.keyboard.press('Enter')
  await expect(line(page)).toHaveText('You allowed it: the tool, in this conversation')
  await ended(page)

  await send(page, `${ASK} in Bergen`)
  await expect(page.getByText('Bergen').last()).toBeVisible()
  await expect(page.getByText('That is all I know.')).toHaveCount(2)
  await expect(card(page)).toBeHidden()
  expect((await lines(diary))[0]).toMatchObject({ decision: { kind: 'approval' } })

  const conversation = page.url()
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('tab', { name: /Approvals/ }).click()
  const row = page.locator('[data-test="approval-row"]')
  await expect(row).toContainText(`Diary · weather_0 to ${HOST}`)
  await expect(row).toContainText('2 times')
  await expectAccessible(page, 'approvals')
  await row.getByRole('button', { name: /^Revoke/ }).click()
  await expect(page.getByText('No approvals')).toBeVisible()
  await page.goto(conversation)
  await send(page, ASK)
  await expect(card(page)).toBeVisible()
})

test('shows what cannot be seen, and where an address really leads', async ({ page, diary }) => {
  await diary.open(page)
  await send(page, `${ASK}, hidden`)
  await expect(card(page)).toContainText('U+202E')
  await expect(card(page)).toContainText('U+200B')
  await expect(card(page).locator('bdi bdi', { hasText: HOST })).toHaveCount(1)
  await card(page).getByRole('button', { name: 'Deny' }).press('Enter')
})

test('is the same in every window, and said where another conversation waits', async ({
  page,
  context,
  diary,
}) => {
  await diary.open(page)
  await send(page, ASK)
  await expect(card(page)).toBeVisible()
  const other = await context.newPage()
  await diary.open(other, '/state')
  const banner = other.locator('[data-test="approval-banner"]')
  await expect(banner).toContainText('1 question is waiting for you')
  await banner.getByRole('link', { name: 'Show' }).click()
  await expect(card(other)).toBeVisible()
  await card(other).getByRole('button', { name: 'Deny' }).click()
  await expect(card(page)).toBeHidden()
  await expect(banner).toBeHidden()
  await expect(line(page)).toHaveText('You denied it')
})

test('ends when the turn is stopped and when the daemon dies; nothing has run', async ({ page, diary }) => {
  await diary.open(page)
  await send(page, ASK)
  await expect(card(page)).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).first().click()
  await expect(card(page)).toBeHidden()
  expect((await lines(diary))[0]).toMatchObject({ outcome: 'stopped' })

  await send(page, ASK)
  await expect(card(page)).toBeVisible()
  await diary.crash()
  expect((await lines(diary))[0]).toMatchObject({ outcome: 'stopped', decision: { reason: 'daemon_ended' } })
  expect(await diary.json('approvals', 'pending')).toEqual([])
})

test('on a command line asks for --yes if no user can be asked, and denies a turn', async ({ diary }) => {
  const id = 'acp:diary/weather_0'
  const refused = await diary.run('cap', 'invoke', id, '{"place":"Oslo"}', '--json')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('needs_consent')
  expect(refused.stderr).toContain(HOST)
  expect(await lines(diary)).toEqual([])
  await diary.run('cap', 'invoke', id, '{"place":"Oslo"}', '--yes', '--json')
  expect((await lines(diary))[0]).toMatchObject({ decision: { kind: 'user_act', by: 'cli_yes' } })

  await diary.run('chat', ASK)
  expect((await lines(diary))[0]).toMatchObject({ outcome: 'denied' })
  await diary.run('chat', ASK, '--yes')
  expect((await lines(diary))[0]).toMatchObject({ decision: { kind: 'asked', by: 'cli_yes', until: 'once' } })
})

test('everything that was called can be found, filtered, saved and deleted', async ({ page, diary }) => {
  const id = 'acp:diary/weather_0'
  await diary.run('cap', 'invoke', id, '{"place":"Oslo"}', '--yes')
  await diary.run('cap', 'invoke', id, '{"place":"Bergen"}', '--yes')
  await diary.open(page, '/activity')
  const rows = page.getByRole('button', { name: /diary\/weather_0/ })
  await expect(rows).toHaveCount(2)
  await expectAccessible(page, 'activity')
  expect(await tooWide(page)).toEqual([])
  await page.getByRole('searchbox', { name: /Search tools/ }).fill('berg')
  await expect(rows).toHaveCount(1)
  await rows.first().click()
  await expect(page.getByText('You did it yourself (with --yes)')).toBeVisible()
  await expect(page.getByRole('definition').getByText('Bergen', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Table (CSV)' }).click()
  expect((await saved).suggestedFilename()).toBe('satchel-activity.csv')

  const file = join(diary.paths.dataDir, 'calls.jsonl')
  expect(await diary.json('activity', 'export', file)).toMatchObject({ lines: 2 })
  expect(await diary.json('activity', 'clear', '--older-than', '1', '--yes')).toEqual({ lines: 0 })
})
