import type { Prompt } from '../../../../src-daemon/contract/prompts.ts'
import type { CompletionChoice } from '../completion/completion.ts'

const MOST = 50

/** Completions after `/` from the owner's prompts, matched by name or text; `mine` says whose they are. */
export const promptChoices = (
  all: readonly Prompt[],
  query: string,
  mine: string,
): readonly (CompletionChoice & { readonly prompt: Prompt })[] => {
  const wanted = query.toLowerCase()
  return all
    .filter(({ name, text }) => wordsOf(name).includes(wanted) || text.toLowerCase().includes(wanted))
    .toSorted(
      (a, b) => Number(wordsOf(b.name).startsWith(wanted)) - Number(wordsOf(a.name).startsWith(wanted)),
    )
    .slice(0, MOST)
    .map((prompt) => ({
      value: `prompt ${prompt.id}`,
      icon: 'i-lucide-square-pen',
      label: `/${prompt.name}`,
      detail: mine,
      prompt,
    }))
}

/** A name as it can be typed after a slash, where a space ends the command. */
const wordsOf = (name: string): string => name.toLowerCase().replaceAll(/\s+/gu, '-')
