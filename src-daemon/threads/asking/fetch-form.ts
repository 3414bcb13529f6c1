import type { Language } from '../../contract/language.ts'
import { formChoice, formField, formOfFields, say } from '../../text/index.ts'
import { formAddressOf, withFieldsOf } from '../forms/elsewhere.ts'
import type { MessageItem, ReadContent } from '../messages/read-content.ts'
import type { AskQuestion } from './ask-person.ts'

export interface FormFetcher {
  readonly read: ReadContent
  readonly language: Language
  /** Loads the text at an address. Errors: those of the network guard. */
  readonly load: (url: string) => Promise<string>
  /** Hosts that the person agreed to ask for the agent's forms; one is added when they do. */
  readonly agreed: Set<string>
}

const GET = 'get'

/**
 * The request with its form, which is loaded from where it is once the person agrees to its host: the host learns of them by it. One that
 * has its form already is returned as it is; `refused` is what they said instead of agreeing.
 */
export const fetchForm = async (
  item: MessageItem,
  ask: AskQuestion,
  { read, language, load, agreed }: FormFetcher,
): Promise<{ readonly item: MessageItem; readonly refused: 'decline' | 'cancel' | null }> => {
  const url = formAddressOf(item)
  if (url === null) return { item, refused: null }
  const { host } = new URL(url)
  if (!agreed.has(host)) {
    const reply = await ask({ kind: 'form', form: consentForm(host, language) })
    if (reply.action !== 'accept') return { item, refused: reply.action }
    agreed.add(host)
  }
  return { item: withFieldsOf(item, await load(url), read), refused: null }
}

const consentForm = (host: string, language: Language) =>
  formOfFields(
    [
      formField({
        id: GET,
        label: say(language, 'thread_form_elsewhere', { host }),
        kind: 'choice',
        display: 'buttons',
        required: true,
        choices: [formChoice({ value: GET, label: say(language, 'thread_form_get', { host }) })],
      }),
    ],
    { description: say(language, 'thread_form_elsewhere', { host }) },
  )
