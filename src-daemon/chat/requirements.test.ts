import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHome, note, openChat, packageOf, partsOf, say, scriptedModel } from '../testing/chat.ts'

let home: ReturnType<typeof makeHome>
let opened: ReturnType<typeof openChat>[]
beforeEach(() => {
  home = makeHome()
  opened = []
})
afterEach(async () => {
  for (const one of opened) await one.close()
  home.remove()
})

const picky = packageOf('note', note.triggers, ['state.create'], {
  llmRequirements: { modelFamily: ['claude'], minContextWindow: null, requiredFeatures: ['vision'] },
})
const start = (provider = 'ollama') => {
  const scripted = scriptedModel(() => [say('ok')])
  const model = { ...scripted, info: { ...scripted.info, provider } }
  const needs: unknown[] = []
  const one = openChat({
    path: home.path,
    model,
    packages: [picky],
    resolve: (_preferred, asked) => needs.push(asked),
  })
  opened.push(one)
  return { ...one, model, needs }
}

describe('what a capability asks of a model', () => {
  it('is shown completely to the user who chooses the model', async () => {
    const { ask, needs } = start()
    await ask('note milk')
    await ask('hello there')
    // Routing asks which model it is, the turn for one that fits.
    expect(needs.filter((one) => one !== undefined)).toEqual([picky.llmRequirements])
    expect(needs.at(-1)).toBeUndefined()
  })

  it('is said where the model lacks it, before its answer, once in a conversation', async () => {
    const { ask, chat } = start()
    const { answer, conversationId } = await ask('note milk')
    expect(answer.status).toBe('complete')
    expect(partsOf(answer, 'unmet')).toMatchObject([
      {
        type: 'unmet',
        capability: 'note',
        title: 'Note',
        model: 'scripted',
        modelName: 'Scripted',
        unmet: [
          {
            requirement: 'model_family',
            hard: false,
            text: 'The capability was made for models in the claude family.',
          },
          {
            requirement: 'feature',
            hard: false,
            text: 'Satchel doesn’t know whether the model supports: vision.',
          },
        ],
      },
    ])
    expect(answer.parts.map(({ type }) => type)).toEqual(['route', 'unmet', 'text'])
    expect(partsOf((await ask('note bread', { conversationId })).answer, 'unmet')).toEqual([])
    // Another version of the first answer is of a branch where it was not said.
    const { turnId } = chat.regenerate({ messageId: answer.id })
    await chat.finished(turnId)
    const again = chat.messages({ conversationId, limit: 1 })[0]
    expect(again === undefined ? [] : partsOf(again, 'unmet')).toHaveLength(1)
    expect(partsOf((await ask('note tea')).answer, 'unmet')).toHaveLength(1)
  })

  it('is not measured by families where no model reads the prompt', async () => {
    const { ask } = start('planner')
    const [part] = partsOf((await ask('note milk')).answer, 'unmet')
    expect(part?.unmet.map(({ requirement }) => requirement)).toEqual(['feature'])
  })
})
