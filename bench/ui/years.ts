import type { DaemonClient } from '../../src-daemon/client/index.ts'

/** What somebody has said who has used the app for years, as an export of another app that is imported. */

export const CONVERSATIONS = 200
/** Its title, and the words of its last message. */
export const LONG = { title: 'The long one', last: 'This is message 9999.', messages: 10_000 } as const

/** Imports the conversations; the long one was the last. Errors: Error if not all messages arrived. */
export const importYears = async (api: DaemonClient['api'], messages: number): Promise<void> => {
  const started = Date.UTC(2024, 0, 1)
  for (let at = 0; at < CONVERSATIONS - 1; at += 50) {
    const few = Array.from({ length: Math.min(50, CONVERSATIONS - 1 - at) }, (_, index) =>
      conversation(`Talk ${String(at + index)}`, 10, started + (at + index) * 86_400_000),
    )
    await api.chat.import.mutate({ conversations: few })
  }
  const long = conversation(LONG.title, messages, started + CONVERSATIONS * 86_400_000)
  const report = await api.chat.import.mutate({ conversations: [long] })
  if (report.messages < messages) throw new Error(`Only ${String(report.messages)} messages were imported`)
}

/** In the format of one of the other apps. */
const conversation = (name: string, count: number, begins: number) => ({
  uuid: name,
  name,
  created_at: new Date(begins).toISOString(),
  updated_at: new Date(begins + count * 1000).toISOString(),
  chat_messages: Array.from({ length: count }, (_, at) => ({
    uuid: `${name} ${String(at)}`,
    sender: at % 2 === 0 ? 'human' : 'assistant',
    created_at: new Date(begins + at * 1000).toISOString(),
    text: `This is message ${String(LONG.messages - count + at)}.${at % 2 === 0 ? '' : ANSWER}`,
  })),
})

const ANSWER = `

It has a **list**, as answers have:

1. the first thing, with \`code\`
2. the second, with a [link](https://example.org)

| part | weight |
|------|-------:|
| one  |    7 g |
`
