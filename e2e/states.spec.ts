/** The pages when things go wrong, are very long, or are in another language. */
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, looksOfRun, tabTo, tooWide } from './support/checks.ts'
import { createSatchel, createVaultSatchel, expect, test } from './support/satchel.ts'
import { showState } from './support/state.ts'

const NOTE = 'did:nuwa:state:note#v1'
const PAGES = [
  '/chat',
  '/capabilities/note',
  `/state?schema=${encodeURIComponent(NOTE)}`,
  '/marketplace',
  '/identity',
  '/activity',
  '/agents',
  '/agents?tab=inbox',
  '/agents?tab=description',
  '/agents?tab=calls',
  '/memory',
  '/models',
  '/prompts',
  '/usage',
  '/servers',
  '/sharing',
  '/settings',
]

const go = async (page: Page, path: string) => {
  await page.evaluate((to) => {
    window.location.hash = to
  }, path)
  await page.waitForTimeout(400)
}

test('when the daemon dies, the page keeps its content, says so, and says how to continue', async ({
  page,
  satchel,
}) => {
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.open(page, '/capabilities/note')
  await expect(page.getByRole('heading', { name: 'Note', level: 1 })).toBeVisible()
  await satchel.crash()
  const banner = page.getByRole('status').filter({ hasText: 'Lost the connection to the daemon' })
  await expect(banner).toBeVisible()
  await expect(banner).toContainText('Your data is safe on disk')
  await expect(banner.getByText('satchel web', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Note', level: 1 })).toBeVisible()

  // A daemon that was started again has another address and other sessions: the new link is the way back.
  await satchel.open(page)
  await expect(banner).toBeHidden()
  await expect(page.getByText('What can Satchel do for you?')).toBeVisible()
})

test('a line that was only cut is picked up again, with what changed meanwhile', async ({
  page,
  satchel,
}) => {
  const lines: { close: () => Promise<void> }[] = []
  let held: Promise<null> = Promise.resolve(null)
  await page.routeWebSocket(/\/rpc\/renderer/, async (line) => {
    await held
    line.connectToServer()
    lines.push({ close: () => line.close({ code: 1012 }) })
  })
  await satchel.json('cap', 'install', 'note', '--yes')
  await satchel.json('state', 'create', NOTE, JSON.stringify({ title: 'before', body: 'b', tags: [] }))
  await satchel.open(page, '/state')
  await expect(page.getByRole('button', { name: /^before/ })).toBeVisible()
  const { promise, resolve } = Promise.withResolvers<null>()
  held = promise
  await Promise.all(lines.map((line) => line.close()))
  const banner = page.getByRole('status').filter({ hasText: 'Lost the connection to the daemon' })
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: /^before/ })).toBeVisible()
  await satchel.json('state', 'create', NOTE, JSON.stringify({ title: 'meanwhile', body: 'b', tags: [] }))
  resolve(null)
  await expect(banner).toBeHidden()
  await expect(page.getByRole('button', { name: /^meanwhile/ })).toBeVisible()
})

