import { beforeEach, describe, expect, it } from 'vitest'
import { ipcContract, type IpcChannel } from './ipc-contract.ts'
import { createValidatedIpc } from './validated-ipc.ts'

type Listener = Parameters<Parameters<typeof createValidatedIpc>[0]['ipcMain']['handle']>[1]

const OWN = 7
const goodPayloads: Readonly<Record<IpcChannel, unknown>> = {
  'satchel:connect': {},
  'satchel:open-external': { url: 'https://example.com' },
  'satchel:confirm-presence': { reason: 'hand out your keys' },
  'satchel:set-theme': { theme: 'dark' },
  'satchel:set-language': { language: 'ja' },
  'satchel:restart-daemon': {},
  'satchel:new-window': { conversation: null },
  'satchel:take-link': {},
}
const channels = Object.keys(ipcContract) as IpcChannel[]

let handlers: Map<string, Listener>
let answered: string[]
let logged: unknown[]

beforeEach(() => {
  handlers = new Map()
  answered = []
  logged = []
  const ipc = createValidatedIpc({
    ipcMain: { handle: (channel, listener) => handlers.set(channel, listener) },
    isOwnWindow: (id) => id === OWN,
    log: (message, details) => logged.push({ message, ...details }),
  })
  for (const channel of channels)
    ipc.handle(channel, () => {
      answered.push(channel)
      // Each channel has its own answer type; the value doesn't matter here.
      return undefined
    })
})

const page = (change: { url?: string; parent?: object | null; id?: number; frame?: null } = {}) => ({
  sender: { id: change.id ?? OWN },
  senderFrame:
    change.frame === null ? null : { url: change.url ?? 'satchel://app/', parent: change.parent ?? null },
})

const say = async (channel: string, event: object, ...args: unknown[]): Promise<unknown> => {
  const listener = handlers.get(channel)
  if (listener === undefined) throw new Error('no such channel')
  return (await listener(event as never, ...args)) as unknown
}

describe.each(channels)('%s', (channel) => {
  it('is answered to the main frame of a window of the app', async () => {
    await say(channel, page(), goodPayloads[channel])
    expect(answered).toEqual([channel])
    expect(logged).toEqual([])
  })

  it.each([
    ['another site', page({ url: 'https://example.com/' })],
    ['a site that looks like the app', page({ url: 'https://app/' })],
    ['another host of the scheme', page({ url: 'satchel://evil/' })],
    ['a file', page({ url: 'file:///index.html' })],
    ['an empty page', page({ url: 'about:blank' })],
    ['a frame inside the app', page({ parent: {} })],
    ['contents that are no window of the app', page({ id: 8 })],
    ['a frame that is gone', page({ frame: null })],
  ])('is refused to %s', async (_who, event) => {
    await expect(say(channel, event, goodPayloads[channel])).rejects.toThrow('refused: sender')
    expect(answered).toEqual([])
    expect(logged).toHaveLength(1)
  })

  it.each([
    ['nothing', []],
    ['null', [null]],
    ['a text', ['x']],
    ['an unknown field', [Object.assign({}, goodPayloads[channel], { extra: 1 })]],
    ['a second argument', [goodPayloads[channel], 1]],
  ])('is refused with %s', async (_what, args) => {
    await expect(say(channel, page(), ...args)).rejects.toThrow('refused: shape')
    expect(answered).toEqual([])
  })
})

it('listens to the channels of the contract and to no other', () => {
  expect([...handlers.keys()].sort()).toEqual(Object.keys(ipcContract).sort())
})
