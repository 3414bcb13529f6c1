/** What models use and cost, by day; and the limits of a month. */
import { z } from 'zod'
import type { ModelInfo } from '../../contract/models.ts'
import type { Settings } from '../../contract/settings.ts'
import {
  modelPriceSchema,
  type Cost,
  type KnownPrice,
  type LimitKind,
  type ListPrice,
  type ModelUse,
} from '../../contract/spending.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { SatchelError } from '../../platform/errors.ts'
import { estimateTokens } from '../../platform/tokens.ts'
import type { Database } from '../../storage/index.ts'
import type { ChatRequest, LanguageModel, ModelChunk, SpendingService } from '../core/types.ts'
import { endpointPartsOf } from '../endpoint/named-model.ts'
import { listedPrice } from './list-prices.ts'

export interface Spending extends SpendingService {
  /** What a model costs; null if unknown. */
  priceOf(model: Pick<ModelInfo, 'id' | 'leavesMachine'>): KnownPrice | null
  /** Counts everything that is asked of the model, by any caller. */
  watch(model: LanguageModel): LanguageModel
  /** Errors: `spending_limit_reached` for a model that others are paid for, once a limit of this month is reached. */
  refuseOverLimit(model: Pick<ModelInfo, 'id' | 'leavesMachine'>): void
}

const NONE: Cost = { prompt: 0, output: 0, counted: 0, micros: 0, unpriced: 0 }

const useRow = z.object({
  model: z.string(),
  leaves: z.int(),
  prompt: z.int(),
  output: z.int(),
  counted: z.int(),
  micros: z.int(),
  unpriced: z.int(),
})

