/**
 * The tools the official conformance runner expects of a server, as a separate MCP server that Satchel is connected to.
 */
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'

const { Request } = globalThis
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const NOTHING = { type: 'object', properties: {} }
const text = (value) => ({ type: 'text', text: value })
const image = { type: 'image', data: PNG, mimeType: 'image/png' }

const TOOLS = {
  test_simple_text: () => [text('This is a simple text response for testing.')],
  test_image_content: () => [image],
  test_audio_content: () => [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: () => [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ],
  test_multiple_content_types: () => [
    text('Multiple content types test:'),
    image,
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: JSON.stringify({ test: 'data', value: 123 }),
      },
    },
  ],
  test_error_handling: () => {
    throw new Error('This tool intentionally returns an error for testing')
  },
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
      await setTimeout(50)
    }
    return [text('done')]
  },
  json_schema_2020_12_tool: () => [text('fits')],
}

const SCHEMAS = {
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
    },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  },
}

const face = () => {
  const made = new McpServer({ name: 'conformance-tools', version: '1.0.0' }, { capabilities: { tools: {} } })
  made.server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      description: `The runner asks for ${name}.`,
      inputSchema: SCHEMAS[name] ?? NOTHING,
    })),
  }))
  made.server.setRequestHandler('tools/call', async ({ params }, context) => {
    try {
      return { content: await TOOLS[params.name](context) }
    } catch (problem) {
      return { isError: true, content: [text(problem.message)] }
    }
  })
  return made
}

/** Serves them on 127.0.0.1, at any free port. */
export const serveConformanceTools = async () => {
  const handler = createMcpHandler(face)
  const server = createServer(async (request, response) => {
    const url = `http://${request.headers.host}${request.url}`
    const body = request.method === 'POST' ? { body: Readable.toWeb(request), duplex: 'half' } : {}
    const {
      status,
      headers,
      body: answer,
    } = await handler.fetch(new Request(url, { method: request.method, headers: request.headers, ...body }))
    response.writeHead(status, Object.fromEntries(headers))
    if (answer === null) response.end()
    else Readable.fromWeb(answer).pipe(response)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
