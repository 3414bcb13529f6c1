import { expect, it } from 'vitest'
import { readAppResource } from './app-resource.ts'
import { isFor, readToolUi } from './tool-ui.ts'

const URI = 'ui://shows/page.html'
const page = { uri: URI, mimeType: 'text/html;profile=mcp-app', text: '<p>x' }

it('reads a page as text or bytes, however its media type is written', () => {
  expect(readAppResource([page], URI)).toEqual({ html: '<p>x', connect: [], resource: [] })
  const bytes = {
    uri: URI,
    mimeType: 'Text/HTML; profile="mcp-app"',
    blob: Buffer.from('<p>ü').toString('base64'),
  }
  expect(readAppResource([{ ...page, uri: 'ui://other' }, bytes], URI)).toMatchObject({ html: '<p>ü' })
  const csp = {
    connectDomains: ['https://a.example.org', 'https://a.example.org'],
    resourceDomains: 'all',
    frameDomains: ['*'],
  }
  expect(readAppResource([{ ...page, _meta: { ui: { csp } } }], URI)).toEqual({
    html: '<p>x',
    connect: ['https://a.example.org'],
    resource: [],
  })
})

it('takes nothing else for an interface', () => {
  expect(readAppResource([], URI)).toEqual({ fault: 'missing' })
  expect(readAppResource([{ ...page, mimeType: 'text/html' }], URI)).toEqual({ fault: 'media_type' })
  expect(readAppResource([{ ...page, text: ' ' }], URI)).toEqual({ fault: 'empty' })
  expect(readAppResource([{ ...page, text: 'x'.repeat(5 * 1024 * 1024) }], URI)).toEqual({
    fault: 'too_large',
  })
})

it('reads what a tool says of its interface, the older way too, and who may call it', () => {
  expect(readToolUi({ ui: { resourceUri: URI, visibility: ['app', 'else'] } })).toEqual({
    resourceUri: URI,
    visibility: ['app'],
  })
  expect(readToolUi({ 'ui/resourceUri': URI })).toEqual({ resourceUri: URI })
  for (const meta of [undefined, {}, { ui: { resourceUri: 'https://a.example.org' } }, { ui: 'x' }])
    expect(readToolUi(meta)).toBeUndefined()
  expect(isFor('model', {})).toBe(true)
  expect(isFor('model', { ui: { visibility: ['app'] } })).toBe(false)
  expect(isFor('app', { ui: { visibility: [] } })).toBe(false)
})
