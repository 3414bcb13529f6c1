/** The Markdown renderer, which is loaded when it is first used. */
const load = async () => {
  const [{ createMarkdownView }, { finishBlock }] = await Promise.all([
    import('./view.ts'),
    import('./finish-block.ts'),
  ])
  return { createMarkdownView, finishBlock }
}

type Renderer = Awaited<ReturnType<typeof load>>
let loaded: Renderer | null = null

/** At once if it has been loaded before, so that text has its height from the start, by which a reader's place is kept. */
export const loadedRenderer = (): Renderer | null => loaded

export const loadRenderer = async (): Promise<Renderer> => {
  loaded = await load()
  return loaded
}

/**
 * Loads it before a conversation is drawn, so that no text grows once somebody reads. Where it can't be had, the window says so
 * (`use-load-failures.ts`), and texts stay plain.
 */
export const rendererOrNone = async (): Promise<void> => {
  if (loaded === null) await loadRenderer().catch(() => undefined)
}
