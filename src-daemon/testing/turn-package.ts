import { note, packageOf } from './chat.ts'

/** A capability that saves a note and posts to a service. */
export const noteAndPost = packageOf('note', note.triggers, ['state.create'], {
  tools: [
    ...note.tools.filter(({ name }) => name === 'state.create'),
    {
      name: 'post_it',
      description: 'Posts a text.',
      parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    },
  ],
  bindings: { post_it: { type: 'http_post', url: 'https://example.org/' } },
})
