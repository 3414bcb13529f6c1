// A server of the newest protocol that asks its client for a model and for its folders, logs, and offers resources and prompts.
import { inputRequired, inputResponse, McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const text = (said) => ({ content: [{ type: 'text', text: said }] })

serveStdio(() => {
  const server = new McpServer(
    { name: 'newest', version: '1' },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: { subscribe: true },
        logging: {},
        completions: {},
      },
    },
  )
  const asks = (name, request) =>
    server.registerTool(name, { description: name, inputSchema: z.object({}) }, (_args, { mcpReq }) => {
      const { kind, ...given } = inputResponse(mcpReq.inputResponses, 'it')
      return kind === 'missing'
        ? inputRequired({ inputRequests: { it: request } })
        : text(JSON.stringify(given))
    })
  asks(
    'thinks',
    inputRequired.createMessage({
      systemPrompt: 'Be brief.',
      messages: [{ role: 'user', content: { type: 'text', text: 'How are you?' } }],
      maxTokens: 100_000,
    }),
  )
  asks(
    'looks',
    inputRequired.createMessage({
      messages: [{ role: 'user', content: { type: 'image', mimeType: 'image/png', data: 'aGVsbG8=' } }],
      maxTokens: 10,
    }),
  )
  asks('where', inputRequired.listRoots())
  server.registerTool(
    'logs',
    { description: 'logs', inputSchema: z.object({}) },
    async (_args, { mcpReq }) => {
      await mcpReq.log('debug', 'nobody wants to know')
      await mcpReq.log('error', { what: 'broken' }, 'parts')
      return text('logged')
    },
  )
  server.registerResource('fixed', 'note:///fixed', { title: 'A note' }, (uri) => ({
    contents: [{ uri: uri.href, text: 'fixed' }],
  }))
  server.registerResource(
    'day',
    new ResourceTemplate('note:///{day}', {
      list: undefined,
      complete: { day: (value) => ['monday', 'tuesday'].filter((one) => one.startsWith(value)) },
    }),
    {},
    (uri, { day }) => ({ contents: [{ uri: uri.href, text: `of ${day}` }] }),
  )
  server.registerPrompt('greet', { argsSchema: z.object({ who: z.string() }) }, ({ who }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${who}` } }],
  }))
  return server
})
