import { expect, it, onTestFinished } from 'vitest'
import { callTool, makeHome, openChat, packageOf, partsOf, say, scriptedModel } from '../testing/chat.ts'

/** A skill as the shelf hands it out. */
const minutes = packageOf('skill:mine/minutes', [{ type: 'keyword', value: 'minutes' }], [], {
  examples: ['write the minutes of our meeting'],
  title: 'minutes',
  prompt: 'Write the minutes.\n\nFiles of this skill.',
  permissions: { require: [], option: [] },
})

const open = (model: Parameters<typeof openChat>[0]['model']) => {
  const home = makeHome()
  const chat = openChat({ path: home.path, model, packages: [minutes] })
  onTestFinished(async () => {
    await chat.close()
    home.remove()
  })
  return chat
}

it('a skill is read by the turn that uses it, and by no other', async () => {
  const model = scriptedModel(() => [say('Here they are.')])
  const chat = open(model)
  await chat.ask('what is the weather like')
  await chat.ask('write the minutes')
  const told = model.requests.map(({ messages }) =>
    JSON.stringify(messages[0]).includes('Write the minutes.'),
  )
  expect(told).toEqual([false, true])
})

it('the planner, which reads no instructions, is not put in its place', async () => {
  const model = scriptedModel(() => [callTool('read_file', { path: 'x' })])
  const planner = { ...model, info: { ...model.info, provider: 'planner' as const } }
  const { answer } = await open(planner).ask('write the minutes')
  expect(partsOf(answer, 'error')).toMatchObject([{ error: { code: 'skill_needs_model' } }])
  expect(model.requests).toEqual([])
})

it('is not suggested if only the planner would answer', () => {
  const { chat, routing } = open(scriptedModel(() => []))
  expect(routing.choices()).toMatchObject([{ name: 'skill:mine/minutes', title: 'minutes', kind: 'skill' }])
  expect(chat.suggestions(3)).toEqual(['write the minutes of our meeting'])
  expect(chat.suggestions(3, { skills: false })).toEqual([])
})
