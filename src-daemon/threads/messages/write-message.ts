import { readStrictJson } from '../../identity/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { schemaUrl, type Capability } from './capabilities.ts'
import { MAX_MESSAGE_BYTES } from './read-content.ts'
import { schemaOf, type TypeName, type Written } from './schemas.ts'
import { firstProblem } from '../../platform/first-problem.ts'

/**
 * Our own message, as the text that is sent: it has exactly the specified members.
 *
 * @throws SatchelError `thread_message_invalid` with the place, if it isn't valid or larger than 256 KiB
 */
export const writeMessage = <C extends Capability, T extends TypeName<C>>(
  capability: C,
  type: T,
  body: Written<C, T>,
): string => {
  const schema = schemaOf('strict', capability, type)
  const checked = schema?.safeParse(body)
  if (checked?.success !== true) {
    throw refused(type, checked === undefined ? type : firstProblem(checked.error, type))
  }
  const raw = JSON.stringify({ $schema: schemaUrl(capability), [type]: body })
  if (Buffer.byteLength(raw) > MAX_MESSAGE_BYTES) throw refused(type, `${String(Buffer.byteLength(raw))} B`)
  const again = readStrictJson(raw)
  if (!again.ok) throw refused(type, again.problem)
  return raw
}

/** A request of somebody on this computer, to be read like one of another party: nothing is checked here. */
export const requestMessage = (capability: Capability, type: string, body: object): string =>
  JSON.stringify({ $schema: schemaUrl(capability), [type]: body })

const refused = (type: string, problem: string): SatchelError =>
  new SatchelError('thread_message_invalid', { params: { type, problem } })
