// An MCP server with the tools of a suite: what each call answers stands in the file it is started with, as
// `{ tools, answers: { "<tool> <arguments as JSON>": { text, structured } } }`. The file is read for each request, because every case has its own answers.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , path = ''] = process.argv
const told = () => JSON.parse(readFileSync(path, 'utf8'))
const answer = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    answer(id, {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'suite', version: '1.0.0' },
    })
  else if (method === 'tools/list') answer(id, { tools: told().tools })
  else if (method === 'tools/call') {
    const key = `${params.name} ${JSON.stringify(params.arguments ?? {})}`
    const { text, structured } = told().answers[key] ?? { text: 'None', structured: null }
    answer(id, {
      content: [{ type: 'text', text }],
      ...(structured === null ? {} : { structuredContent: structured }),
    })
  } else if (id !== undefined)
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } })}\n`,
    )
})