test('very long names, Chinese, Japanese and right-to-left text stay within a small window', async ({
  page,
  satchel,
}) => {
  test.setTimeout(120_000)
  await satchel.json('cap', 'install', 'note', '--yes')
  const titles = [
    'unbroken'.repeat(625),
    'words and more words '.repeat(238),
    '没有空格的很长的中文标题'.repeat(400),
    '切れ目のない日本語の題名'.repeat(400),
    'عنوان طويل جدا باللغة العربية '.repeat(160),
  ]
  for (const title of titles) {
    const made = await satchel.run(
      'state',
      'create',
      NOTE,
      JSON.stringify({ title, body: `${title} ‏body`, tags: [title.slice(0, 200)] }),
    )
    expect(made.stderr).toBe('')
  }
  await satchel.run('chat', `add note about ${titles[0] ?? ''}`)
  await satchel.run('chat', `add note about ${titles[4] ?? ''}`)
  await satchel.open(page)
  // The second is the first at 200 % zoom.
  for (const size of looksOfRun([
    { width: 900, height: 600 },
    { width: 450, height: 300 },
  ])) {
    await page.setViewportSize(size)
    for (const path of PAGES) {
      await go(page, path)
      expect(await tooWide(page), `${path} at ${String(size.width)}`).toEqual([])
    }
    await go(page, `/state?schema=${encodeURIComponent(NOTE)}`)
    for (const line of [0, 2, 4]) {
      await page.locator('[data-open]').nth(line).click()
      for (const view of ['the text', 'the history']) {
        expect(await tooWide(page), `note ${String(line)}, ${view} at ${String(size.width)}`).toEqual([])
        await page.getByRole('button', { name: 'History', exact: true }).click()
      }
      await page.getByRole('button', { name: 'Close', exact: true }).click()
    }
    await showState(page, 'database')
    for (const row of [1, 3, 5]) {
      await page.getByRole('row').nth(row).click()
      for (const tab of ['Values', 'JSON', 'History']) {
        await page.getByRole('tab', { name: tab }).click()
        expect(await tooWide(page), `object ${String(row)}, ${tab} at ${String(size.width)}`).toEqual([])
      }
      await page.keyboard.press('Escape')
    }
    await showState(page, 'person')
    await go(page, '/chat')
    if (size.width < 900) await page.getByRole('button', { name: 'Show list' }).click()
    await page
      .getByRole('link', { name: /unbroken/ })
      .first()
      .click()
    await expect(page.getByRole('article', { name: 'Satchel' })).toBeVisible()
    expect(await tooWide(page), `a conversation at ${String(size.width)}`).toEqual([])
  }
})

/** Names and digests that are the same in every language, and what the author of Note wrote. */
const NAMES =
  /Satchel|Secret Service|MCP|OpenAI|ACP|Units|Note|Tasks?|Ollama|DID|JSON|Ed25519|SHA-?256|ASM|YAML|PEM|base64url|Enter|Shift|Ctrl|Cmd|Esc|Alt|[0-9a-f]{8}(?:…[0-9a-f]{8}|(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{56})|did:\S*|https?(?::\S*)?|sc:\w+|English|Español|IPFS|Kubo|CID|RPC|system|Title|Body|Source url|Tags|gpt-4|gpt-oss|Qwen3|Embedding|\.?gguf|GGUF|claude-3|Claude Desktop|Model Context Protocol|NEAR|Solana|HTTP|satchel mcp|localhost/g

for (const [language, name] of [
  ['zh', '中文'],
  ['ja', '日本語'],
] as const)
  test(
    `a change to ${name} changes every text`,
    { tag: language === 'zh' ? [] : '@long' },
    async ({ page }) => {
      const satchel = createSatchel({ env: { OLLAMA_HOST: `http://127.0.0.1:${String(await freePort())}` } })
      try {
        await satchel.json('cap', 'install', 'note', '--yes')
        await satchel.open(page, '/settings')
        await page.getByRole('combobox', { name: 'Language' }).click()
        await page.getByRole('option', { name }).click()
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        for (const path of PAGES.map((page) => page.replace(/[?]schema=.*|[/]note$/, ''))) {
          await go(page, path)
          expect(await english(page), path).toEqual([])
        }
      } finally {
        await satchel.dispose()
      }
    },
  )

/** A port without a listener. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 1
}

/** The texts, labels and hints on screen that still hold English words, but for what authors wrote. */
const english = async (page: Page): Promise<readonly string[]> => {
  const texts = await page.evaluate(() => {
    const shown = (element: Element) => element.checkVisibility()
    const said = [...document.querySelectorAll('#app *, [data-reka-portal] *')]
      .filter((element) => shown(element) && element.closest('code, pre, [data-authored]') === null)
      .flatMap((element) => [
        ...[...element.childNodes].flatMap((node) =>
          node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [],
        ),
        ...['aria-label', 'placeholder', 'title'].map((attribute) => element.getAttribute(attribute) ?? ''),
      ])
    return [...new Set(said.map((text) => text.trim()))]
  })
  return texts.filter((text) =>
    /[A-Za-z]{3,}/.test(text.replace(NAMES, '').replaceAll(/\/\S+|\S+[./:]\S+/g, '')),
  )
}

test('a vault that is already there is opened with its passphrase, not made again', async ({ page }) => {
  const satchel = await createVaultSatchel('lantern copper meadow')
  try {
    await satchel.run('daemon', 'start')
    await satchel.run('daemon', 'stop')
    const owner = (): unknown =>
      (
        JSON.parse(readFileSync(join(satchel.paths.dataDir, 'identity.json'), 'utf8')) as {
          ownerDid: unknown
        }
      ).ownerDid
    const before = owner()
    for (const lost of ['identity.json', 'state.db', 'state.db-wal', 'state.db-shm'])
      rmSync(join(satchel.paths.dataDir, lost), { force: true })
    delete satchel.env['SATCHEL_VAULT_PASSPHRASE']
    await satchel.open(page)
    await expect(page.getByRole('heading', { name: 'Unlock your vault' })).toBeVisible()
    await expect(page.getByLabel('Repeat the passphrase')).toBeHidden()
    await expect(page.getByText('Strength')).toBeHidden()
    await page.getByLabel('Passphrase', { exact: true }).fill('another one altogether')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByText('The passphrase is wrong.')).toBeVisible()
    await page.getByLabel('Passphrase', { exact: true }).fill('lantern copper meadow')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByRole('link', { name: 'Identity' })).toBeVisible()
    // The vault gets the key of the new data, and keeps the owner's.
    expect(owner()).toBe(before)
  } finally {
    await satchel.dispose()
  }
})

