import { toolsOf } from '../capabilities/index.ts'
import type { CapabilitiesService } from '../capabilities/types.ts'
import { shownTexts } from '../packages/index.ts'
import type { CapabilityCatalog } from '../packages/types.ts'
import { explained, type Router } from '../router/index.ts'
import type { RouterCommand } from '../contract/router.ts'
import type { SettingsService } from '../settings/types.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { Draft } from './core/draft.ts'
import { mount, present, pop } from './stack.ts'
import { pickSuggestions } from './suggestions.ts'
import { estimateTokens } from '../platform/tokens.ts'
import type { Message } from '../contract/chat.ts'

export interface CommandDeps {
  readonly router: Pick<Router, 'find'>
  readonly capabilities: Pick<CapabilitiesService, 'list'>
  readonly packages: Pick<CapabilityCatalog, 'installed' | 'get'>
  readonly settings: Pick<SettingsService, 'get'>
}

/** What a command needs from its turn. */
export interface CommandTurn {
  readonly draft: Pick<Draft, 'add'>
  /** The newest `limit` earlier messages, oldest first. */
  readonly history: (limit: number) => readonly Message[]
  readonly stack: () => readonly string[]
  readonly setStack: (stack: readonly string[]) => void
}

/** A message that asks something of the stack instead of an assistant. */
export type Command = Exclude<RouterCommand, { readonly kind: 'message' }>

const LISTED = 20
const LOOKED_BACK = 40
const DESCRIBED = 120

/** Answers commands: no model is asked, no tool is run. */
export const createCommands = ({ router, capabilities, packages, settings }: CommandDeps) => {
  const run = (turn: CommandTurn, command: Command): void => {
    const { language } = settings.get()
    turn.draft.add({ type: 'text', text: answer(turn, command, language) })
  }

  const answer = (turn: CommandTurn, command: Command, language: Language): string => {
    switch (command.kind) {
      case 'back':
        return back(turn, language)
      case 'switch':
        return switchTo(turn, command.name, language)
      case 'help':
        return help(language)
      case 'tools':
        return tools(turn, language)
      case 'why':
        return why(turn, language)
    }
  }

  const back = ({ stack, setStack }: CommandTurn, language: Language): string => {
    const rest = pop(present(stack(), packages))
    setStack(rest)
    const top = rest.at(-1)
    return top === undefined
      ? say(language, 'chat_left_all')
      : say(language, 'chat_now_using', { name: titleOf(top) })
  }

  const switchTo = ({ stack, setStack }: CommandTurn, wanted: string, language: Language): string => {
    const { name, suggestions } = router.find(wanted)
    if (name !== null) {
      setStack(mount(stack(), name))
      return say(language, 'chat_now_using', { name: titleOf(name) })
    }
    const names = suggestions.map((suggestion) => `/switch ${suggestion}`).join(', ')
    if (suggestions.length === 0) return say(language, 'chat_nothing_installed')
    return wanted === ''
      ? say(language, 'command_switch_to', { names })
      : say(language, 'chat_no_such_capability', { name: wanted, names })
  }

  const help = (language: Language): string => {
    const installed = packages.installed().flatMap(({ name }) => packages.get(name) ?? [])
    const commands = COMMANDS.map((command) => `- ${say(language, command)}`)
    const more = installed.length - LISTED
    const lines = installed.slice(0, LISTED).map((acp) => {
      const texts = shownTexts(acp, language)
      const [example] = pickSuggestions([texts], language, 1)
      const line = { title: texts.title, name: acp.name, example: example ?? '' }
      return `- ${say(language, example === undefined ? 'command_help_capability' : 'command_help_example', line)}`
    })
    return [
      say(language, 'command_help_commands'),
      '',
      ...commands,
      '',
      installed.length === 0
        ? say(language, 'chat_nothing_installed')
        : say(language, 'command_help_installed'),
      '',
      ...lines,
      ...(more > 0 ? ['', say(language, 'command_help_more', { count: more })] : []),
    ]
      .join('\n')
      .trim()
  }

  const tools = ({ stack }: CommandTurn, language: Language): string => {
    const top = present(stack(), packages).at(-1)
    if (top === undefined) return say(language, 'command_tools_none')
    const priced = toolsOf(capabilities, top).map(({ name, wireName, description, parameters }) => ({
      name,
      description: firstLine(description),
      tokens: estimateTokens(JSON.stringify({ name: wireName, description, parameters })),
    }))
    if (priced.length === 0) return say(language, 'command_tools_empty', { title: titleOf(top) })
    const total = priced.reduce((sum, { tokens }) => sum + tokens, 0)
    return [
      say(language, 'command_tools', { title: titleOf(top), tokens: total }),
      '',
      ...priced.map((tool) => `- ${say(language, 'command_tool', tool)}`),
    ].join('\n')
  }

  const why = ({ history }: CommandTurn, language: Language): string => {
    const decision = history(LOOKED_BACK)
      .toReversed()
      .flatMap(({ parts }) => parts.toReversed())
      .find((part) => part.type === 'route')?.decision
    if (decision === undefined) return say(language, 'command_why_nothing')
    return paragraphs(explained(decision, { language, titleOf }))
  }

  const titleOf = (name: string): string => packages.get(name)?.title ?? name

  return { run }
}

const COMMANDS = [
  'command_help_switch',
  'command_help_back',
  'command_help_tools',
  'command_help_why',
  'command_help_slash',
] as const

/** As Markdown: what follows a list would belong to its last item without an empty line. */
const paragraphs = (lines: readonly string[]): string =>
  lines.reduce((text, line, index) => {
    const goesOn = line.startsWith('- ') && lines[index - 1]?.startsWith('- ') === true
    return index === 0 ? line : `${text}${goesOn ? '\n' : '\n\n'}${line}`
  }, '')

const firstLine = (text: string): string => {
  const [line = ''] = text.trim().split('\n')
  return line.length > DESCRIBED ? `${line.slice(0, DESCRIBED)}…` : line
}