export const createSpending = (deps: {
  readonly db: Database
  readonly settings: { get(): Pick<Settings, 'modelEndpoints' | 'monthMoney' | 'monthTokens'> }
  readonly now: () => Date
}): Spending => {
  const { db, settings, now } = deps
  const { listen: onChange, emit: changed } = createEmitter()
  const add = db.prepare(
    `INSERT INTO model_use (day, model, leaves, prompt, output, counted, micros, unpriced)
     VALUES (@day, @model, @leaves, @prompt, @output, @counted, @micros, @unpriced)
     ON CONFLICT (day, model) DO UPDATE SET leaves = @leaves, prompt = prompt + @prompt, output = output + @output,
       counted = counted + @counted, micros = micros + @micros, unpriced = unpriced + @unpriced`,
  )
  const ofMonth = db.prepare(
    `SELECT model, MAX(leaves) AS leaves, SUM(prompt) AS prompt, SUM(output) AS output, SUM(counted) AS counted,
       SUM(micros) AS micros, SUM(unpriced) AS unpriced
     FROM model_use WHERE day >= @month || '-01' AND day <= @month || '-31' GROUP BY model`,
  )
  const allMonths = db.prepare('SELECT DISTINCT substr(day, 1, 7) FROM model_use ORDER BY 1 DESC').pluck()
  const ownPrice = db.prepare('SELECT input, output FROM model_prices WHERE model = ?')
  const putPrice = db.prepare(
    'INSERT OR REPLACE INTO model_prices (model, input, output) VALUES (@model, @input, @output)',
  )
  const dropPrice = db.prepare('DELETE FROM model_prices WHERE model = ?')

  const priceOf: Spending['priceOf'] = ({ id, leavesMachine }) => {
    if (!leavesMachine) return { input: 0, output: 0, from: 'here', asOf: null }
    const own = ownPrice.get(id)
    if (own !== undefined) return { ...modelPriceSchema.parse(own), from: 'owner', asOf: null }
    const parts = endpointPartsOf(id)
    const endpoint = settings.get().modelEndpoints.find((one) => one.id === parts?.endpoint)
    if (parts === null || endpoint === undefined) return null
    const listed = listedPrice(endpoint.baseUrl, parts.name)
    return listed === null ? null : { ...listed, from: 'list' }
  }

  const record = (
    model: ModelInfo,
    used: { readonly prompt: number; readonly output: number; readonly isCounted: boolean },
  ): void => {
    const { prompt, output } = used
    if (prompt + output === 0 || db.readonly) return
    const cost = costOf(used, priceOf(model))
    add.run({ ...cost, day: dayOf(now()), model: model.id, leaves: model.leavesMachine ? 1 : 0 })
    changed()
  }

  const watch: Spending['watch'] = (model) =>
    model.info.provider === 'planner'
      ? model
      : {
          ...model,
          async *chat(request: ChatRequest): AsyncGenerator<ModelChunk> {
            let written = 0
            let used: { prompt: number; output: number; isCounted: boolean } | null = null
            try {
              for await (const chunk of model.chat(request)) {
                if (chunk.type === 'text' || chunk.type === 'thinking') written += estimateTokens(chunk.delta)
                if (chunk.type === 'usage' && chunk.reported)
                  used = { prompt: chunk.promptTokens, output: chunk.outputTokens, isCounted: false }
                yield chunk
              }
              // An answer that failed before it said anything cost nothing that is known.
              used ??= { prompt: promptTokens(request), output: written, isCounted: true }
            } finally {
              if (used === null && written > 0)
                used = { prompt: promptTokens(request), output: written, isCounted: true }
              if (used !== null) record(model.info, used)
            }
          },
        }

  const month: SpendingService['month'] = (wanted = dayOf(now()).slice(0, 7)) => {
    const models = ofMonth
      .all({ month: wanted })
      .map((row) => useRow.parse(row))
      .map(({ model, leaves, ...cost }): ModelUse => {
        const leavesMachine = leaves === 1
        const name = endpointPartsOf(model)?.name ?? model.replace(/^ollama:/, '')
        return { model, name, leavesMachine, cost, price: priceOf({ id: model, leavesMachine }) }
      })
      .sort((a, b) => b.cost.micros - a.cost.micros || tokensOf(b.cost) - tokensOf(a.cost))
    const months = z.array(z.string()).parse(allMonths.all())
    return {
      month: wanted,
      total: models.reduce((sum, { cost }) => plus(sum, cost), NONE),
      away: models.reduce((sum, { leavesMachine, cost }) => (leavesMachine ? plus(sum, cost) : sum), NONE),
      models,
      months: months.includes(wanted) ? months : [wanted, ...months].sort().reverse(),
    }
  }

  const refuseOverLimit: Spending['refuseOverLimit'] = ({ id, leavesMachine }) => {
    const { monthMoney, monthTokens } = settings.get()
    if (!leavesMachine || (monthMoney === null && monthTokens === null)) return
    const { away } = month()
    if (monthMoney !== null && away.micros >= monthMoney * 1_000_000)
      throw overLimit('money', monthMoney, away.micros / 1_000_000, id)
    if (monthTokens !== null && tokensOf(away) >= monthTokens)
      throw overLimit('tokens', monthTokens, tokensOf(away), id)
  }

  return {
    priceOf,
    setPrice: (model, price) => {
      if (price === null) dropPrice.run(model)
      else putPrice.run({ model, ...price })
      changed()
    },
    watch,
    refuseOverLimit,
    month,
    onChange,
  }
}

/** What tokens cost at a price; at an unknown one, they are counted as such. */
export const costOf = (
  used: { readonly prompt: number; readonly output: number; readonly isCounted: boolean },
  price: ListPrice | null,
): Cost => {
  const { prompt, output, isCounted } = used
  const due = price?.longer?.findLast(({ above }) => prompt > above) ?? price
  return {
    prompt,
    output,
    counted: isCounted ? prompt + output : 0,
    // Dollars for a million tokens are millionths of a dollar for one.
    micros: due === null ? 0 : Math.round(prompt * due.input + output * due.output),
    unpriced: due === null ? prompt + output : 0,
  }
}

export const plus = (a: Cost, b: Cost): Cost => ({
  prompt: a.prompt + b.prompt,
  output: a.output + b.output,
  counted: a.counted + b.counted,
  micros: a.micros + b.micros,
  unpriced: a.unpriced + b.unpriced,
})

const tokensOf = ({ prompt, output }: Cost): number => prompt + output

const promptTokens = ({ messages, tools }: ChatRequest): number =>
  estimateTokens(messages.map(({ content }) => content).join('\n')) +
  (tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools)))

/** The day in the time zone of this process, `2026-11-27`. */
const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0'))
    .join('-')

const overLimit = (kind: LimitKind, limit: number, used: number, model: string): SatchelError =>
  new SatchelError(kind === 'money' ? 'spending_limit_reached' : 'token_limit_reached', {
    params: { limit, used },
    details: { kind, limit, used, model },
  })
