/**
 * Eight journeys of a day, by keyboard alone, in the languages with the longest words and with other letters: everything on the way is
 * looked at in all sizes and both themes.
 */
import type { Locator, Page } from '@playwright/test'
import { isLongRun } from '../scripts/long-tests.ts'
import type { Language } from '../src-daemon/contract/language.ts'
import { MODELS } from './ollama-server/models.ts'
import { startOllamaServer, type OllamaServer } from './ollama-server/server.ts'
import { BELOW_MENU, look, tabTo } from './support/checks.ts'
import { createSatchel, createVaultSatchel, expect, test, type Satchel } from './support/satchel.ts'
import { startsWith, wordsIn, type Words } from './support/words.ts'

const SENTENCES = {
  en: 'add note about the spare key',
  es: 'añade una nota sobre la llave de repuesto',
  ja: '新しいメモ：スペアキー',
  zh: '新建笔记：备用钥匙',
} satisfies Record<Language, string>
const LANGUAGES: readonly Language[] = isLongRun ? ['es', 'ja'] : ['es']
const QWEN = 'ollama:qwen3:8b'
const PASSPHRASE = 'lantern copper meadow'
const CODE = '```mermaid\ngraph LR\n  A[Wish] --> B[Plan]\n```\n\n```html\n<h1>Hello</h1>\n```\n'

const SCRIPT = {
  about: 'answers slowly, with code, or in a word; the second model fails',
  turns: [
    { when: { model: 'second-qwen3:8b' }, reply: { status: 500, error: 'out of memory' } },
    { when: { user: 'slowly' }, reply: { chunks: [{ content: 'word ', delayMs: 50, repeat: 400 }] } },
    { when: { user: 'code' }, reply: { chunks: [{ content: CODE }] } },
    { reply: { chunks: [{ content: 'The **gardens** open at nine.' }] } },
  ],
}

interface Traveller {
  readonly page: Page
  readonly satchel: Satchel
  readonly t: Words
  readonly language: Language
  readonly ollama: OllamaServer
}

const message = ({ page, t }: Traveller) =>
  page.getByRole('textbox', { name: t('chat.composer.label'), exact: true })
const answers = ({ page, t }: Traveller) => page.getByRole('article', { name: t('chat.message.assistant') })
const button = ({ page, t }: Traveller, key: Parameters<Words>[0], within: Page | Locator = page) =>
  within.getByRole('button', { name: t(key), exact: true })

