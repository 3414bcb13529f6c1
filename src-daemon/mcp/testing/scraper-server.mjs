// A well-behaved MCP server of the newest protocol, with the web scraper that the catalogue's Note uses.
import { readFileSync } from 'node:fs'
import { inputRequired, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

// The tool's description, so that a test can change it between two starts.
const description =
  process.argv[2] === undefined ? 'The text of a page.' : readFileSync(process.argv[2], 'utf8')

serveStdio(() => {
  const server = new McpServer({ name: 'scraper', version: '1.2.3' }, { capabilities: { tools: {} } })
  server.registerTool(
    'extract_text_content',
    { description, inputSchema: z.object({ url: z.string() }), annotations: { readOnlyHint: true } },
    ({ url }) => {
      process.stderr.write(`asked for ${url}\n`)
      return { content: [{ type: 'text', text: `The text of ${url}` }] }
    },
  )
  server.registerTool('asks', { description: 'Asks the person.', inputSchema: z.object({}) }, () =>
    inputRequired({
      inputRequests: {
        password: inputRequired.elicit({
          message: 'Your password?',
          requestedSchema: z.object({ password: z.string() }),
        }),
      },
    }),
  )
  return server
})
