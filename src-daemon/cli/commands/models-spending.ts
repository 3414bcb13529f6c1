import type { Command } from 'commander'
import { z } from 'zod'
import type { Cost } from '../../contract/spending.ts'
import type { Language } from '../../contract/language.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { columns } from '../console/output.ts'

/** `satchel models usage|price`: what models used and cost, and what they cost. */
export const addSpendingCommands = (models: Command, { text, session }: CommandDeps): void => {
  models
    .command('usage')
    .description(text('cli_models_usage'))
    .option('--month <month>', text('cli_models_usage_month'))
    .action(async ({ month }: { month?: string }) => {
      const { withDaemon, output, language } = session()
      const used = await withDaemon((api) =>
        api.models.spending.query(month === undefined ? {} : { month: monthOf(month) }),
      )
      output.result(used, () => {
        output.line(used.month)
        const rows = used.models.map(({ model, cost }) => [`  ${model}`, ...costCells(cost, language)])
        for (const line of columns([...rows, ['', ...costCells(used.total, language)]])) output.line(line)
      })
    })

  models
    .command('price')
    .description(text('cli_models_price'))
    .argument('<model>')
    .option('--input <dollars>', text('cli_models_price_input'))
    .option('--output <dollars>', text('cli_models_price_output'))
    .option('--forget', text('cli_models_price_forget'))
    .action(async (model: string, options: { input?: string; output?: string; forget?: boolean }) => {
      const { withDaemon, output } = session()
      const dollars = z.coerce.number().nonnegative()
      const price =
        options.forget === true
          ? null
          : { input: dollars.parse(options.input), output: dollars.parse(options.output) }
      await withDaemon((api) => api.models.setPrice.mutate({ model, price }))
      output.result({ model, price }, () => {
        output.say('cli_models_price_set', { model })
      })
    })
}

const monthOf = (text: string): string =>
  z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .parse(text)

/** Tokens, and money as far as prices are known. */
const costCells = (cost: Cost, language: Language): string[] => {
  const tokens = (cost.prompt + cost.output).toLocaleString(language)
  const about = cost.counted > 0 ? say(language, 'cli_models_usage_about', { tokens }) : tokens
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 4,
  }).format(cost.micros / 1_000_000)
  return [
    about,
    cost.micros > 0 ? money : '',
    cost.unpriced > 0
      ? say(language, 'cli_models_usage_unpriced', { tokens: cost.unpriced.toLocaleString(language) })
      : '',
  ]
}