const press = async (page: Page, target: Locator, key = 'Enter') => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
const say = async (who: Traveller, text: string) => {
  await tabTo(who.page, message(who))
  await who.page.keyboard.insertText(text)
  await who.page.keyboard.press('Enter')
}
/** Opens a menu and chooses from it. */
const choose = async (page: Page, menu: Locator, item: Locator) => {
  await press(page, menu)
  await expect(item).toBeVisible()
  for (let step = 0; step < 30; step++) {
    if (await item.evaluate((it) => it === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}
const go = async (page: Page, path: string) => {
  await page.evaluate((to) => {
    window.location.hash = to
  }, path)
}

const JOURNEYS: Readonly<Record<string, (who: Traveller) => Promise<void>>> = {
  'the first steps, and a first order': async (who) => {
    const { page, satchel, t } = who
    await satchel.run('settings', 'set', 'language', who.language)
    await satchel.open(page)
    await expect(page.getByRole('radio', { name: startsWith(t('welcome.ollama')) })).toBeChecked()
    await look(page, 'first steps')
    await press(page, page.getByRole('radio', { name: startsWith(t('welcome.key')) }))
    await look(page, 'first steps with a key')
    await press(page, page.getByRole('radio', { name: startsWith(t('welcome.none')) }))
    await press(page, page.getByRole('button', { name: t('welcome.install', { count: 3 }) }))
    await expect(page.getByText(t('chat.empty.title'))).toBeVisible()
    await look(page, 'nothing said yet')
    await press(
      page,
      page
        .getByRole('list', { name: t('chat.empty.suggestions') })
        .getByRole('button')
        .first(),
    )
    await expect(page.locator('[data-test=tool-row]')).toBeVisible()
    await look(page, 'a first answer')
  },

  'a note is made, read in State, and taken back': async (who) => {
    const { page, satchel, t, language } = who
    await satchel.run('cap', 'install', 'note', '--yes')
    await open(who, '/', 'planner')
    await say(who, SENTENCES[language])
    const row = page.locator('[data-test=tool-row]')
    await press(page, row.getByRole('button').first())
    await look(page, 'a call, opened')
    await press(page, row.getByRole('link').first())
    await expect(page).toHaveURL(/#\/state\?/)
    await look(page, 'the note in State')
    await page.keyboard.press('Alt+5')
    await expect(page.getByRole('heading', { name: t('frame.pages.activity'), level: 1 })).toBeVisible()
    await look(page, 'Activity')
    await page.keyboard.press('Alt+1')
    await press(page, button(who, 'chat.tool.undo', row).or(row.getByRole('button').last()))
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('article')).toBeVisible()
    await look(page, 'what is taken back')
    await press(page, sheet.getByRole('button').last())
    await expect(row).toContainText(t('chat.tool.takenBack'))
  },

  'a message waits for an answer, and what was said is found': async (who) => {
    const { page, t } = who
    await open(who)
    await say(who, 'slowly')
    await expect(answers(who)).toContainText('word word')
    await say(who, 'museum')
    const waiting = page.getByRole('region', { name: t('chat.queue.label') })
    await expect(waiting.getByRole('listitem')).toHaveText(/museum/)
    await look(page, 'a waiting message')
    await press(page, button(who, 'chat.queue.now', waiting))
    await expect(answers(who).last()).toContainText('open at nine')
    await tabTo(page, page.getByRole('searchbox', { name: t('chat.search.label') }))
    await page.keyboard.insertText('muse')
    const hit = page.getByRole('list', { name: t('chat.search.found') }).getByRole('link')
    await expect(hit).toHaveCount(1)
    await look(page, 'what was found')
    await press(page, hit)
    await expect(page).toHaveURL(/find=/)
  },

  'nothing is kept, and everything is asked': async (who) => {
    const { page, t } = who
    await open(who)
    await press(page, button(who, 'chat.temporary.title'))
    await look(page, 'a temporary conversation')
    const modes = page.getByRole('button', { name: startsWith(t('approvals.mode.title')) })
    await press(page, modes)
    await expect(page.getByRole('menu')).toBeVisible()
    await look(page, 'modes of asking', BELOW_MENU)
    await page.keyboard.press('Escape')
    await choose(
      page,
      modes,
      page.getByRole('menuitemcheckbox', { name: startsWith(t('approvals.mode.granted')) }),
    )
    await expect(modes).toHaveAccessibleName(new RegExp(t('approvals.mode.granted')))
    await say(who, 'When?')
    await expect(answers(who)).toContainText('open at nine')
    await look(page, 'a temporary conversation, begun')
  },

  'a persona and a prompt': async (who) => {
    const { page, t } = who
    await open(who, '/prompts')
    await expect(page.getByText(t('prompts.persona.empty'), { exact: true })).toBeVisible()
    await look(page, 'no prompts yet')
    await press(page, button(who, 'prompts.persona.add'))
    const sheet = page.getByRole('dialog')
    await tabTo(page, sheet.getByLabel(t('prompts.name'), { exact: true }))
    await page.keyboard.insertText('Pirate')
    await tabTo(page, sheet.getByLabel(t('prompts.persona.instructions')))
    await page.keyboard.insertText('Talk like a pirate.')
    await look(page, 'a new persona')
    await press(page, button(who, 'prompts.save', sheet))
    await expect(sheet).toBeHidden()
    await press(page, button(who, 'prompts.add'))
    await tabTo(page, sheet.getByLabel(t('prompts.name'), { exact: true }))
    await page.keyboard.insertText('Thanks')
    await tabTo(page, sheet.getByLabel(t('prompts.words'), { exact: true }))
    await page.keyboard.insertText('Thank {{name}}.')
    await press(page, button(who, 'prompts.save', sheet))
    await expect(page.locator('[data-test=prompt]')).toBeVisible()
    await look(page, 'prompts')
    await press(page, page.getByRole('link', { name: t('prompts.useOf', { name: 'Thanks' }) }))
    await expect(page.locator('[data-test=prompt-variables]').getByLabel('name')).toBeFocused()
    await look(page, 'a prompt to fill in', { over: '[data-test=prompt-variables]' })
    await page.keyboard.insertText('Ana')
    await page.keyboard.press('Enter')
    await expect(message(who)).toHaveValue('Thank Ana.')
    const persona = page.getByRole('button', { name: startsWith(t('prompts.persona.choose')) })
    await choose(page, persona, page.getByRole('menuitemcheckbox', { name: /Pirate/ }))
    await expect(persona).toContainText('Pirate')
    await look(page, 'a persona is chosen')
  },

  'what it costs, and a limit': async (who) => {
    const { page, satchel } = who
    await satchel.run('models', 'price', QWEN, '--input', '1000', '--output', '2000')
    await satchel.run('settings', 'set', 'monthMoney', '0.01')
    await open(who)
    await say(who, 'When?')
    await expect(answers(who)).toContainText('open at nine')
    await go(page, '/usage')
    await expect(page.locator('[data-test=model-use]')).toBeVisible()
    await look(page, 'usage')
    await page.keyboard.press('Alt+1')
    await say(who, 'And when else?')
    const raise = page.getByRole('button', { name: /\$/ }).last()
    await expect(raise).toBeVisible()
    await look(page, 'a limit is reached')
    await press(page, raise)
    await expect(answers(who).last()).toContainText('open at nine')
  },

  'two models are compared, and one of them fails': async (who) => {
    const { page, t } = who
    await open(who)
    await say(who, 'code')
    await expect(answers(who).getByRole('button', { name: t('chat.preview.diagram') })).toBeVisible()
    await press(page, answers(who).getByRole('button', { name: t('chat.preview.diagram') }))
    await expect(answers(who).locator('iframe').contentFrame().locator('svg')).toContainText('Wish')
    await look(page, 'a preview')
    await choose(
      page,
      button(who, 'turns.actions.againWith'),
      page.getByRole('menuitem', { name: /second-qwen3/ }),
    )
    // What happened and what to do; the server's own words on demand.
    await expect(answers(who).getByRole('alert')).toContainText('second-qwen3')
    await expect(answers(who)).not.toContainText('out of memory')
    await press(page, button(who, 'frame.failed.said', answers(who)))
    await expect(answers(who)).toContainText('out of memory')
    await look(page, 'a model that fails')
    // A window that gets smaller keeps the end in view.
    await page.setViewportSize({ width: 900, height: 400 })
    await expect(answers(who).getByText('model_out_of_memory')).toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 800 })
    await press(page, button(who, 'turns.compare.title'))
    const columns = page.getByRole('dialog').getByRole('listitem')
    await expect(columns).toHaveCount(2)
    await look(page, 'two versions')
    await press(page, button(who, 'turns.compare.keep', columns.first()))
    await expect(answers(who).locator('pre').first()).toBeVisible()
  },

  'locked keys are unlocked in the message': async (who) => {
    const { page, satchel, t, language } = who
    await satchel.run('cap', 'install', 'note', '--yes')
    await satchel.run('settings', 'set', 'model', 'planner')
    await satchel.run('settings', 'set', 'language', language)
    await satchel.run('daemon', 'stop')
    delete satchel.env['SATCHEL_VAULT_PASSPHRASE']
    await satchel.open(page)
    await say(who, SENTENCES[language])
    const card = page.getByRole('region', { name: t('identity.waits.title') })
    await expect(card.getByRole('textbox')).toBeFocused()
    // Finding a passphrase takes a while; the time of a long wait needs more room in the row. One language shows it.
    if (language === 'ja') await expect(page.locator('[data-test=tool-row]')).toContainText(/1\d\.\d/)
    await look(page, 'locked keys')
    await page.keyboard.insertText(PASSPHRASE)
    await page.keyboard.press('Enter')
    await expect(card).toHaveCount(0)
    await expect(page.locator('[data-test=tool-row]').getByRole('link').first()).toBeVisible()
  },
}

/** Opens the app with a model that is named: on a busy machine, the first look for models may end too late for the first message. */
const open = async ({ page, satchel, language }: Traveller, path = '/', model = QWEN) => {
  await satchel.run('settings', 'set', 'language', language)
  await satchel.run('settings', 'set', 'model', model)
  await satchel.open(page, path)
}

for (const language of LANGUAGES)
  for (const [title, journey] of Object.entries(JOURNEYS))
    test(`${title} (${language})`, async ({ page }) => {
      test.slow()
      const ollama = await startOllamaServer({
        models: MODELS.flatMap((one) => [one, { ...one, name: `second-${one.name}` }]),
        script: SCRIPT,
      })
      const env = { OLLAMA_HOST: ollama.url }
      const satchel = title.startsWith('locked')
        ? await createVaultSatchel(PASSPHRASE)
        : createSatchel({ env: title.startsWith('what') ? remote(env.OLLAMA_HOST) : env })
      try {
        await journey({ page, satchel, ollama, language, t: wordsIn(language) })
      } finally {
        await satchel.dispose()
        await ollama.close()
      }
    })

/** Loopback by a name that Satchel takes for another computer's. */
function remote(url: string) {
  return { OLLAMA_HOST: url.replace('127.0.0.1', '[::ffff:127.0.0.1]') }
}
