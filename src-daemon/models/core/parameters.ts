/** How large a model is, and whether it is guided for it. */
import type { ModelInfo } from '../../contract/models.ts'

/** Models with fewer parameters are guided, unless the person says otherwise. */
const GUIDED_BELOW = 2_000_000_000

/** `135M`, `1.7b`: neither `1m`, which is a window, nor the `7b` of `8x7b`, which is a part. */
const IN_NAME = /(?<![\p{L}\d.])(\d+(?:\.\d+)?)b(?![\p{L}\d])|(?<![\p{L}\d.])(\d{2,4})m(?![\p{L}\d])/iu

/** The number of parameters that a server or a name like `qwen3:0.6b` says; undefined if neither does. */
export const parametersOf = (said: unknown, name: string): number | undefined => {
  if (typeof said === 'number' && Number.isSafeInteger(said) && said > 0) return said
  const [, billions, millions] = IN_NAME.exec(name) ?? []
  if (billions !== undefined) return wholeOrNone(Number(billions) * 1e9)
  return millions === undefined ? undefined : wholeOrNone(Number(millions) * 1e6)
}

const wholeOrNone = (count: number): number | undefined => {
  const whole = Math.round(count)
  return whole > 0 && Number.isSafeInteger(whole) ? whole : undefined
}

/** The model, guided if the person said so, or else if it is small. */
export const withGuidance = (info: ModelInfo, chosen: Readonly<Record<string, boolean>>): ModelInfo => {
  if (info.embedding || info.provider === 'planner') return info
  const isSmall = info.parameters !== undefined && info.parameters < GUIDED_BELOW
  return { ...info, guided: Object.hasOwn(chosen, info.id) ? chosen[info.id] === true : isSmall }
}
