import { expect, it } from 'vitest'
import { toolsToChoose } from './tool-order.ts'

const tools = ['calendar/list', 'units/convert', 'web/read'].map((method) => ({
  ...{ id: `acp:${method}`, method, title: method, description: '' },
}))
const methods = (options: Parameters<typeof toolsToChoose>[1]) =>
  toolsToChoose(tools, options).map(({ method }) => method)

it('begins with the one it asked for, then those it may call, then keeps their order', () => {
  expect(methods({ wanted: null, granted: new Set() })).toEqual([
    'calendar/list',
    'units/convert',
    'web/read',
  ])
  expect(methods({ wanted: 'web/read', granted: new Set(['acp:units/convert']) })).toEqual([
    'web/read',
    'units/convert',
    'calendar/list',
  ])
})
