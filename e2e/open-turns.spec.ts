/** A turn with tools of several capabilities: said as such, asked about with what was read before, in the window and the terminal. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeScriptedServer } from './support/scripted-server.ts'
import { startOllamaServer, type OllamaServer } from './ollama-server/server.ts'
import { expectAccessible, look, tooWide } from './support/checks.ts'
import { sendMessage } from './support/chat.ts'
import { createSatchel, expect, test as base, type Satchel } from './support/satchel.ts'

const SAID = 'everything about Ann, in one place'
const noteSchema = z.object({ author: z.object({ did: z.string() }) })
const calling = (name: string, args: Record<string, string | Record<string, string>> = {}) => ({
  chunks: [{ tool_calls: [{ function: { name, arguments: args } }] }],
})

const test = base.extend<{ model: OllamaServer; talking: Satchel }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const steps = [
      calling('capability_search', { query: 'read the graph of people' }),
      calling('mcp_graph__read_graph'),
      calling('note__state__create', {
        schema_uri: 'did:nuwa:state:note#v1',
        object: { title: 'Ann', body: 'is a plumber' },
      }),
      calling('mcp_graph__send_mail', { to: 'ann@example.org' }),
      { chunks: [{ content: 'Ann is in one place.' }] },
    ]
    const turns = steps.map((reply, results) => ({ when: { user: 'everything about ann', results }, reply }))
    const server = await startOllamaServer({
      script: {
        about: 'Reads the graph, saves a note, sends a mail.',
        turns: [...turns, { when: {}, reply: { chunks: [{ content: 'Hello.' }] } }],
      },
    })
    await use(server)
    await server.close()
  },
  talking: async ({ model }, use, { outputDir: _ }) => {
    const satchel = createSatchel({ env: { OLLAMA_HOST: model.url } })
    const server = makeScriptedServer()
    server.setScript({
      tools: [
        { name: 'read_graph', description: 'Reads the graph of people.' },
        { name: 'send_mail', description: 'Sends a mail.' },
      ],
    })
    await satchel.json('cap', 'install', 'note', '--yes')
    await satchel.json('cap', 'install', 'tasks', '--yes')
    await satchel.json('servers', 'add', 'graph', '--yes', ...server.command)
    await use(satchel)
    await satchel.dispose()
    server.remove()
  },
})
test.skip(process.platform !== 'linux', 'the sandbox is that of Linux')
test.describe.configure({ timeout: 180_000 })

test('is said to be open, uses what it finds, and says in a question what it read', async ({
  page,
  talking,
}) => {
  await talking.open(page)
  await page.setViewportSize({ width: 900, height: 700 })
  await sendMessage(page, SAID)
  const row = page.getByRole('button', { name: /Open turn: any of your capabilities may help/u })
  await expect(row).toBeVisible()
  const card = page.locator('[data-test="approval-card"]')
  const read = card.locator('[data-test="read-before"]')
  await expect(read).toContainText('Nothing but your messages.')
  await card.getByRole('button', { name: 'Allow once' }).click()

  await expect(read).toContainText('graph: read_graph')
  await expect(read).toContainText('others may have written this')
  await expectAccessible(page, 'a question of an open turn')
  expect(await tooWide(page)).toEqual([])
  await card.getByRole('button', { name: 'Allow once' }).click()
  await expect(page.getByText('Ann is in one place.')).toBeVisible()
  await expect(page.getByText('Capability search')).toBeVisible()
  // Among tools of several, each row says whose it is.
  await expect(page.locator('[data-test="tool-row"]').filter({ hasText: 'Note' })).toContainText('Create')

  await row.click()
  const why = page.locator('[data-test="why"]')
  await expect(why).toContainText('Open turn')
  await expectAccessible(page, 'why a turn is open')
  await page.keyboard.press('Escape')
  await sendMessage(page, '/why')
  await expect(page.getByText('so the turn was open: the model has tools of any')).toBeVisible()

  const told = await talking.run('chat', SAID, '--yes')
  expect(told.stdout).toContain('→ Open turn')
  expect(told.stdout).toContain('Before it asked, the model read:')
  expect(told.stdout).toContain('- graph · read_graph (others may have written this)')
  expect(told.stdout).toContain('✓ read_graph (others may have written this)')
  expect(told.stdout).toContain('Ann is in one place.')
  // Each call that changed or sent something after it, with what it came after.
  expect((await talking.run('activity', 'list')).stdout).toMatch(/send_mail .*\n {2}← graph · read_graph\n/u)
})

test('says what a followed list warns of in what it used', async ({ page, talking }) => {
  const { did } = noteSchema.parse(await talking.json('cap', 'review', 'note')).author
  const draft = join(talking.paths.dataDir, 'list.yaml')
  const list = join(talking.paths.dataDir, 'list.json')
  writeFileSync(
    draft,
    `name: Careful people
description: We read every version before we say anything about it.
blocked: [{package: note, author: "${did}", versions: "*", reason: It forgets what it is told.}]
`,
  )
  await talking.json('trust', 'sign', draft, list)
  await talking.json('trust', 'add', list, '--yes')
  await talking.open(page)
  await page.setViewportSize({ width: 900, height: 700 })
  await sendMessage(page, SAID)
  const warning = page.getByTestId('route-warning')
  const allow = page.locator('[data-test="approval-card"]').getByRole('button', { name: 'Allow once' })
  await allow.click()
  await expect(page.locator('[data-test="read-before"]')).toContainText('graph: read_graph')
  await allow.click()
  await expect(page.getByText('Ann is in one place.')).toBeVisible()
  await expect(warning).toHaveCount(1)
  await expect(warning).toContainText('Careful people warns of Note')
  await expectAccessible(page, 'an open turn with a warning')
  expect(await tooWide(page)).toEqual([])
})

test('nobody asked at a terminal: what others led to waits in Activity, where its flow is drawn', async ({
  page,
  talking,
}) => {
  const told = await talking.run('chat', SAID, '--yes')
  expect(told.stdout).toContain('Nobody is here to be asked, so it wasn’t run.')
  expect(told.stdout).toContain('Ann is in one place.')

  await talking.open(page, '/activity')
  const flow = page.locator('[data-test="turn-flow"]')
  await expect(flow.getByRole('list', { name: 'Read before' }).first()).toContainText('graph: read_graph')
  const to = flow.getByRole('group', { name: 'To' })
  await expect(to).toHaveText(['stays here', 'graph'])
  await expect(flow.getByRole('group', { name: 'Call' }).last()).toContainText('Held for you')
  await look(page, 'the flow of a turn')

  await page.getByRole('tab', { name: /Approvals/u }).click()
  const card = page.locator('[data-test="approval-card"]')
  await expect(card.locator('[data-test="held"]')).toContainText('went on without it')
  await expect(card.locator('[data-test="follows"]')).toContainText('others may have written')
  await look(page, 'a held call')
  // In its conversation the question stands in place of what the model was told.
  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await page.locator('a[href*="#/chat/"]').first().click()
  const held = page.locator('[data-test=tool-row]').filter({ hasText: 'waiting for you' })
  await expect(held).toContainText('went on without it')
  await expect(held).not.toContainText('Go on without its result')
  await page.getByRole('link', { name: /^Activity/ }).click()
  await page.getByRole('tab', { name: /Approvals/u }).click()
  await card.getByRole('button', { name: 'Allow once' }).click()
  await expect(card).toHaveCount(0)
  await page.getByRole('tab', { name: 'Activity', exact: true }).click()
  await expect(flow.getByRole('group', { name: 'Call' }).last()).toContainText('You allowed it')
})

test('an answer that was given saved objects with others’ words says so below it, in the window and the terminal', async ({
  page,
  talking,
}) => {
  const asked = 'show my note about Ann'
  await talking.run('chat', SAID, '--yes')
  const told = await talking.run('chat', asked, '--yes')
  expect(told.stdout).toContain('◇ Note (others may have written this)')

  await talking.open(page)
  await sendMessage(page, asked)
  await expect(page.getByText('Hello.').last()).toBeVisible()
  const given = page.getByRole('button', { name: /Context: .*tokens/u }).last()
  await expect(given.locator('[data-test="outside"]')).toBeVisible()
  await given.click()
  await expect(page.locator('[data-test="outside"]')).toHaveCount(2)
  await look(page, 'an answer given saved objects of others')
})
