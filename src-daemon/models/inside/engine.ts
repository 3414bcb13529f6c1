/**
 * Runs one model, in a process of its own: a damaged file or a lack of memory ends this process, and nothing else. It imports nothing
 * but node-llama-cpp, whose place it is told.
 */
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import type { EngineFacts, EngineLine, EngineOpening, EngineRequest } from './engine-lines.ts'
import type { ChatItem, GgufInfo, LlamaChat, LlamaModel, LlamaModule } from './llama-api.ts'

/** The fewest tokens a window is worth having. */
const LEAST_WINDOW = 512
/** Of the window, how much one answer may take. */
const SHARE_OF_ANSWER = 0.5
const TOP_P = 0.95
const TOP_K = 40
/** Tokens around a text that is embedded. */
const AROUND_TEXT = 8

type Chat = Extract<EngineRequest, { type: 'chat' }>

const say = (line: EngineLine): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
const problemOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

const factsOf = ({ metadata: { general, tokenizer }, architectureMetadata: own }: GgufInfo): EngineFacts => {
  const architecture = general?.architecture ?? ''
  const template = tokenizer?.chat_template ?? ''
  return {
    architecture,
    name: general?.name ?? null,
    size: general?.size_label ?? null,
    window: own.context_length ?? null,
    embeds: (own.pooling_type ?? 0) > 0 || /bert|embed|t5encoder/i.test(architecture),
    thinks: /<think>|enable_thinking|<\|channel\|>/.test(template),
  }
}

const historyOf = ({ messages }: Chat): ChatItem[] => [
  ...messages.map(({ role, content }): ChatItem =>
    role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content },
  ),
  { type: 'model', response: [] },
]

const open = async (opening: EngineOpening): Promise<void> => {
  // The module's types stand in llama-api.ts: it isn't here when this is compiled.
  const module = (await import(opening.module)) as LlamaModule
  if (opening.purpose === 'inspect') {
    const info = await module.readGgufFileInfo(opening.file, { logWarnings: false })
    say({ type: 'facts', facts: factsOf(info) })
    process.exit()
  }
  const llama = await module.getLlama({
    gpu: opening.gpu,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logger: (level, message) => process.stderr.write(`${level}: ${message}\n`),
  })
  if (opening.purpose === 'measure') {
    say({ type: 'graphics', bytes: (await llama.getVramState()).total })
    process.exit()
  }
  // Threads that have to wait for a core make all others wait: with one too many, it takes minutes for what took seconds.
  llama.maxThreads = Math.max(1, Math.min(llama.cpuMathCores, availableParallelism() - 1))
  const model = await llama.loadModel({ modelPath: opening.file })
  const contextSize = { min: Math.min(LEAST_WINDOW, opening.window), max: opening.window }
  if (opening.purpose === 'embed') {
    const context = await model.createEmbeddingContext({ contextSize })
    say({ type: 'ready', window: opening.window })
    serve(async (request) => {
      if (request.type === 'embed') await embed(request, model, context, opening.window)
    })
    return
  }
  const context = await model.createContext({ contextSize, sequences: 1 })
  const chat = new module.LlamaChat({
    contextSequence: context.getSequence(),
    chatWrapper: module.resolveChatWrapper(model),
  })
  say({ type: 'ready', window: context.contextSize })
  serve(async (request, signal) => {
    if (request.type !== 'chat') return
    const grammar =
      request.grammar === null ? {} : { grammar: await llama.createGrammar({ grammar: request.grammar }) }
    await answer(request, { chat, model, window: context.contextSize, signal, grammar })
  })
}

const answer = async (
  request: Chat,
  run: {
    readonly chat: LlamaChat
    readonly model: LlamaModel
    readonly window: number
    readonly signal: AbortSignal
    readonly grammar: Pick<Parameters<LlamaChat['generateResponse']>[1], 'grammar'>
  },
): Promise<void> => {
  const { chat, model, window, signal, grammar } = run
  const { id } = request
  const history = historyOf(request)
  const { contextText } = chat.chatWrapper.generateContextState({ chatHistory: history })
  const promptTokens = contextText.tokenize(model.tokenizer).length
  let outputTokens = 0
  const { metadata } = await chat.generateResponse(history, {
    ...grammar,
    signal,
    stopOnAbortSignal: true,
    maxTokens: Math.max(1, Math.floor(window * SHARE_OF_ANSWER)),
    temperature: request.temperature,
    topP: TOP_P,
    topK: TOP_K,
    ...(!request.think && { budgets: { thoughtTokens: 0 } }),
    onResponseChunk: ({ type, text: delta, tokens }) => {
      outputTokens += tokens.length
      if (delta !== '' && !signal.aborted) say({ type: type === 'segment' ? 'thinking' : 'text', id, delta })
    },
  })
  say({ type: 'end', id, promptTokens, outputTokens, isCut: metadata.stopReason === 'maxTokens' })
}

const embed = async (
  { id, texts }: Extract<EngineRequest, { type: 'embed' }>,
  model: LlamaModel,
  context: Awaited<ReturnType<LlamaModel['createEmbeddingContext']>>,
  window: number,
): Promise<void> => {
  const vectors: (readonly number[])[] = []
  for (const text of texts) {
    const tokens = model.tokenize(text)
    const most = Math.max(1, window - AROUND_TEXT)
    const { vector } = await context.getEmbeddingFor(tokens.length <= most ? text : tokens.slice(0, most))
    vectors.push(vector)
  }
  say({ type: 'vectors', id, vectors })
}

/** One request at a time, in their order; a stop counts at once, also for one that waits. */
let next: (request: EngineRequest) => void = () => undefined
const serve = (run: (request: EngineRequest, signal: AbortSignal) => Promise<void>): void => {
  const stoppers = new Map<number, AbortController>()
  let last = Promise.resolve()
  next = (request) => {
    const { id } = request
    if (request.type === 'stop') {
      stoppers.get(id)?.abort()
      return
    }
    const stopper = new AbortController()
    stoppers.set(id, stopper)
    last = last.then(async () => {
      try {
        if (stopper.signal.aborted) say({ type: 'end', id, promptTokens: 0, outputTokens: 0, isCut: false })
        else await run(request, stopper.signal)
      } catch (thrown) {
        say({ type: 'failed', id, problem: problemOf(thrown) })
      }
      stoppers.delete(id)
    })
  }
}

let isOpened = false
createInterface({ input: process.stdin })
  .on('line', (line) => {
    // From the daemon, the only one that holds the pipe.
    if (isOpened) next(JSON.parse(line) as EngineRequest)
    else {
      isOpened = true
      open(JSON.parse(line) as EngineOpening).catch((thrown: unknown) => {
        say({ type: 'unready', problem: problemOf(thrown) })
        process.exitCode = 1
        process.stdin.destroy()
      })
    }
  })
  .on('close', () => {
    process.exit()
  })
