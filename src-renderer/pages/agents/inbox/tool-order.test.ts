import { describe, expect, it } from 'vitest'
import { toolsToChoose } from './tool-order.ts'

const tool = (method: string, description = '') => ({
  id: `acp:${method}`,
  method,
  title: method,
  description,
})
const tools = [
  tool('calendar/list', 'Lists events'),
  tool('units/convert', 'Converts units'),
  tool('web/read'),
]
const methods = (options: Partial<Parameters<typeof toolsToChoose>[1]>) =>
  toolsToChoose(tools, { wanted: null, granted: new Set(), search: '', ...options }).map(
    ({ method }) => method,
  )

describe('the tools to choose for an agent', () => {
  it('begin with the one it asked for, then those it may call, then keep their order', () => {
    expect(methods({})).toEqual(['calendar/list', 'units/convert', 'web/read'])
    expect(methods({ wanted: 'web/read', granted: new Set(['acp:units/convert']) })).toEqual([
      'web/read',
      'units/convert',
      'calendar/list',
    ])
  })

  it('are those whose text has every word of the search', () => {
    expect(methods({ search: ' CONVERT  units' })).toEqual(['units/convert'])
    expect(methods({ search: 'convert events' })).toEqual([])
  })
})
