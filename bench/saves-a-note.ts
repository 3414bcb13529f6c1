/** The script of a model server that answers at once: it saves a note, then says so. */
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
