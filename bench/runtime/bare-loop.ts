/**
 * The floor of a turn with one tool call: ask, read the answer, ask again with the result, read that. Nothing is routed, checked,
 * stored or shown. Returns milliseconds.
 */
export const bareLoop = async (url: string, tools: readonly object[]): Promise<number> => {
  const started = performance.now()
  const messages: object[] = [{ role: 'user', content: 'note milk' }]
  const ask = async (): Promise<readonly Line[]> => {
    const response = await fetch(`${url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'qwen3:8b', stream: true, options: { num_ctx: 8192 }, messages, tools }),
    })
    const text = await response.text()
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  }
  const calls = (await ask()).flatMap(({ message }) => message.tool_calls ?? [])
  if (calls.length !== 1) throw new Error('The scripted model did not call the tool')
  messages.push(
    { role: 'assistant', content: '', tool_calls: calls },
    { role: 'tool', content: '{"ok":true}' },
  )
  await ask()
  return performance.now() - started
}

interface Line {
  readonly message: { readonly content: string; readonly tool_calls?: readonly object[] }
}
