import type { Command } from 'commander'
import type { CommandDeps } from '../console/command-deps.ts'
import { SatchelError } from '../../platform/errors.ts'
import { columns, type Output } from '../console/output.ts'
import type { RoutingPrediction, RoutingSummary } from '../../router/index.ts'
import type { DaemonClient } from '../../client/index.ts'
import { readNamedFile } from './files.ts'
import { readRoutingData } from './routing-data.ts'
import type { RouteWhy } from '../../contract/chat.ts'

/** `satchel router eval|why|corrections|correct|forget` */
export const addRouterCommands = (program: Command, deps: CommandDeps): void => {
  const router = program.command('router').description(deps.text('cli_router'))
  addRouterEval(router, deps)
  addRouterWhy(router, deps)
  addRouterCorrections(router, deps)
}

/** `satchel router corrections`, `satchel router correct TEXT CAPABILITY|--none`, `satchel router forget ID` */
const addRouterCorrections = (router: Command, { text, session }: CommandDeps): void => {
  router
    .command('corrections')
    .description(text('cli_router_corrections'))
    .action(async () => {
      const { withDaemon, output } = session()
      const corrections = await withDaemon((api) => api.router.corrections.query())
      output.result(corrections, () => {
        const rows = corrections.map(({ id, correctedAt, capability, text: said }) => [
          id,
          correctedAt,
          capability ?? text('cli_router_no_capability'),
          said,
        ])
        for (const line of columns(rows)) output.line(line)
      })
    })

  router
    .command('correct')
    .description(text('cli_router_correct'))
    .argument('<text>')
    .argument('[capability]')
    .option('--none', text('cli_router_correct_none'))
    .action(async (said: string, name: string | undefined, { none = false }: { none?: boolean }) => {
      const { withDaemon, output } = session()
      if ((name === undefined) !== none)
        throw new SatchelError('invalid_request', { params: { problem: 'capability | --none' } })
      const capability = name ?? null
      const made = await withDaemon((api) => api.router.correct.mutate({ text: said, capability }))
      output.result(made, () => {
        if (capability === null) output.say('cli_router_corrected_none', { text: made.text })
        else output.say('cli_router_corrected', { capability, text: made.text })
      })
    })

  router
    .command('forget')
    .description(text('cli_router_forget'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.router.forgetCorrection.mutate({ id }))
      output.result({ forgotten: id }, () => {
        output.say('cli_router_forgotten')
      })
    })
}

const SHOWN = 60

/**
 * `satchel router eval CAPS.json QUERIES.json`, without a daemon: the app's own classifier and threshold on any data.
 */
const addRouterEval = (router: Command, { text, session }: CommandDeps): void => {
  router
    .command('eval')
    .description(text('cli_router_eval'))
    .argument('<capabilities>')
    .argument('<queries>')
    .action(async (capabilitiesPath: string, queriesPath: string) => {
      const { output } = session()
      const { capabilities, queries } = readRoutingData(capabilitiesPath, queriesPath)
      const { createClassifier, evaluateRouting } = await import('../../router/index.ts')
      const { predictions, summary } = evaluateRouting(createClassifier(), capabilities, queries)
      output.result({ summary, predictions }, () => {
        print(output, predictions, summary)
      })
    })
}

const print = (output: Output, predictions: readonly RoutingPrediction[], summary: RoutingSummary): void => {
  const rows = predictions.map(({ text, expected, prediction, score, routed, runnerUps }) => [
    (prediction ?? null) === expected || (expected === null && routed === null) ? '  ' : '! ',
    score.toFixed(3),
    prediction ?? '-',
    expected ?? '-',
    text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text,
    runnerUps
      .slice(0, 2)
      .map(({ name, score: other }) => `${name} ${other.toFixed(3)}`)
      .join(', '),
  ])
  const heads = ['  ', 'score', 'prediction', 'expected', 'text', 'runner-ups']
  for (const line of columns([heads, ...rows])) output.line(line)
  output.line()
  const { operatingPoint: point, latency } = summary
  const facts: [string, string][] = [
    ['queries', `${summary.queries} (${summary.inScope} + ${summary.outOfScope} out of scope)`],
    ['top-1', percent(summary.top1)],
    ['top-3', percent(summary.top3)],
    ['out-of-scope AUROC', summary.outOfScopeAuroc?.toFixed(4) ?? '-'],
    ['threshold', String(point.threshold)],
    ['  routed right', percent(point.routedRight)],
    ['  routed wrong', percent(point.routedWrong)],
    ['  out of scope refused', percent(point.outOfScopeRefused)],
    ['latency p50', `${latency.p50Micros} us`],
    ['latency p99', `${latency.p99Micros} us`],
  ]
  for (const line of columns(facts)) output.line(line)
}

const percent = (part: number | null): string => (part === null ? '-' : `${(part * 100).toFixed(1)} %`)

interface WhyOptions {
  readonly message?: string
  readonly using?: string
  readonly with?: string
}

/** `satchel router why "text" [--using NAME | --with FILE]`, `satchel router why --message ID` */
const addRouterWhy = (router: Command, { text, session }: CommandDeps): void => {
  router
    .command('why')
    .description(text('cli_router_why'))
    .argument('[text]')
    .option('--message <id>', text('cli_router_why_message'))
    .option('--using <name>', text('cli_router_why_using'))
    .option('--with <file>', text('cli_router_why_with'))
    .action(async (said: string | undefined, { message, using, with: path }: WhyOptions) => {
      const { withDaemon, output } = session()
      if ((said === undefined) === (message === undefined))
        throw new SatchelError('invalid_request', { params: { problem: 'text | --message' } })
      if (path !== undefined && (said === undefined || using !== undefined))
        throw new SatchelError('invalid_request', { params: { problem: 'text --with' } })
      const why = await withDaemon((api): Promise<RouteWhy> =>
        path !== undefined
          ? triedWith(api, path, said ?? '')
          : message === undefined
            ? api.router.explain.query({ text: said ?? '', activeCapability: using ?? null })
            : api.router.why.query({ messageId: message }),
      )
      output.result(why, () => {
        for (const line of why.lines) output.line(line)
      })
    })
}

/** How the text would be routed if the package file were installed. Errors: `package_rejected`. */
const triedWith = async (api: DaemonClient['api'], path: string, said: string): Promise<RouteWhy> => {
  const { fileName, bytes } = readNamedFile(path)
  const [why] = await api.router.trial.query({
    fileName,
    bytesBase64: bytes.toString('base64'),
    texts: [said],
  })
  if (why === undefined) throw new SatchelError('internal')
  return why
}
