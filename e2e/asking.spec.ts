/** A package that asks the person during its work, with the built-in tools `ui.form` and `ui.decision`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { startOllamaServer, type OllamaServer } from './ollama-server/server.ts'
import { expectAccessible, tabTo, tooWide } from './support/checks.ts'
import { sendMessage } from './support/chat.ts'
import { signedText } from './support/diary.ts'
import { createSatchel, expect, test as base, type Satchel } from './support/satchel.ts'

const PACKAGE = `metadata:
  id: did:nuwa:cap:courier@1.0.0
  name: Courier
  description: Sends parcels.
  author:
    did: ""
    key_id: ""
  signature: ""
  triggers:
    - {type: keyword, value: "parcel"}
  memory_scope: sc:courier
  permissions:
    require: ["ui.ask"]
schema: |
  {"$id": "did:nuwa:state:courier#v1", "type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
prompt: |
  Ask with \`ui.form\` where the parcel goes, and with \`ui.decision\` how.
tools:
  - type: function
    function:
      name: ui.form
      description: Ask the user to fill in a form.
      parameters: {type: object, properties: {description: {type: string}, fields: {type: array}, submit: {type: string}}, required: [description, fields]}
  - type: function
    function:
      name: ui.decision
      description: Let the user choose.
      parameters: {type: object, properties: {title: {type: string}, type: {type: string}, options: {type: array}}, required: [options]}
`
const FORM = {
  description: 'The courier needs to know where to bring it.',
  submit: 'Use this address',
  fields: [
    { id: 'street', label: 'Street', required: true, autocomplete: 'street-address' },
    { id: 'country', label: 'Country', type: 'select', options: ['France', 'Spain'] },
    { id: 'mail', label: 'Email', type: 'email' },
    { id: 'weight', label: 'Weight in kg', type: 'number', required: true },
    { id: 'day', label: 'Day', type: 'date' },
    { id: 'note', label: 'Note', type: 'textarea' },
  ],
}
const DECISION = {
  title: 'Send it now?',
  type: 'confirmation',
  options: [
    { id: 'now', name: 'Send now' },
    { id: 'later', name: 'Later' },
  ],
}
const calling = (name: string, args: object) => ({
  chunks: [{ tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }] }],
})

const test = base.extend<{ model: OllamaServer; courier: Satchel }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const server = await startOllamaServer({
      script: {
        about: 'Asks where a parcel goes, and how.',
        turns: [
          { when: { toolResults: true }, reply: { chunks: [{ content: 'That is all.' }] } },
          { when: { user: 'choose' }, reply: calling('ui__decision', DECISION) },
          { when: {}, reply: calling('ui__form', FORM) },
        ],
      },
    })
    await use(server)
    await server.close()
  },
  courier: async ({ model }, use, { outputDir: _ }) => {
    const satchel = createSatchel({ env: { OLLAMA_HOST: model.url } })
    const file = join(satchel.paths.dataDir, 'courier.acp.yaml')
    await satchel.json('activity', 'list')
    writeFileSync(file, await signedText(PACKAGE))
    await satchel.json('cap', 'install', file, '--yes')
    await use(satchel)
    await satchel.dispose()
  },
})

const card = (page: Page): Locator => page.locator('[data-test="question-card"]')
const output = async (satchel: Satchel): Promise<unknown> => {
  const [line] = (await satchel.json('activity', 'list')) as { result: { output: unknown } }[]
  return line?.result.output
}

test('a form of a package is filled in by keyboard alone, says what is missing at its field, and comes back whole', async ({
  page,
  courier,
}) => {
  await courier.open(page)
  await sendMessage(page, 'courier: a parcel')
  await expect(card(page)).toContainText('Courier has a question, for ui.form')
  await expect(card(page)).toContainText('The courier needs to know where to bring it.')
  await expectAccessible(page, 'a form of a package')
  for (const width of [1280, 900, 420]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 600 })
    expect(await tooWide(page), `at ${String(width)}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  const send = card(page).getByRole('button', { name: 'Use this address' })
  await expect(send).toBeEnabled()
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expect(card(page).getByLabel('Street')).toBeFocused()
  await expect(card(page).getByText('Fill this in to continue.')).toHaveCount(2)
  await expectAccessible(page, 'a form of a package that lacks something')
  await page.keyboard.type('High Street 1')
  await tabTo(page, card(page).getByRole('combobox', { name: 'Country' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Spain' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, card(page).getByLabel('Email'))
  await page.keyboard.type('nobody')
  await tabTo(page, card(page).getByLabel('Weight in kg'))
  await page.keyboard.type('2.5')
  await expect(card(page).getByText('Enter an email address.')).toBeVisible()
  await card(page).getByLabel('Email').fill('a@b.example')
  await card(page).getByLabel('Day').fill('2026-12-01')
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expect(card(page)).toBeHidden()
  await expect(page.getByText('That is all.')).toBeVisible()
  expect(await output(courier)).toEqual({
    answered: true,
    values: {
      street: 'High Street 1',
      country: 'Spain',
      mail: 'a@b.example',
      weight: 2.5,
      day: '2026-12-01',
    },
  })
})

test('a decision of a package is answered by its button, and that nobody answers is said', async ({
  page,
  courier,
}) => {
  await courier.open(page)
  await sendMessage(page, 'courier: choose')
  await expect(card(page).getByRole('heading', { name: 'Send it now?' })).toBeVisible()
  await expectAccessible(page, 'a decision of a package')
  const now = card(page).getByRole('button', { name: 'Send now' })
  await expect(now).toBeEnabled()
  await tabTo(page, now)
  await page.keyboard.press('Enter')
  await expect(page.getByText('That is all.')).toBeVisible()
  expect(await output(courier)).toEqual({ answered: true, options: [{ id: 'now', name: 'Send now' }] })

  await sendMessage(page, 'courier: choose')
  await card(page).getByRole('button', { name: 'Don’t answer' }).click()
  await expect(page.getByText('That is all.')).toHaveCount(2)
  expect(await output(courier)).toEqual({
    answered: false,
    reason: 'declined',
    message: 'The user declined to answer.',
  })

  const { stdout } = await courier.run('chat', '--yes', 'courier: choose')
  expect(stdout).toContain('Courier has a question, for ui.decision')
  expect(stdout).toContain('Satchel couldn’t ask you, so the question has no answer')
})
