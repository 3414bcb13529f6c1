import { stringify } from 'yaml'

/** The file that says how questions in words are asked, as ANP writes it (anp.md 4). */
export const questionInterface = (path: string): string =>
  stringify({
    interface: {
      type: 'NaturalLanguage',
      description: 'Ask this agent in your own words.',
      version: '1.0',
      endpoints: [
        {
          name: 'askQuestion',
          description: 'Takes a question and answers it in words.',
          method: 'POST',
          path,
          parameters: [{ name: 'question', type: 'string', required: true }],
          response: { type: 'string', description: 'The answer.' },
          sseSupport: true,
          sseDescription: 'With Accept: text/event-stream, the answer comes in pieces.',
        },
      ],
    },
  })

/** The file that says how products are ordered (anp.md 4). */
export const purchaseInterface = (path: string): string =>
  stringify({
    interface: {
      type: 'PurchaseInterface',
      description: 'Order a product of this agent. Its owner agrees to each order.',
      version: '1.0',
      endpoints: [
        {
          name: 'order',
          description:
            'Orders a product with the options chosen for it. Repeat it with the same Idempotency-Key.',
          method: 'POST',
          path,
          parameters: [
            { name: 'identifier', type: 'string', required: true },
            { name: 'customizationOptions', type: 'object', required: false },
          ],
          response: { type: 'object', description: 'The order, as it was taken.' },
        },
      ],
    },
  })