test('a locked vault is explained and opened on Identity', async ({ page }) => {
  const satchel = await createVaultSatchel('lantern copper meadow')
  try {
    await satchel.run('daemon', 'start')
    await satchel.run('daemon', 'stop')
    delete satchel.env['SATCHEL_VAULT_PASSPHRASE']
    await satchel.open(page, '/identity')
    await expect(page.getByText('The vault is locked.', { exact: false })).toBeVisible()
    await page.getByLabel('Vault passphrase').fill('another one altogether')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByText('The passphrase is wrong.', { exact: false })).toBeVisible()
    await page.getByLabel('Vault passphrase').fill('lantern copper meadow')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByText('Ready to sign')).toBeVisible()
  } finally {
    await satchel.dispose()
  }
})

test('data that isn’t encrypted is said once, with the command that encrypts it', async ({
  page,
  satchel,
}) => {
  await satchel.run('data', 'decrypt', '--yes')
  await satchel.run('daemon', 'stop')
  await satchel.run('daemon', 'start')
  await satchel.run('daemon', 'stop')
  // Like data from before Satchel encrypted by default: the user hasn't decided yet.
  const file = join(satchel.paths.dataDir, 'encryption.json')
  const kept = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...kept, declined: false }))

  await satchel.open(page)
  const banner = page.locator('[data-test=encryption-banner]')
  await expect(banner).toContainText('Your data on this computer isn’t encrypted.')
  await expect(banner).toContainText('satchel data encrypt')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expectAccessible(page, 'the offer to encrypt')
  await tabTo(page, banner.getByRole('button', { name: 'Don’t encrypt' }))
  await page.keyboard.press('Enter')
  await expect(banner).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(banner).toBeHidden()

  await page.goto(new URL('/#/settings', page.url()).href)
  const row = page.locator('[data-test=encryption-state]')
  await expect(row).toContainText('Not encrypted')
  await expect(page.getByText('satchel data encrypt')).toBeVisible()
  expect((await satchel.run('data', 'encrypt', '--yes')).code).toBe(0)
  await satchel.run('daemon', 'stop')
  await satchel.open(page, '/settings')
  await expect(row).toContainText('Encrypted')
})

test('what an updated app no longer has is said, with a way to go on', async ({ page, satchel }) => {
  await satchel.open(page)
  await page.route(/\/assets\/[^/]*\.js$/, (route) => route.abort())
  const notice = page.getByText('A part of this window couldn’t be loaded', { exact: true })
  await page.keyboard.press('Control+k')
  await expect(notice).toBeVisible()
  await go(page, '/settings')
  await expect(notice).toHaveCount(1)
  await expectAccessible(page, 'a part that was not loaded')

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Go to anything' })).toBeVisible()
})
