import { describe, expect, it } from 'vitest'
import { verifyPackageFile } from '../verify-file.ts'
import { draftFaults, draftPackage } from './draft.ts'
import { readOpenApi } from './openapi.ts'

const document = (change: object = {}): object => ({
  openapi: '3.0.3',
  info: { title: 'City weather', version: '1' },
  servers: [{ url: 'https://api.weather.example/v1/' }],
  paths: {
    '/cities/{city}/forecast': {
      parameters: [{ $ref: '#/components/parameters/City' }],
      get: {
        operationId: 'getForecast',
        summary: 'The forecast of a city',
        parameters: [
          {
            name: 'days',
            in: 'query',
            schema: { type: 'integer', format: 'int32', minimum: 1, exclusiveMinimum: true },
          },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
      },
      delete: {
        operationId: 'dropForecast',
        parameters: [{ name: 'days', in: 'query', schema: { type: 'integer' } }],
      },
    },
    '/reports': {
      post: {
        description: 'Send a report.',
        security: [{ token: [] }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Report' } } } },
      },
    },
    '/private': { get: { operationId: 'secretThing', security: [{ login: [] }] } },
    '/needs': {
      get: { parameters: [{ name: 'X-Shop', in: 'header', required: true, schema: { type: 'string' } }] },
    },
    '/cities/{city}': {
      parameters: [{ $ref: '#/components/parameters/City' }],
      put: {
        operationId: 'replaceCity',
        requestBody: {
          content: { 'application/json; charset=utf-8': { schema: { $ref: '#/components/schemas/Base' } } },
        },
      },
      patch: {
        operationId: 'renameCity',
        requestBody: {
          content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: {} } } },
        },
      },
      head: { operationId: 'hasCity' },
    },
    '/pictures': {
      post: {
        requestBody: { content: { 'multipart/form-data': { schema: { type: 'object', properties: {} } } } },
      },
      delete: {
        operationId: 'dropPictures',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', properties: {} } } },
        },
      },
    },
    '/upload': { post: { requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } } } },
  },
  components: {
    parameters: {
      City: {
        name: 'city',
        in: 'path',
        required: true,
        description: 'Its name.',
        schema: { type: 'string' },
      },
    },
    schemas: {
      Report: {
        allOf: [{ $ref: '#/components/schemas/Base' }],
        required: ['text'],
        properties: {
          id: { type: 'string', readOnly: true },
          text: { type: 'string', nullable: true, maxLength: 200 },
          sky: { type: 'string', enum: ['clear', 'cloudy'] },
          again: { $ref: '#/components/schemas/Report' },
        },
      },
      Base: { type: 'object', required: ['at'], properties: { at: { type: 'string', format: 'date-time' } } },
    },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' }, login: { type: 'oauth2', flows: {} } },
  },
  ...change,
})
const read = (value: object) => readOpenApi(Buffer.from(JSON.stringify(value)))
const draft = { name: 'weather', title: 'Weather', description: '', record: '', fields: [] }

