import { hideInArguments, ownerNameOf, toolsOf } from '../capabilities/index.ts'
import type { CapabilityCatalog } from '../packages/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { parseCommand, type Corrections, type Router } from '../router/index.ts'
import { createCommands } from './commands.ts'
import { converse, finish } from './converse.ts'
import { ROUTED_BY, type Turn, type TurnStart } from './core/turn.ts'
import { wireTool } from './core/wire-tool.ts'
import { createTurnEquipper, type EquipDeps } from './equip-turn.ts'
import { createTurnMemory } from './memory/in-turn.ts'
import { askedToRemember } from './memory/requests.ts'
import type { MemoryService } from './memory/types.ts'
import { createOpenTurns } from './open/open-turn.ts'
import type { PromptsService } from './prompts/prompts.ts'
import { createTurnRouting, type RoutedTurn } from './routing.ts'
import { createTurnChoices } from './turn-choices.ts'

export interface TurnDeps extends EquipDeps {
  readonly router: Router
  readonly packages: Pick<CapabilityCatalog, 'installed' | 'get' | 'onChange'>
  readonly memory: Pick<MemoryService, 'facts' | 'label' | 'relevant' | 'remember' | 'used'>
  readonly prompts: Pick<PromptsService, 'persona'>
  readonly corrections: Pick<Corrections, 'add'>
}

/** Runs turns: routes each, has it equipped, and answered. */
export const createTurnRunner = (deps: TurnDeps) => {
  const { capabilities, models, packages, settings } = deps
  const commands = createCommands(deps)
  const openTurns = createOpenTurns(deps)
  const routing = createTurnRouting({ ...deps, canOpen: openTurns.hasAny })
  const choices = createTurnChoices(deps.prompts)
  const equip = createTurnEquipper(deps, { openTurns, choices })
  const remembering = createTurnMemory(deps)

  /** Throws the turn's error; the text so far stays in the draft. */
  const run = async (turn: Turn): Promise<void> => {
    if (turn.start.kind === 'form') {
      await continueForm(turn, turn.start)
      return
    }
    if (turn.start.kind === 'task') {
      await answer(turn, turn.start.text, turn.start.capability)
      return
    }
    if (turn.start.kind === 'app') {
      await answer(turn, turn.start.text, turn.start.capability)
      return
    }
    if (turn.start.kind === 'question') {
      await converse(await equip(turn, { acp: null, hint: null, text: turn.start.text }))
      return
    }
    const command = parseCommand(turn.start.text)
    if (command.kind !== 'message') {
      commands.run(turn, command)
      return
    }
    const { text, explicit } = forWhom(command.text, turn.start.explicit)
    const fact = explicit === null ? askedToRemember(text) : null
    if (fact !== null) remembering.keep(turn, fact)
    else await answer(turn, text, explicit)
  }

  /** The text, and whom it addresses if it begins with a name. An explicit choice takes precedence. */
  const forWhom = (text: string, explicit: string | null): { text: string; explicit: string | null } => {
    const to = deps.router.addressed(text)
    return to === null || (explicit !== null && explicit !== to.name)
      ? { text, explicit }
      : { text: to.text, explicit: to.name }
  }

  const answer = async (turn: Turn, text: string, explicit: string | null): Promise<void> => {
    const { decision, acp, asked } = await routing.route(routedOf(turn), text, explicit)
    if (asked || isStopped(turn)) return
    const hint = acp === null ? null : { remainder: decision.remainder, captures: decision.captures }
    const talk = await equip(turn, { acp, hint, text, decision })
    // An escaped slash reaches the model without its escape; attachments stay.
    // Others' words are data, as they are.
    if (turn.start.kind === 'app') {
      await converse(talk)
      return
    }
    const at = talk.messages.findLastIndex(({ role }) => role === 'user')
    const said = talk.messages[at]
    const written = turn.start.kind === 'form' ? '' : turn.start.text.trim()
    if (said?.role === 'user')
      talk.messages[at] = { ...said, content: `${text}${said.content.slice(written.length)}` }
    await converse(talk)
    if (!isStopped(turn) && turn.start.kind === 'message') remembering.propose(turn, text)
  }

  const routedOf = (turn: Turn): RoutedTurn => {
    // The turn asks for it again when it opens, and then says what is wrong; until then it isn't known who answers.
    const answering = () =>
      models.resolve(choices.modelOf(turn)).catch((err: unknown) => {
        deps.log.error(
          { err, turnId: turn.draft.turnId },
          'the model of a turn was not there while it was routed',
        )
        return null
      })
    return {
      ...turn,
      history: turn.history(ROUTED_BY),
      only: choices.onlyOf(turn),
      hasPlanner: async () => {
        const info = (await answering())?.info
        return info?.provider === 'planner' || info?.guided === true
      },
      isBeyond: async (capability, text) => {
        const model = await answering()
        if (model?.isBeyond === undefined || packages.get(capability)?.exclusive === true) return false
        const of = (name: string) => toolsOf(capabilities, name).map(wireTool)
        const all = packages.installed().flatMap(({ name }) => of(name))
        return model.isBeyond(text, { tools: of(capability), all }, settings.get().language)
      },
    }
  }

  const continueForm = async (turn: Turn, start: Extract<TurnStart, { kind: 'form' }>): Promise<void> => {
    const { form, values, route } = start
    const name = route?.capability ?? ownerNameOf(form.ref.capability_id)
    const acp = routing.goOn(routedOf(turn), name, route)
    const hint = { remainder: '', captures: [] }
    const talk = await equip(turn, { acp, hint, text: '', decision: route })
    const tool = talk.tools
      .shown()
      .find(
        ({ ref, name: declared }) => declared === form.tool && ref.capability_id === form.ref.capability_id,
      )
    if (tool === undefined) throw new SatchelError('capability_not_installed', { params: { name } })
    const { result, content, media } = await talk.caller.run(tool, values)
    if (turn.signal.aborted) return
    if (result.output?.done === true) finish(talk, tool)
    const call = { id: 'form', name: tool.wireName, arguments: hideInArguments(form.schema, values) }
    talk.messages.push(
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', callId: call.id, name: call.name, content, ...media },
    )
    await converse(talk)
  }

  return { run, prepare: openTurns.prepare }
}

/** Read each time: the signal changes while the model is awaited. */
const isStopped = ({ signal }: Turn): boolean => signal.aborted
