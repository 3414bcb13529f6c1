import type { Command } from 'commander'
import type { RoutingPrediction, RoutingSummary } from '../../router/index.ts'
import { columns, type Output } from '../output.ts'
import type { CommandDeps } from '../program.ts'
import { readRoutingData } from './routing-data.ts'

const SHOWN = 60

/** `satchel router eval CAPS.json QUERIES.json`, without a daemon: the app's own classifier and threshold on any data. */
export const addRouterEval = (router: Command, { text, session }: CommandDeps): void => {
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