describe('an OpenAPI document', () => {
  it('offers what a binding can do, and says of the rest what it can’t', () => {
    const { title, actions, leftOut } = read(document())
    expect(title).toBe('City weather')
    expect(actions.map(({ name }) => name)).toEqual([
      'getForecast',
      'dropForecast',
      'post_reports',
      'replaceCity',
    ])
    expect(actions[0]).toEqual({
      name: 'getForecast',
      description: 'The forecast of a city',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string', description: 'Its name.' },
          days: { type: 'integer', minimum: 1 },
        },
        required: ['city'],
        additionalProperties: false,
      },
      binding: { type: 'http_get', url: 'https://api.weather.example/v1/cities/{city}/forecast' },
    })
    const ofCity = 'https://api.weather.example/v1/cities/{city}'
    expect(actions[1]).toMatchObject({
      parameters: { properties: { city: {}, days: { type: 'integer' } }, required: ['city'] },
      binding: { type: 'http_post', method: 'DELETE', url: `${ofCity}/forecast` },
    })
    expect(actions[3]).toMatchObject({
      parameters: { properties: { city: {}, at: {} }, required: ['city', 'at'] },
      binding: { type: 'http_post', method: 'PUT', url: ofCity },
    })
    expect(actions[2]?.binding).toEqual({
      type: 'http_post',
      url: 'https://api.weather.example/v1/reports',
      headers: { Authorization: { secret: 'token', prefix: 'Bearer ' } },
    })
    expect(leftOut).toEqual([
      { name: 'GET /private', why: 'auth' },
      { name: 'GET /needs', why: 'parameter' },
      { name: 'PATCH /cities/{city}', why: 'form' },
      { name: 'HEAD /cities/{city}', why: 'method' },
      { name: 'POST /pictures', why: 'form' },
      { name: 'DELETE /pictures', why: 'body' },
      { name: 'POST /upload', why: 'body' },
    ])
  })

  it('becomes a package that lints clean, keeps nothing, and asks for its token', () => {
    const { actions } = read(document())
    const text = draftPackage({ ...draft, actions, sentences: ['what is the weather in Porto?'] })
    const { package: acp, problems } = verifyPackageFile(Buffer.from(text), 'x', { signature: 'ignored' })
    expect(problems).toEqual([])
    expect(acp?.tools.map(({ name }) => name)).toEqual([
      'getForecast',
      'dropForecast',
      'post_reports',
      'replaceCity',
    ])
    expect(acp?.bindings['dropForecast']?.['method']).toBe('DELETE')
    expect(acp?.permissions.require).toEqual([])
    expect(acp?.examples).toEqual(['what is the weather in Porto?'])
    const report = acp?.tools[2]?.parameters
    expect(report?.['required']).toEqual(['at', 'text'])
    expect(Object.keys(report?.['properties'] ?? {})).toEqual(['at', 'text', 'sky', 'again'])
  })

  it('can stand beside what is kept', () => {
    const { actions } = read(document())
    const fields = [{ name: 'city', kind: 'text', choices: [], required: true } as const].map((one) => ({
      ...one,
      choices: [],
    }))
    const text = draftPackage({ ...draft, record: 'place', fields, actions })
    const { package: acp, problems } = verifyPackageFile(Buffer.from(text), 'x', { signature: 'ignored' })
    expect(problems).toEqual([])
    expect(acp?.tools).toHaveLength(8)
    expect(draftFaults(draft).map(({ code }) => code)).toEqual(['no_fields'])
    expect(draftFaults({ ...draft, verbs: [], actions })).toEqual([])
  })

  it('in YAML is the same', () => {
    const yaml =
      '\uFEFFopenapi: 3.1.0\r\nservers: [{url: "https://a.example"}]\npaths:\n  /ping: {get: {operationId: ping}}\n'
    expect(readOpenApi(Buffer.from(yaml)).actions).toEqual([
      expect.objectContaining({ name: 'ping', binding: { type: 'http_get', url: 'https://a.example/ping' } }),
    ])
  })

  it.each([
    ['http://a.example'],
    ['/v1'],
    ['https://{tenant}.example'],
    ['https://user@a.example'],
    ['https://a.example/#x'],
  ])('leads to no address like %s', (url) => {
    const { actions, leftOut } = read(document({ servers: [{ url }] }))
    expect(actions).toEqual([])
    expect(leftOut.map(({ why }) => why)).toContain('address')
  })

  it.each([
    ['no JSON and no YAML', '{'],
    ['Swagger 2', '{"swagger": "2.0"}'],
    ['a list', '[]'],
    ['aliases', 'openapi: &a 3.1.0\npaths: *a\n'],
    ['more than is read', `# ${'x'.repeat(1024 * 1024)}\nopenapi: 3.1.0\n`],
  ])('is not %s', (_what, text) => {
    expect(() => readOpenApi(Buffer.from(text))).toThrow(
      expect.objectContaining({ code: 'openapi_unusable' }),
    )
  })

  it('takes names for names, whatever they are called', () => {
    const parameters = ['__proto__', 'constructor'].map((name) => ({
      name,
      in: 'query',
      schema: { type: 'string' },
    }))
    const { actions } = read(document({ paths: { '/a': { get: { parameters } } } }))
    expect(Object.keys(actions[0]?.parameters['properties'] ?? {})).toEqual(['__proto__', 'constructor'])
    expect(read(document({ paths: { '/a': { get: { security: [{ toString: [] }] } } } })).leftOut).toEqual([
      { name: 'GET /a', why: 'auth' },
    ])
  })

  it('ends where references lead in a circle, and names nothing twice', () => {
    const circle = {
      components: {
        schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } },
      },
    }
    const paths = Object.fromEntries(
      ['/a-b', '/a_b'].map((path) => [
        path,
        { get: { parameters: [{ name: 'q', in: 'query', schema: { $ref: '#/components/schemas/A' } }] } },
      ]),
    )
    const { actions } = read(document({ ...circle, paths }))
    expect(actions.map(({ name }) => name)).toEqual(['get_a_b', 'get_a_b_2'])
    expect(actions[0]?.parameters['properties']).toEqual({ q: {} })
  })
})
