import { codeTokens } from './code-tokens.ts'

/** Tokenizes code beside the page, which stays responsive however long a grammar takes with hostile code. */
addEventListener('message', ({ data }: MessageEvent<{ id: number; code: string; language: string }>) => {
  codeTokens(data.code, data.language).then(
    (tokens) => {
      postMessage({ id: data.id, tokens })
    },
    () => {
      // Without colours it can be read as well.
      postMessage({ id: data.id, tokens: null })
    },
  )
})
