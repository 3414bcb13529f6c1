import { describe, expect, it } from 'vitest'
import { emptyForm, endpointOf, formOf, isComplete, newId, remoteHostOf } from './endpoint-form.ts'

describe('the form of a model server', () => {
  const filled = { ...emptyForm(), name: ' Lab ', url: ' http://127.0.0.1:8000/v1 ', models: 'a\n\n b ' }

  it('becomes what the daemon is told, and back without the key', () => {
    const endpoint = endpointOf({ ...filled, key: 'sk', window: '8192' }, 'lab')
    expect(endpoint).toEqual({
      id: 'lab',
      name: 'Lab',
      protocol: 'openai',
      baseUrl: 'http://127.0.0.1:8000/v1',
      contextWindow: 8192,
      tools: 'auto',
      vision: false,
      models: ['a', 'b'],
    })
    expect(formOf({ ...endpoint, hasKey: true, leavesMachine: false })).toMatchObject({
      key: '',
      window: '8192',
    })
  })

  it('is complete with a name and an address', () => {
    expect(isComplete(filled)).toBe(true)
    for (const wrong of [{ name: ' ' }, { url: 'lab' }, { url: 'file:///x' }, { window: '8k' }])
      expect(isComplete({ ...filled, ...wrong })).toBe(false)
  })

  it('says which addresses leave the machine', () => {
    for (const url of ['http://localhost:1', 'http://127.0.0.1', 'http://[::1]:80/v1', 'nothing'])
      expect(remoteHostOf(url)).toBeNull()
    expect(remoteHostOf('https://127.0.0.1.evil.example/v1')).toBe('127.0.0.1.evil.example')
    expect(remoteHostOf('http://192.168.0.2:1')).toBe('192.168.0.2:1')
  })

  it('makes ids of names', () => {
    expect(newId('LM Studio', [])).toBe('lm-studio')
    expect(newId('LM Studio', ['lm-studio'])).toBe('lm-studio-2')
    expect(newId('模型', [])).toBe('server')
  })
})
