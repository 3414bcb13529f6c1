/** A conversation as a file: Markdown, a page of HTML, or JSON that can be imported again. */
import MarkdownIt from 'markdown-it'
import type { Conversation, Message, MessagePart } from '../../contract/chat.ts'
import type { ExportFormat, ExportedFile } from '../../contract/chat-transfer.ts'
import type { Persona } from '../../contract/prompts.ts'
import type { Language } from '../../contract/language.ts'
import { say } from '../../text/index.ts'
import { plainTitle } from '../core/plain-title.ts'
import { contained } from './contained.ts'

export interface SaidConversation {
  readonly conversation: Conversation
  /** How it is answered now; null without a persona. An import doesn't take it over: words of a file aren't the owner's. */
  readonly persona: Pick<Persona, 'name' | 'instructions'> | null
  /** Those of the branch on screen, oldest first. */
  readonly messages: readonly Message[]
}

/** Its name is that of the conversation, without what file systems refuse. */
export const exportConversation = (
  said: SaidConversation,
  format: ExportFormat,
  language: Language,
): ExportedFile => {
  const title = said.conversation.title || say(language, 'chat_export_untitled')
  const name = title
    .replaceAll(/[\s\p{Cc}\p{Cf}<>:"/\\|?*.]+/gu, ' ')
    .trim()
    .slice(0, 80)
  const stem = name === '' ? 'conversation' : name
  if (format === 'markdown')
    return { name: `${stem}.md`, mediaType: 'text/markdown', content: asMarkdown(said, title, language) }
  if (format === 'html')
    return { name: `${stem}.html`, mediaType: 'text/html', content: asHtml(said, title, language) }
  return {
    name: `${stem}.json`,
    mediaType: 'application/json',
    content: `${JSON.stringify({ format: 'satchel-conversations', version: 1, conversations: [asJson(said)] }, null, 2)}\n`,
  }
}

/** For a file of several: what `import` reads, and beside it all parts of each message. */
export const asJson = ({ conversation, persona, messages }: SaidConversation) => {
  const { id, title, createdAt, updatedAt } = conversation
  return {
    id,
    title,
    createdAt,
    updatedAt,
    ...(persona === null ? {} : { persona: { name: persona.name, instructions: persona.instructions } }),
    messages: messages.map((message) => ({
      role: message.role,
      text: textIn(message.parts),
      createdAt: message.createdAt,
      model: message.model,
      parts: message.parts,
    })),
  }
}

const textIn = (parts: readonly MessagePart[]): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')

/** Who says something and when, in words, and its Markdown, which ends with it. */
const saidIn = (
  { role, createdAt, parts }: Message,
  language: Language,
): { by: string; at: string; words: string } => ({
  by: byWhom(role, parts, language),
  at: new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(new Date(createdAt)),
  words: parts.flatMap((part) => partLines(part, language)).join('\n\n'),
})

const byWhom = (role: Message['role'], parts: readonly MessagePart[], language: Language): string => {
  const server = parts.find((part) => part.type === 'text')?.app
  if (role === 'user' && server !== undefined)
    return say(language, 'chat_export_app', { server: plainTitle(server) })
  return say(language, role === 'user' ? 'chat_export_you' : 'chat_export_satchel')
}

const asMarkdown = ({ messages }: SaidConversation, title: string, language: Language): string => {
  const said = messages.map((message) => {
    const { by, at, words } = saidIn(message, language)
    return `## ${by} · ${at}\n\n${words}\n`
  })
  return [`# ${oneLine(title)}\n`, ...said].join('\n')
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ')

/** What a reader of the file is told of a part; what is only for the screen is left out. */
const partLines = (part: MessagePart, language: Language): string[] => {
  if (part.type === 'text') return [contained(part.text)]
  if (part.type === 'notice') return [quoted(part.text)]
  if (part.type === 'error') return [quoted(part.error.message)]
  if (part.type === 'image' || part.type === 'resource')
    return [quoted(say(language, 'chat_export_attached', { name: part.name }))]
  if (part.type !== 'tool') return []
  const status = say(language, `chat_export_${part.status}`)
  const call = quoted(say(language, 'chat_export_tool', { tool: part.tool, status }))
  if (part.app === undefined) return [call]
  return [call, quoted(say(language, 'chat_export_shown', { server: part.app.server }))]
}

/** A line about the conversation, which may have names of others in it. */
const quoted = (text: string): string => `> ${plainTitle(text).replaceAll('<', String.raw`\<`)}`

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
// The file must show what was said without asking anybody for it.
markdown.renderer.rules.image = (tokens, at) => markdown.utils.escapeHtml(tokens[at]?.content ?? '')

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#18181b;background:#fff}' +
  'article{border-top:1px solid #e4e4e7;margin-top:1.5rem}article>h2{font-size:.85rem;color:#52525b;margin-top:1rem}' +
  'pre{overflow:auto;padding:.75rem;background:#f4f4f5;border-radius:6px}table{border-collapse:collapse}' +
  'td,th{border:1px solid #d4d4d8;padding:.25rem .5rem}blockquote{margin-inline:0;padding-inline-start:.75rem;border-inline-start:2px solid #d4d4d8;color:#52525b}'

/**
 * Nothing in the page runs or is fetched, not even the owner's own words: Markdown without HTML, and a policy that allows styles only. Each message is
 * read by itself, so that none changes or passes for another.
 */
const asHtml = ({ messages }: SaidConversation, title: string, language: Language): string => {
  const said = messages.map((message) => {
    const { by, at, words } = saidIn(message, language)
    const time = `<time datetime="${message.createdAt}">${at}</time>`
    return `<article>\n<h2>${by} · ${time}</h2>\n${markdown.render(words)}</article>\n`
  })
  const name = markdown.utils.escapeHtml(title)
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<style>${STYLE}</style>
<h1>${name}</h1>
${said.join('')}</html>
`
}
