import { asText } from '../../src-daemon/threads/messages/as-text.ts'
import { openContentReader } from '../../src-daemon/threads/messages/read-content.ts'
import { checkThreadFile } from '../../src-daemon/threads/check/check-file.ts'
import { formOf } from '../../src-daemon/threads/forms/form-of.ts'
import { formSchema } from '../../src-daemon/contract/form.ts'
import { keyInId } from '../../src-daemon/threads/quotes/keys.ts'
import { EXAMPLES, PAYMENT, QUOTE, structured, wrapped } from '../../src-daemon/threads/testing/examples.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const read = await openContentReader()
const message = (actor: string, ...content: readonly string[]): object => ({
  id: actor,
  created_at: 1_740_472_200,
  content,
  metadata: { actor, aitp_hops: 1, aitp_origin_actor: 'hotel' },
})

/** Structured messages of other agents, and conversations of them. */
export const target: Target = {
  maxBytes: 4 * 1024,
  seeds: () => [
    ...Object.values(EXAMPLES),
    structured('aitp-01-payments', 'wrapped_quote', wrapped(QUOTE, [])),
    JSON.stringify({
      id: 't',
      messages: [
        message('shop', structured('aitp-01-payments', 'quote', QUOTE)),
        message('user', structured('aitp-01-payments', 'payment', PAYMENT), 'Thanks'),
      ],
    }),
  ],
  run: (input) => {
    const text = input.toString('utf8')
    const item = read(text)
    promised(item.raw === text, 'the text is kept')
    promised(typeof asText(item, 'en') === 'string', 'everything can be said as text')
    if (item.kind === 'message') {
      const form = formOf(item)
      promised(form === null || formSchema.safeParse(form).success, 'a form is one')
    }
    const checked = checkThreadFile(text, { read, keyOf: keyInId, now: 0, paid: new Set() })
    const counted = checked.requests.filter(({ state }) => state === 'answered' || state === 'declined')
    const answers = new Set(counted.map(({ answer }) => answer))
    promised(answers.size === counted.length, 'an answer is for one request')
    promised(
      checked.valid ===
        [checked, ...checked.items].every(({ faults }) =>
          faults.every(({ severity }) => severity === 'note'),
        ),
      'a file with an error is not valid',
    )
  },
}
