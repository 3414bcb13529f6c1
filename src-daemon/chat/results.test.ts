import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlanner } from '../models/planner/index.ts'
import type { LanguageModel, ModelMessage } from '../models/types.ts'
import { callTool, makeHome, openChat, partsOf, say, scriptedModel } from '../testing/chat.ts'
import { makeScriptedServers } from '../testing/scripted-server.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = { type: 'image', mimeType: 'image/png', data: PNG }
const words = (text: string) => ({ type: 'text', text })

let home: ReturnType<typeof makeHome>
let made: ReturnType<typeof makeScriptedServers>
let closing: (() => Promise<void>)[]
beforeEach(() => {
  home = makeHome()
  made = makeScriptedServers()
  closing = []
})
afterEach(async () => {
  for (const close of closing) await close()
  await made.remove()
  home.remove()
})

const start = async (model: LanguageModel, answer: object) => {
  const one = openChat({ path: home.path, model, servers: made.open })
  closing.push(one.close)
  if (one.servers === null) throw new Error('no servers')
  const tools = [{ name: 'draw_chart', description: 'Draws a chart' }]
  await made.connect(one.servers, 'charts', { tools, answers: { draw_chart: answer } })
  return one
}
const seeing = (vision: boolean) => {
  const model = scriptedModel(({ messages }) =>
    messages.at(-1)?.role === 'user' ? [callTool('draw_chart', {})] : [say('Here it is.')],
  )
  return { ...model, info: { ...model.info, vision } }
}
const results = (messages: readonly ModelMessage[] = []) => messages.filter((one) => one.role === 'tool')

describe('what a service’s tool returns', () => {
  it('reaches a model that sees with its picture, in this turn and in the next', async () => {
    const model = seeing(true)
    const one = await start(model, { content: [words('a chart'), picture] })
    const { conversationId, answer } = await one.ask('draw the chart', { capability: 'mcp:charts' })
    expect(results(model.requests[1]?.messages)).toMatchObject([
      {
        content: expect.stringContaining('a chart') as string,
        images: [{ mediaType: 'image/png', base64: PNG }],
      },
    ])
    // The person has it as it came.
    expect(partsOf(answer, 'tool')[0]?.output).toEqual({ content: [words('a chart'), picture] })
    await one.ask('and once more', { conversationId })
    const again = results(model.requests[2]?.messages)
    expect(again[0]).toMatchObject({ images: [{ base64: PNG }] })
    expect(again[0]?.content).not.toContain(PNG.slice(0, 40))
  })

  it('is replaced by a line for a model without vision, in text and in estimates', async () => {
    const model = seeing(false)
    const large = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(300_000, 7)]).toString('base64')
    const one = await start(model, { content: [{ ...picture, data: large }] })
    const { answer, conversationId } = await one.ask('draw the chart', { capability: 'mcp:charts' })
    const [result] = results(model.requests[1]?.messages)
    expect(result?.content).toContain('a picture that you are not given: image/png')
    expect(result?.images).toBeUndefined()
    expect(JSON.stringify(model.requests)).not.toContain(PNG.slice(0, 40))
    expect(partsOf(answer, 'tool')).toMatchObject([{ status: 'ok' }])
    const next = await one.ask('and once more', { conversationId })
    expect(next.answer.context?.estimated.history).toBeLessThan(500)
  })

  it('reaches model and person with what stands beside structured content', async () => {
    const model = seeing(false)
    const one = await start(model, {
      content: [words('3 of 5 checks failed, see line 12.'), words('{"status":"ok"}')],
      structuredContent: { status: 'ok' },
    })
    const { answer } = await one.ask('draw the chart', { capability: 'mcp:charts' })
    const [result] = results(model.requests[1]?.messages)
    expect(JSON.parse(result?.content ?? '')).toEqual({
      ok: true,
      output: { status: 'ok' },
      content: [words('3 of 5 checks failed, see line 12.')],
    })
    expect(partsOf(answer, 'tool')).toMatchObject([
      { output: { status: 'ok' }, content: [words('3 of 5 checks failed, see line 12.')] },
    ])
    const [record] = one.capabilities.activity({ limit: 1 })
    expect(record?.result.x_content).toEqual([words('3 of 5 checks failed, see line 12.')])
  })

  it('is said by the planner with what stands beside it', async () => {
    const one = await start(createPlanner(), {
      content: [words('3 of 5 checks failed'), picture],
      structuredContent: { status: 'fine' },
    })
    const { answer } = await one.ask('draw the chart')
    expect(partsOf(answer, 'text')[0]?.text).toMatch(/3 of 5 checks failed\n.*fine/u)
    expect(partsOf(answer, 'text')[0]?.text).not.toContain(PNG.slice(0, 40))
  })

  it('gives its reason word for word if it failed', async () => {
    const model = seeing(false)
    const reason =
      'src/app.ts:120:5: sign in at https://login.example/a or http://localhost:3000, see /var/log/app.log'
    const one = await start(model, { isError: true, content: [], structuredContent: { code: 'E42', reason } })
    const { answer } = await one.ask('draw the chart', { capability: 'mcp:charts' })
    for (const said of [
      results(model.requests[1]?.messages)[0]?.content,
      partsOf(answer, 'tool')[0]?.error?.message,
    ])
      expect(said).toContain(`code: E42, reason: ${reason}`)
  })
})
