/** The script of a model server that answers at once: a note is saved, then said to be. */
export const SAVES_A_NOTE = {
  about: 'saves a note without thinking',
  turns: [
    {
      when: { toolResults: false },
      reply: {
        chunks: [
          {
            tool_calls: [
              {
                function: {
                  name: 'state__create',
                  arguments: { object: { title: 'Milk', body: 'buy milk' } },
                },
              },
            ],
          },
        ],
      },
    },
    { when: { toolResults: true }, reply: { chunks: [{ content: 'Saved.' }] } },
  ],
}
