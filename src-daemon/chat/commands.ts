import type { PackagesService } from '../packages/types.ts'
import type { Router, RouterCommand } from '../router/index.ts'
import type { SettingsService } from '../settings/types.ts'
import { say } from '../text/index.ts'
import type { Draft } from './draft.ts'
import { mount, pop } from './stack.ts'

export interface CommandDeps {
  readonly router: Pick<Router, 'find'>
  readonly packages: Pick<PackagesService, 'get'>
  readonly settings: Pick<SettingsService, 'get'>
}

/** What a command needs of the turn it is. */
export interface CommandTurn {
  readonly draft: Pick<Draft, 'add'>
  readonly stack: () => readonly string[]
  readonly setStack: (stack: readonly string[]) => void
}

/** A message that asks something of the stack instead of an assistant. */
export type Command = Exclude<RouterCommand, { readonly kind: 'message' }>

/** Answers commands: no model is asked, no tool is run. */
export const createCommands = ({ router, packages, settings }: CommandDeps) => {
  const run = (turn: CommandTurn, command: Command): void => {
    if (command.kind === 'back') back(turn)
    else switchTo(turn, command.name)
  }

  const back = ({ draft, stack, setStack }: CommandTurn): void => {
    const { language } = settings.get()
    const rest = pop(stack())
    setStack(rest)
    const top = rest.at(-1)
    const title = top === undefined ? null : (packages.get(top)?.title ?? top)
    const text =
      title === null ? say(language, 'chat_left_all') : say(language, 'chat_now_using', { name: title })
    draft.add({ type: 'text', text })
  }

  const switchTo = ({ draft, stack, setStack }: CommandTurn, wanted: string): void => {
    const { language } = settings.get()
    const { name, suggestions } = router.find(wanted)
    if (name !== null) {
      setStack(mount(stack(), name))
      draft.add({
        type: 'text',
        text: say(language, 'chat_now_using', { name: packages.get(name)?.title ?? name }),
      })
      return
    }
    const names = suggestions.map((suggestion) => `/switch ${suggestion}`).join(', ')
    const key = suggestions.length === 0 ? 'chat_nothing_installed' : 'chat_no_such_capability'
    draft.add({ type: 'text', text: say(language, key, { name: wanted, names }) })
  }

  return { run }
}
