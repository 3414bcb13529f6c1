import { computed, nextTick, ref, shallowRef, type Ref } from 'vue'
import type { Prompt } from '../../../../src-daemon/contract/prompts.ts'
import { isEnter } from '../../../composables/use-enter.ts'
import { t } from '../../../i18n/index.ts'
import { CHOICE_ICONS, useChoices } from '../../../stores/choices.ts'
import { usePrompts } from '../../../stores/prompts.ts'
import { useKnownOffers, type KnownOffer } from '../../../features/offers/known-offers.ts'
import { offerChoices } from '../offers/offer-choices.ts'
import { promptChoices } from '../prompts/prompt-choices.ts'
import {
  COMMANDS,
  commandsLike,
  completed,
  completionAt,
  type CommandName,
  type CompletionChoice,
} from '../completion/completion.ts'

const COMMAND_WORDS: Readonly<Record<CommandName, () => string>> = {
  help: () => t('routing.commands.help'),
  tools: () => t('routing.commands.tools'),
  why: () => t('routing.commands.why'),
  switch: () => t('routing.commands.switch'),
  back: () => t('routing.commands.back'),
}
/** Typing on narrows the list. */
const MAX_NAMED = 50
/** The choice that starts stopped servers and asks them. */
export const LOOK = 'look'

/**
 * What is completed while a message is written: capabilities after `@`; commands, the owner's prompts and those of servers
 * after `/`. `report` says why servers couldn't be asked, empty when they are.
 */
export const useCompletion = (input: {
  readonly text: Ref<string>
  readonly capability: Ref<string | null>
  readonly field: Readonly<Ref<HTMLTextAreaElement | null>>
  readonly report: (problem: string) => void
}) => {
  const { text, capability, field, report } = input
  const everything = useChoices()
  const known = useKnownOffers()
  const prompts = usePrompts()
  const caret = ref(0)
  const active = ref(0)
  const dismissed = ref(false)
  /** What was chosen, until its arguments are given. */
  const offer = shallowRef<KnownOffer | null>(null)
  const prompt = shallowRef<Prompt | null>(null)

  const completion = computed(() => (dismissed.value ? null : completionAt(text.value, caret.value)))
  const choices = computed((): readonly CompletionChoice[] => {
    const { value } = completion
    if (value === null) return []
    if (value.kind === 'command')
      return COMMANDS.some((command) => command === value.query)
        ? []
        : [...commands(value.query), ...mine.value, ...offered.value, ...look.value]
    const wanted = value.query.toLowerCase()
    // A complete name leaves nothing to choose.
    if (value.kind === 'switch' && everything.all.some(({ name }) => everything.wordOf(name) === value.query))
      return []
    const named = everything.all
      .filter(
        ({ name, title }) => name.toLowerCase().includes(wanted) || title.toLowerCase().includes(wanted),
      )
      .slice(0, MAX_NAMED)
      .map(({ name, title, kind }) => ({ value: name, icon: CHOICE_ICONS[kind], label: title, detail: name }))
    return value.kind === 'switch' ? named : [...named, ...offered.value, ...look.value]
  })
  const commands = (query: string): readonly CompletionChoice[] =>
    commandsLike(query).map((command) => ({
      value: command,
      icon: 'i-lucide-square-slash',
      label: `/${command}`,
      detail: COMMAND_WORDS[command](),
    }))
  const mine = computed(() =>
    completion.value?.kind === 'command'
      ? promptChoices(prompts.prompts, completion.value.query, t('prompts.yours'))
      : [],
  )
  /** Resources after `@`, prompts after `/`. */
  const offered = computed(() => {
    const { value } = completion
    return value === null || value.kind === 'switch' ? [] : offerChoices(known.all, value.kind, value.query)
  })
  /** Offers to start stopped servers; only before anything is typed, so that Enter sends what was written. */
  const look = computed((): readonly CompletionChoice[] =>
    completion.value?.query === '' && (known.looking || known.stopped.length > 0)
      ? [
          {
            value: LOOK,
            icon: known.looking ? 'i-lucide-loader-circle' : 'i-lucide-plug',
            label: known.looking ? t('offers.looking') : t('offers.look', { count: known.stopped.length }),
            detail: '',
          },
        ]
      : [],
  )
  known.askWhile(() => completion.value?.kind === 'mention' || completion.value?.kind === 'command')
  /** Only a mention shows that nothing matches: after a slash, any other text is plain text. */
  const choosing = computed(
    () =>
      choices.value.length > 0 ||
      (completion.value?.kind === 'mention' && everything.all.length + known.all.length > 0),
  )
  const label = computed(() =>
    completion.value?.kind === 'command' ? t('routing.commands.label') : t('chat.composer.mention'),
  )

  const moved = (): void => {
    caret.value = field.value?.selectionStart ?? 0
  }
  const typed = (): void => {
    moved()
    dismissed.value = false
    active.value = 0
  }

  const choose = (value: string): void => {
    const { value: wanted } = completion
    if (wanted === null) return
    if (value === LOOK) {
      void lookInStopped()
      return
    }
    const own = mine.value.find((one) => one.value === value)
    const theirs = offered.value.find((one) => one.value === value)
    if (own !== undefined || theirs !== undefined) {
      text.value = wanted.kind === 'mention' ? completed(text.value, wanted, '').text : ''
      active.value = 0
      prompt.value = own?.prompt ?? null
      offer.value = theirs?.known ?? null
      return
    }
    const written = wanted.kind === 'switch' ? everything.wordOf(value) : value
    const { text: rest, caret: at } = completed(text.value, wanted, written)
    text.value = rest
    active.value = 0
    if (wanted.kind === 'mention') capability.value = value
    void nextTick(() => {
      field.value?.focus()
      field.value?.setSelectionRange(at, at)
      moved()
    })
  }

  const lookInStopped = async (): Promise<void> => {
    report('')
    await known.look()
    if (known.failure !== null) report(known.failure.message)
  }

  /** Ends the choice of an offer or a prompt, and goes back to the field. */
  const close = (): void => {
    offer.value = null
    prompt.value = null
    void nextTick(() => field.value?.focus())
  }

  /** Whether the key was one for the list. */
  const press = (event: KeyboardEvent): boolean => {
    if (!choosing.value) return false
    const { length } = choices.value
    if (event.key === 'Escape') dismissed.value = true
    else if (length === 0) return false
    else if (event.key === 'ArrowDown') active.value = (active.value + 1) % length
    else if (event.key === 'ArrowUp') active.value = (active.value + length - 1) % length
    else if (isEnter(event) || event.key === 'Tab') choose(choices.value[active.value]?.value ?? '')
    else return false
    return true
  }

  return { completion, choices, choosing, label, active, offer, prompt, moved, typed, choose, close, press }
}
