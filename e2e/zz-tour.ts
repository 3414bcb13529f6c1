import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { chromiumFlags, findTestChromium } from '../scripts/find-chromium.mjs'
import { startOllamaServer } from './ollama-server/server.ts'
import { createSatchel } from './support/satchel.ts'

const dir = '/tmp/u-tour'
mkdirSync(dir, { recursive: true })
const executablePath = findTestChromium()
const browser = await chromium.launch({
  args: chromiumFlags,
  ...(executablePath === undefined ? {} : { executablePath }),
})
const log = (...a: unknown[]) => console.log(...a)
const attempt = async (what: string, work: () => Promise<unknown>) => {
  try {
    const r = await work()
    log('ok  ', what, r === undefined ? '' : JSON.stringify(r)?.slice(0, 900))
  } catch (e) {
    log('FAIL', what, String(e).split('\n').slice(0, 6).join(' | ').slice(0, 500))
  }
}
const page = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
  locale: 'en-GB',
})
page.setDefaultTimeout(8000)
await page.addInitScript(() => {
  const shown: unknown[] = []
  ;(window as any).shownNotices = shown
  ;(window as any).Notification = class extends EventTarget {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor(t: string, o: any) {
      super()
      shown.push([t, o?.body])
    }
    close() {}
  }
})
page.on('pageerror', (e) => log('PAGEERROR', String(e).slice(0, 300)))
page.on('console', (m) => {
  if (m.type() === 'error') log('CONSOLE', m.text().slice(0, 300))
})
const shot = async (
  name: string,
  sizes: readonly (readonly [number, number, 'dark' | 'light'])[] = [[1280, 800, 'light']],
) => {
  for (const [width, height, colorScheme] of sizes) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForTimeout(350)
    await page.screenshot({ path: `${dir}/${name}-${width}-${colorScheme}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
const go = async (path: string) => {
  await page.evaluate((to) => {
    window.location.hash = to
  }, path)
  await page.waitForTimeout(500)
}
const box = page.getByRole('textbox', { name: 'Message', exact: true })
const say = async (text: string) => {
  await box.fill(text)
  await page.keyboard.press('Enter')
  await page.waitForTimeout(900)
}
const text = (sel = 'main') => page.locator(sel).first().innerText()
const BOTH = [
  [1280, 800, 'light'],
  [900, 600, 'dark'],
  [420, 800, 'light'],
] as const

const ollama = await startOllamaServer({
  script: {
    about: 'x',
    turns: [
      { when: { user: 'fail' }, reply: { status: 500, error: 'out of memory' } },
      {
        when: { user: 'wide' },
        reply: {
          chunks: [
            {
              content:
                '```ts\nconst a = "' +
                'x'.repeat(300) +
                '"\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [ ] one\n- [x] two\n\nText[^1]. $E=mc^2$\n\n[^1]: A note.\n',
            },
          ],
        },
      },
      { reply: { chunks: [{ content: 'The **gardens** open at nine.' }] } },
    ],
  },
})
const satchel = createSatchel({ env: { OLLAMA_HOST: ollama.url } })
try {
  const PART = process.argv[2] ?? 'all'
  const on = (n: number) => PART === 'all' || PART === String(n)
  await satchel.run('settings', 'set', 'model', 'planner')
  if (!on(0)) for (const one of ['note', 'tasks']) await satchel.run('cap', 'install', one, '--yes')
  if (!on(0) && !on(1) && !on(4)) await satchel.run('chat', 'write down that the spare key is with Ana')
  await satchel.open(page)
  await page.waitForTimeout(600)
  if (on(0)) {
  await attempt('first screen', async () => {
    await page.getByRole('heading', { name: 'Welcome to Satchel' }).waitFor()
    await shot('first', BOTH)
    return (await text()).slice(0, 1200)
  })
  await satchel.run('cap', 'install', 'tasks', '--yes')
  await go('/capabilities/note')
  await attempt('note review', async () => {
    await page.getByRole('button', { name: 'Review and install' }).first().click()
    await page.waitForTimeout(600)
    const words = await page.getByRole('dialog').innerText()
    await shot('review', BOTH)
    return words
  })
  await attempt('install toast', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }).click()
    await page.waitForTimeout(500)
    await shot('installed-toast', BOTH)
  })
  await attempt('capability tabs', async () => {
    await shot('cap-tabs', [[420, 800, 'light']])
  })
  for (const tab of ['tools', 'permissions', 'state']) {
    await go(`/capabilities/note?tab=${tab}`)
    await shot(`cap-${tab}`, [[420, 800, 'light']])
  }

  }
  if (on(1)) {
  await go('/chat/')
  await attempt('empty chat', async () => {
    await shot('empty-chat', BOTH)
    return (await text()).slice(0, 600)
  })
  await say('write down that the spare key is with Ana')
  await attempt('answer', async () => {
    await shot('answer', BOTH)
    return await page.getByRole('article').last().innerText()
  })
  await attempt('why row', async () => {
    await page.getByRole('article').last().getByRole('button').first().click()
    await page.waitForTimeout(400)
    await shot('why', BOTH)
    return page.getByRole('article').last().innerText()
  })
  await attempt('undo sheet', async () => {
    await page.getByRole('button', { name: /^Undo/ }).first().click()
    await page.getByRole('dialog').waitFor()
    await page.waitForTimeout(500)
    await shot('undo', BOTH)
    return page.getByRole('dialog').innerText()
  })
  await page.keyboard.press('Escape')

  }
  if (on(2)) {
  await go('/activity')
  await attempt('activity', async () => {
    await shot('activity', BOTH)
    return (await text()).slice(0, 900)
  })
  await go('/state')
  await attempt('state', async () => {
    await shot('state', BOTH)
    return (await text()).slice(0, 900)
  })
  await attempt('state note + history', async () => {
    await page.getByRole('button', { name: /^the spare key/i }).click()
    await page.waitForTimeout(400)
    await shot('state-note', BOTH)
    return (await text()).slice(0, 900)
  })
  await attempt('database view', async () => {
    await go('/state')
    await page.getByRole('button', { name: 'Database view' }).click()
    await page.waitForTimeout(500)
    await shot('db', BOTH)
    await page.getByRole('row').nth(1).click()
    await page.waitForTimeout(500)
    await shot('object-panel', [
      [420, 800, 'light'],
      [900, 600, 'dark'],
      [1280, 800, 'light'],
    ])
    return (await text()).slice(0, 900)
  })
  for (const tab of ['JSON', 'History'])
    await attempt('object ' + tab, async () => {
      await page.getByRole('tab', { name: tab }).click()
      await shot('object-' + tab, [[420, 800, 'light']])
    })

  }
  if (on(3)) {
  await go('/identity')
  await attempt('identity', async () => {
    await page.getByRole('heading', { name: 'Your DID' }).waitFor()
    await shot('identity', BOTH)
  })
  await attempt('sign/verify', async () => {
    const h = page.getByText(/Sign (or|and) verify|Sign a file|Signatures/).first()
    await h.scrollIntoViewIfNeeded()
    await page.setViewportSize({ width: 420, height: 800 })
    await h.scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${dir}/sign-420.png` })
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  for (const p of [
    'memory',
    'models',
    'sharing',
    'servers',
    'prompts',
    'usage',
    'agents',
    'marketplace',
    'settings',
    'capabilities',
  ]) {
    await go('/' + p)
    await page.waitForTimeout(700)
    await attempt(p, async () => {
      await shot(p, BOTH)
    })
  }
  await attempt('settings words', async () => {
    await go('/settings')
    await page.waitForTimeout(300)
    return (await text()).slice(0, 300)
  })


  }
  if (on(4)) {
  // chat with a model
  await satchel.run('settings', 'set', 'model', 'ollama:qwen3:8b')
  await go('/chat/')
  await page.reload()
  await page.waitForTimeout(800)
  await say('Show wide things')
  await attempt('wide', async () => {
    await shot('wide', BOTH)
    const pre = page.locator('article pre').first()
    const scroller = await page.evaluate(() => {
      const all = [...document.querySelectorAll('article *')].filter(
        (e) =>
          e.scrollWidth > e.clientWidth + 4 && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX),
      )
      return all.map((e) => [e.tagName, (e as HTMLElement).tabIndex, e.getAttribute('aria-label')])
    })
    void pre
    return scroller
  })
  await attempt('model menu closes', async () => {
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.waitForTimeout(300)
    await shot('model-menu', BOTH)
    await page
      .getByRole('menuitemcheckbox')
      .or(page.getByRole('menuitem'))
      .or(page.getByRole('option'))
      .filter({ hasText: 'gemma' })
      .first()
      .click()
    await page.waitForTimeout(400)
    return page.getByRole('menu').count()
  })
  await attempt('notice', async () => {
    await page.evaluate(() => {
      document.hasFocus = () => false
    })
    await satchel.run('settings', 'set', 'notifOpt', 'true')
    await say('When do they open?')
    await page.waitForTimeout(1200)
    return page.evaluate(() => (window as any).shownNotices)
  })
  await attempt('failing', async () => {
    await say('fail please')
    await page.waitForTimeout(900)
    await shot('failing', BOTH)
    return page.getByRole('article').last().innerText()
  })

  }
  if (on(5)) {
  await attempt('palette', async () => {
    await page.keyboard.press('Control+k')
    await page.waitForTimeout(400)
    await shot('palette', BOTH)
    for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowDown')
    return page.evaluate(() => {
      const a = document.querySelector('[data-highlighted]')
      const r = a?.getBoundingClientRect()
      return [a?.textContent, r?.top, r?.bottom, innerHeight]
    })
  })
  await page.keyboard.press('Escape')
  await attempt('search hits', async () => {
    await page.getByRole('searchbox', { name: 'Search everything said' }).fill('gard')
    await page.waitForTimeout(700)
    await shot('hits', BOTH.slice(0, 2))
    await page.getByRole('list', { name: 'Messages found' }).getByRole('link').first().click()
    await page.waitForTimeout(600)
    await shot('hit-in-place')
  })
  await page
    .getByRole('searchbox', { name: 'Search everything said' })
    .fill('')
    .catch(() => {})
  await attempt('conversation menu', async () => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click({ force: true })
    await page.waitForTimeout(300)
    await shot('conv-menu')
    await page.keyboard.press('Escape')
  })
  await attempt('chips', async () => {
    await go('/chat/')
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['walnuts,3'], 'sums.csv', { type: 'text/csv' }))
      dataTransfer.items.add(new File(['x'.repeat(120000)], 'long.txt', { type: 'text/plain' }))
      document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
    await page.waitForTimeout(500)
    await shot('chips', BOTH)
  })
  await attempt('mcp form', async () => {
    await go('/servers')
    await page.waitForTimeout(400)
    log((await text()).slice(0, 400))
    await page
      .getByRole('button', { name: /Add|Connect/ })
      .first()
      .click()
    await page.waitForTimeout(500)
    await shot('mcp-add', BOTH)
    log((await page.getByRole('dialog').or(page.getByRole('menu')).first().innerText()).slice(0, 600))
  })
  await attempt('spanish examples', async () => {
    await page.keyboard.press('Escape')
    await satchel.run('settings', 'set', 'language', 'es')
    await go('/chat/')
    await page.reload()
    await page.waitForTimeout(900)
    await shot('empty-es')
    await go('/capabilities/note')
    await page.waitForTimeout(600)
    await shot('cap-es', [
      [1280, 800, 'light'],
      [420, 800, 'light'],
    ])
    return (await text()).slice(0, 900)
  })

  }
} finally {
  await satchel.dispose()
  await ollama.close()
  await browser.close()
}
